import type { Source } from './ledger-movements.ts'

/** What the drawers of counters have beside what is sold and handed back. */
export const cashSources = {
  // What was missing at the close of a till; below zero: what was too much.
  cash_difference: {
    table: 'till_closes',
    id: 'till_close_id',
    at: 'created_at',
    orderId: (sql) => sql`null::bigint`,
    amount: (sql) => sql`t.expected_minor - t.counted_minor`,
    where: (_orgId, sql) => sql`and t.expected_minor <> t.counted_minor`,
    reference: (sql) => sql`t.name || ' ' || t.number`,
    currency: (sql) => sql`t.currency`,
  },
  // What a sum in cash was rounded by, where there is no smaller coin.
  cash_rounding: {
    table: 'till_receipts',
    id: 'till_receipt_id',
    at: 'created_at',
    orderId: (sql) => sql`t.order_id`,
    amount: (sql) => sql`t.rounding_minor`,
    joins: (orgId, sql) => sql`join counters c on c.org_id = ${orgId} and c.counter_id = t.counter_id`,
    where: (_orgId, sql) => sql`and t.rounding_minor <> 0`,
    reference: (sql) => sql`c.name || ' ' || t.receipt_number`,
    currency: (sql) => sql`c.currency`,
  },
} satisfies Record<string, Source>
