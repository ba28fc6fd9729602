import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'

const CODE = 'DEMO10'

/** Ten per cent off everything. */
export async function ensureDemoDiscount(orgId: OrgId, tx: Db, today: Date): Promise<number> {
  await tx`
    insert into discounts (org_id, code, basis_points, created_at, changed_at)
    values (${orgId}, ${CODE}, 1000, ${today}, ${today})
    on conflict (org_id, lower(code)) do nothing`
  const [row] = await tx<{ discount_id: number }[]>`
    select discount_id
    from discounts
    where org_id = ${orgId}
      and lower(code) = lower(${CODE})`
  if (!row) throw new Error('the demo discount was not made')
  return row.discount_id
}
