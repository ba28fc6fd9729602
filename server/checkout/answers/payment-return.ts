import { Type } from 'typebox'
import type { OrganisationMode, OrgId } from '../../access/principal.ts'
import { findShopAddress, originOf, shopUrl } from '../../people/shops/shop-address.ts'
import { Text } from '../../platform/http/schema.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { invalid } from '../../resources/constraints.ts'

/** The parameter that the address to come back to is given. */
const RETURN_PARAMETER = 'payment_return'

const PREFIX = 'ret_'
const CONTEXT = 'payment return'
export const RETURN_TOKEN_MAX = 200
/** With the token and the parameter's name, what a payment can keep. */
const RETURN_URL_MAX = 700

export const ReturnUrl = Type.Refine(
  Text(RETURN_URL_MAX, {
    description:
      'a page of the organisation’s shop, or of a site in its embed_origins: where the buyer comes back to if the payment method sends them ' +
      'to a page of their bank. It is given the parameter payment_return, for /v1/storefront/payment_return. Without it such methods are refused',
  }),
  (text) => /^https?:/i.test(text) && URL.canParse(text),
  () => 'must be an absolute address that begins with http:// or https://',
)

/**
 * Names a basket, or the key of an attempt at paying debts, and opens nothing: with it one learns what became of the payment, and neither what is
 * in the basket nor its tickets. The address that carries it is seen by the bank, by histories and by logs.
 */
const tokenOf = (seal: Seal, orgId: OrgId, subject: string): string =>
  PREFIX + seal.close(`${orgId} ${subject}`, CONTEXT).toString('base64url')

/** What a token names that we made for this organisation; undefined of every other text. */
export function subjectOfReturn(seal: Seal, orgId: OrgId, token: string): string | undefined {
  if (!token.startsWith(PREFIX)) return undefined
  try {
    const [organisation, subject] = seal.open(Buffer.from(token.slice(PREFIX.length), 'base64url'), CONTEXT).split(' ')
    return Number(organisation) === orgId ? subject : undefined
  } catch {
    return undefined
  }
}

/** The address to come back to, once it is known what it is to name. */
export type ReturnPage = (subject: string) => string

/**
 * The address, to be given a token. Refused unless it is a page of the organisation's shop or of a site that it has named: a payment must not
 * become a link to a stranger's page.
 */
export async function requireReturnPage(
  { sql, seal, publicUrl }: Pick<PlatformDeps, 'sql' | 'seal' | 'publicUrl'>,
  orgId: OrgId,
  address: string,
): Promise<ReturnPage> {
  const url = new URL(address)
  if (!(await isOfOrganisation(sql, publicUrl, orgId, url)))
    throw invalid(
      'return_url',
      'return_url has to be a page of the organisation’s shop, or of a site that is in its embed_origins.',
    )()
  return (subject) => {
    url.searchParams.set(RETURN_PARAMETER, tokenOf(seal, orgId, subject))
    return url.href
  }
}

async function isOfOrganisation(sql: Db, publicUrl: string, orgId: OrgId, url: URL): Promise<boolean> {
  // What a browser takes for a name in front of the host would show another host than it goes to.
  if (url.username !== '' || url.password !== '') return false
  const [sites] = await findSites(orgId, sql)
  if (!sites) return false
  const { mode, embed_origins, hosts } = sites
  if (hosts.some((host) => originOf(publicUrl, host) === url.origin)) return true
  if (embed_origins.includes(url.origin)) return true
  if (mode === 'test' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)) return true
  if (PLAIN_PAGES.some((page) => new URL(page, publicUrl).href === url.origin + url.pathname)) return true
  const { shop_slug } = await findShopAddress(orgId, sql)
  return url.href.startsWith(shopUrl(publicUrl, { shop_slug, shop_host: null }))
}

/** Of the shop that a program for one organisation serves without a slug. */
const PLAIN_PAGES = ['/shop/basket', '/shop/orders/owed']

type Sites = { mode: OrganisationMode; embed_origins: string[]; hosts: string[] }

const findSites = (orgId: OrgId, sql: Db) => sql<Sites[]>`
  select mode, embed_origins, array(
    select host
    from shop_domains
    where org_id = ${orgId}
      and proven_at is not null
  ) as hosts
  from organisations
  where org_id = ${orgId}`
