import { ownedRows } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type ShopAddress, shopColumns } from './shop-address.ts'

/** A shop that was asked for by its host or its slug, and the cell that its organisation has moved to, if it has. */
export type FoundShop = ShopAddress & { orgId: OrgId; cellUrl: string | null }

/** Old slugs lead on for so long. */
export const RETIRED_DAYS = 365

export async function findShopOfHost(sql: Db, host: string): Promise<FoundShop | undefined> {
  const [row] = await ownedRows(sql<{ org_id: number }[]>`
    select org_id
    from shop_domains
    where host = ${host}
      and proven_at is not null`)
  return row && findShop(row.org_id, sql)
}

export async function findShopOfSlug(sql: Db, slug: string, now: Date): Promise<FoundShop | undefined> {
  const [row] = await ownedRows(sql<{ org_id: number }[]>`
    select org_id
    from shop_slugs
    where slug = ${slug}
      and (retired_at is null or retired_at > ${new Date(now.getTime() - RETIRED_DAYS * 86_400_000)})`)
  return row && findShop(row.org_id, sql)
}

async function findShop(orgId: OrgId, sql: Db): Promise<FoundShop> {
  const [shop] = await sql<(ShopAddress & { cell_url: string | null })[]>`
    select ${shopColumns(orgId, sql)},
      (
        select m.address
        from organisation_moves m
        where m.org_id = ${orgId}
          and m.move_state <> 'leaving'
      ) as cell_url`
  if (shop?.shop_slug == null) throw new Error(`organisation ${orgId} has no slug`)
  return { orgId, shop_slug: shop.shop_slug, shop_host: shop.shop_host, cellUrl: shop.cell_url }
}
