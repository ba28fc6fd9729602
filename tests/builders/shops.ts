import { type ShopDomainRow, shopDomainColumns, toShopDomain } from '../../server/people/shops/shop-domain.ts'
import type { House, Tenant } from '../harness/house.ts'
import { unique } from './rows.ts'

/** A host that the organisation says is its own; `proven`: and has shown. */
export async function addShopDomain(
  { sql, clock }: House,
  { orgId }: Tenant,
  { host = `${unique('tickets')}.example.org`, proven = false } = {},
) {
  const [row] = await sql<ShopDomainRow[]>`
    insert into shop_domains (org_id, host, proof_token, proven_at, proven_by)
    values (
      ${orgId}, ${host}, ${`token-of-${orgId}-${host}`.padEnd(20, '-').slice(0, 100)}, ${proven ? clock() : null},
      ${proven ? 'dns' : null}
    )
    returning ${shopDomainColumns(sql)}`
  if (!row) throw new Error('insert into shop_domains returned no row')
  return toShopDomain(row)
}
