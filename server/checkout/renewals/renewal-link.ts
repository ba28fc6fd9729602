import type { OrgId } from '../../access/principal.ts'
import { originOf, type ShopAddress } from '../../people/shops/shop-address.ts'
import type { Seal } from '../../platform/values/seal.ts'

/*
 * What stops a renewal: its organisation and its number, sealed under the installation's secret. It can do nothing else, so that a notice
 * which is handed on gives nothing away but what it says itself.
 */

const PREFIX = 'rnw_'
const CONTEXT = 'renewal link'

export const RENEWAL_TOKEN_MAX = 300

export const renewalUrl = (
  { seal, publicUrl }: { seal: Seal; publicUrl: string },
  orgId: OrgId,
  { shop_host }: Pick<ShopAddress, 'shop_host'>,
  renewalId: number,
): string =>
  `${originOf(publicUrl, shop_host)}/renewal/${PREFIX}${seal.close(`${orgId} ${renewalId}`, CONTEXT).toString('base64url')}`

/** Which renewal a token is of that we made; undefined of every other text. */
export function readRenewalToken(seal: Seal, token: string): { orgId: number; renewalId: number } | undefined {
  if (!token.startsWith(PREFIX)) return undefined
  try {
    const text = seal.open(Buffer.from(token.slice(PREFIX.length), 'base64url'), CONTEXT)
    const [orgId = 0, renewalId = 0] = text.split(' ').map(Number)
    return { orgId, renewalId }
  } catch {
    return undefined
  }
}
