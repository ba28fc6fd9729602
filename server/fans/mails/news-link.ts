import type { OrgId } from '../../access/principal.ts'
import { originOf, type ShopAddress } from '../../people/shops/shop-address.ts'
import type { Seal } from '../../platform/values/seal.ts'

/*
 * What ends the news of an organisation to an address: both, sealed under the installation's secret. Nothing of it is stored, so that it
 * counts as long as a mail is kept, and a mail that is handed on lets its new reader end this one's news and do nothing else.
 */

const PREFIX = 'nws_'
const CONTEXT = 'news link'

export const NEWS_TOKEN_MAX = 600

export type NewsReader = { orgId: number; address: string }

export const newsUrl = (
  { seal, publicUrl }: { seal: Seal; publicUrl: string },
  orgId: OrgId,
  { shop_host }: ShopAddress,
  address: string,
): string =>
  `${originOf(publicUrl, shop_host)}/news/${PREFIX}${seal.close(`${orgId} ${address}`, CONTEXT).toString('base64url')}`

/** Whose news a token ends that we made; undefined of every other text. */
export function readNewsToken(seal: Seal, token: string): NewsReader | undefined {
  if (!token.startsWith(PREFIX)) return undefined
  try {
    const [orgId, address] = seal.open(Buffer.from(token.slice(PREFIX.length), 'base64url'), CONTEXT).split(' ')
    return { orgId: Number(orgId), address: address ?? '' }
  } catch {
    return undefined
  }
}
