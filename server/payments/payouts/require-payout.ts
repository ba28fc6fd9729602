import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type PayoutRow, selectPayouts } from './payout.ts'

/** A payout of this organisation, or 404. */
export async function requirePayout(orgId: OrgId, sql: Db, payoutId: number): Promise<PayoutRow> {
  const [row] = await sql<PayoutRow[]>`
    ${selectPayouts(orgId, sql)}
    where t.org_id = ${orgId}
      and t.payout_id = ${payoutId}`
  if (!row) throw new ApiError('resource_missing')
  return row
}
