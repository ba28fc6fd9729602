import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { fromMicroseconds } from '../../platform/http/keyset.ts'
import { Input, OneOf, UnixSeconds } from '../../platform/http/schema.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { payoutStatuses } from '../payments/provider-payouts.ts'
import { isMissingAtBank } from './at-bank.ts'
import { type PayoutRow, selectPayouts } from './payout.ts'

export const payoutFilters = {
  status: Type.Optional(OneOf([...payoutStatuses])),
  missing_at_bank: Type.Optional(
    Type.Boolean({ description: 'only those that are missing in the imported bank statements, or only the rest' }),
  ),
  unix_start: Type.Optional(UnixSeconds({ description: 'only those issued at this Unix time or after' })),
  unix_end: Type.Optional(UnixSeconds({ description: 'only those issued before this Unix time' })),
}
export const PayoutFilters = Input(payoutFilters)
export type PayoutFilters = Static<typeof PayoutFilters>

export type PayoutPosition = [issuedAt: number, payoutId: number]

/** The latest first. */
export const findPayouts = (orgId: OrgId, sql: Db, q: PayoutFilters, most: number, after?: PayoutPosition) =>
  sql<PayoutRow[]>`
    ${selectPayouts(orgId, sql)}
    where t.org_id = ${orgId}
      ${when(sql, q.status, (status) => sql`and t.payout_status = ${status}`)}
      ${when(sql, q.missing_at_bank, (isMissing) => (isMissing ? sql`and ${isMissingAtBank(orgId, sql)}` : sql`and not (${isMissingAtBank(orgId, sql)})`))}
      ${when(sql, q.unix_start, (unix) => sql`and t.issued_at >= to_timestamp(${unix})`)}
      ${when(sql, q.unix_end, (unix) => sql`and t.issued_at < to_timestamp(${unix})`)}
      ${when(sql, after, ([at, id]) => sql`and (t.issued_at, t.payout_id) < (${fromMicroseconds(sql, at)}, ${id})`)}
    order by t.issued_at desc, t.payout_id desc
    limit ${most}`.freshPlan()
