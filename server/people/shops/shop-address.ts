import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'

/** Where an organisation's shop is: below /shop/ at our own address, or at a host of its own. */
export type ShopAddress = { shop_slug: string; shop_host: string | null }

/** For a select list over an organisation's own rows. The host that was proven first is the one that links name. */
export const shopColumns = (orgId: OrgId, sql: Db): Fragment => sql`
  (
    select s.slug
    from shop_slugs s
    where s.org_id = ${orgId}
      and s.retired_at is null
  ) as shop_slug,
  (
    select d.host
    from shop_domains d
    where d.org_id = ${orgId}
      and d.proven_at is not null
    order by d.proven_at, d.shop_domain_id
    limit 1
  ) as shop_host`

/** A host of one's own is reached as we are: by the same scheme, and by the same port where that is not the usual one. */
export function originOf(publicUrl: string, host: string | null): string {
  const { protocol, port, origin } = new URL(publicUrl)
  return host === null ? origin : `${protocol}//${host}${port === '' ? '' : `:${port}`}`
}

/** What every address of the shop begins with, a slash at its end. */
export const shopUrl = (publicUrl: string, { shop_slug, shop_host }: ShopAddress): string =>
  `${originOf(publicUrl, shop_host)}/${shop_host === null ? `shop/${shop_slug}/` : ''}`

/** The page of an event in the shop. It is the same for everybody, so that a calendar or a pass that is shared gives nothing away. */
export const eventUrl = (publicUrl: string, shop: ShopAddress, eventId: number): string =>
  `${shopUrl(publicUrl, shop)}events/${eventId}`

export async function findShopAddress(orgId: OrgId, sql: Db): Promise<ShopAddress> {
  const [address] = await sql<ShopAddress[]>`select ${shopColumns(orgId, sql)}`
  if (address?.shop_slug == null) throw new Error(`organisation ${orgId} has no slug`)
  return address
}
