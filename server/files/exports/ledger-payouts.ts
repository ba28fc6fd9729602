import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Source } from './ledger-movements.ts'

/** Of a movement that a payout is made of: whose account it was in, and the order that it is about. */
const joinMoved = (orgId: OrgId, sql: Db) => sql`
  join payouts y on y.org_id = ${orgId} and y.payout_id = t.payout_id
  left join payments p on p.org_id = ${orgId} and p.payment_id = t.payment_id`
const ofMoved = {
  table: 'payout_movements',
  id: 'payout_movement_id',
  orderId: (sql: Db) => sql`p.order_id`,
  joins: joinMoved,
  provider: (sql: Db) => sql`y.provider`,
  reference: (sql: Db) => sql`t.provider_reference`,
  currency: (sql: Db) => sql`t.currency`,
}
const ofPayout = {
  table: 'payouts',
  id: 'payout_id',
  orderId: (sql: Db) => sql`null::bigint`,
  amount: (sql: Db) => sql`t.amount_minor`,
  provider: (sql: Db) => sql`t.provider`,
  reference: (sql: Db) => sql`t.provider_reference`,
  currency: (sql: Db) => sql`t.currency`,
}

export const payoutSources = {
  // On the day that we heard of it, as all that the provider says: a day that is over stays as it is.
  payout: { ...ofPayout, at: 'paid_at' },
  payout_return: { ...ofPayout, at: 'returned_at' },
  // What the books have in another currency than the provider's account is taken out of that account in both.
  provider_exchange: {
    ...ofMoved,
    at: 'matched_at',
    amount: (sql) => sql`-t.foreign_minor`,
    where: (_orgId, sql) => sql`
      and t.difference_minor <> 0
      and t.foreign_currency is not null`,
    currency: (sql) => sql`t.foreign_currency`,
  },
  provider_fee: {
    ...ofMoved,
    at: 'created_at',
    amount: (sql) => sql`t.fee_minor`,
    where: (_orgId, sql) => sql`and t.fee_minor <> 0`,
  },
  // By what the provider has more than the books; less what was booked while nothing was found for it.
  provider_match: {
    ...ofMoved,
    at: 'matched_at',
    amount: (sql) => sql`t.difference_minor - case when t.stray_at is null then 0 else t.amount_minor end`,
    where: (_orgId, sql) => sql`and (t.stray_at is not null or t.difference_minor <> 0)`,
  },
  provider_stray: { ...ofMoved, at: 'stray_at', amount: (sql) => sql`t.amount_minor` },
} satisfies Record<string, Source>
