import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** Which links to a debt count. */
export async function linkVersionOf(orgId: OrgId, sql: Db, debtId: number): Promise<number> {
  const [row] = await sql<{ link_version: number }[]>`
    select link_version
    from debts
    where org_id = ${orgId}
      and debt_id = ${debtId}`
  if (!row) throw new Error(`debt ${debtId} was lost`)
  return row.link_version
}
