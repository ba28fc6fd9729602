import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { decodeCursor, keysetPage } from '../../platform/http/cursor.ts'
import { Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input, Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { movementKinds, type PayoutMovementKind } from '../payments/provider-payouts.ts'
import { requirePayout } from './require-payout.ts'

const filters = {
  kind: Type.Optional(OneOf([...movementKinds])),
  matched: Type.Optional(
    Type.Boolean({ description: 'false: only what the books do not have, or have otherwise; true: only the rest' }),
  ),
}

const Filters = Input(filters)

const PayoutMovement = Type.Object(
  {
    payout_movement_id: Type.Integer(),
    reference: Type.String({ description: 'by which the provider knows it' }),
    kind: OneOf([...movementKinds]),
    provider_kind: Type.String({ description: 'the provider’s own word' }),
    source_reference: Nullable(Type.String({ description: 'the payment, refund or dispute, by the provider’s name' })),
    moved: Type.Integer({ description: 'Unix seconds' }),
    amount: Type.Number({ description: 'before fees; below zero it went' }),
    fee: Type.Number(),
    net: Type.Number(),
    currency: Type.String(),
    matched: Type.Boolean({ description: 'the books have it, by the same amount' }),
    difference: Type.Number({ description: 'by which it is more than the books have' }),
    books_amount: Nullable(Type.Number({ description: 'what the books have in another currency' })),
    books_currency: Nullable(Type.String()),
    order_id: Nullable(Type.Integer({ description: 'whose money it is' })),
  },
  { title: 'PayoutMovement' },
)

export const listPayoutMovements: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/payouts/:payout_id/movements',
    {
      config: { scope: 'figures:manage' },
      schema: {
        operationId: 'listPayoutMovements',
        summary: 'List what a payout is made of',
        description:
          'Payments, refunds, disputes and fees, as the provider’s account has them, each with what the books have.',
        tags: ['Payouts'],
        params: Input({ payout_id: Id() }),
        querystring: Input({ limit: Limit(100, 20), cursor: Cursor, ...filters }),
        response: { 200: ListOf('payout_movements', PayoutMovement, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, params: { payout_id: payoutId }, query }) => {
      const { limit, cursor, ...wanted } = query
      await requirePayout(orgId, sql, payoutId)
      const bound = { list: 'payout_movements', payoutId, ...wanted }
      const after = cursor === undefined ? undefined : decodeCursor(cursor, bound, ['number'])
      const rows = await findMovements(orgId, sql, payoutId, wanted, limit + 1, after?.[0])
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.payout_movement_id])
      const url = `/v1/manage/payouts/${payoutId}/movements`
      return { object: 'payout_movements', url, has_more, next_cursor, data: page.map(toMovement) }
    },
  )

export const PayoutMovementRow = Type.Object({
  payout_movement_id: Type.Integer(),
  provider_reference: Type.String(),
  kind: Type.Unsafe<PayoutMovementKind>({ type: 'string' }),
  provider_kind: Type.String(),
  source_reference: Nullable(Type.String()),
  moved_at: Type.Unsafe<Date>({ type: 'object' }),
  amount_minor: Type.Integer(),
  fee_minor: Type.Integer(),
  net_minor: Type.Integer(),
  currency: Type.String(),
  is_matched: Type.Boolean(),
  difference_minor: Type.Integer(),
  foreign_minor: Nullable(Type.Integer()),
  foreign_currency: Nullable(Type.String()),
  order_id: Nullable(Type.Integer()),
})
type PayoutMovementRow = Static<typeof PayoutMovementRow>

const isOpen = (sql: Db) => sql`(m.matched_at is null or (m.difference_minor <> 0 and m.foreign_currency is null))`

/** Of a payment for debts, the order of the first of them. */
const findMovements = (
  orgId: OrgId,
  sql: Db,
  payoutId: number,
  q: Static<typeof Filters>,
  most: number,
  after: string | number | undefined,
) =>
  sql<PayoutMovementRow[]>`
  select m.payout_movement_id, m.provider_reference, m.kind, m.provider_kind, m.source_reference, m.moved_at, m.amount_minor, m.fee_minor,
    m.net_minor, m.currency, not ${isOpen(sql)} as is_matched,
    case when m.matched_at is null then m.amount_minor when m.foreign_currency is null then m.difference_minor else 0 end as difference_minor,
    m.foreign_minor, m.foreign_currency, coalesce(r.order_id, p.order_id, (
      select min(d.order_id)
      from payment_debts x
      join debts d on d.org_id = ${orgId} and d.debt_id = x.debt_id
      where x.org_id = ${orgId}
        and x.payment_id = p.payment_id
    )) as order_id
  from payout_movements m
  left join refunds r on r.org_id = ${orgId} and r.refund_id = m.refund_id
  left join payment_reversals v on v.org_id = ${orgId} and v.payment_reversal_id = m.payment_reversal_id
  left join payments p on p.org_id = ${orgId} and p.payment_id = coalesce(m.payment_id, r.payment_id, v.payment_id)
  where m.org_id = ${orgId}
    and m.payout_id = ${payoutId}
    ${when(sql, q.kind, (kind) => sql`and m.kind = ${kind}`)}
    ${when(sql, q.matched, (matched) => (matched ? sql`and not ${isOpen(sql)}` : sql`and ${isOpen(sql)}`))}
    ${when(sql, after, (id) => sql`and m.payout_movement_id > ${id}`)}
  order by m.payout_movement_id
  limit ${most}`.freshPlan()

const toMovement = (row: PayoutMovementRow) =>
  ({
    payout_movement_id: row.payout_movement_id,
    reference: row.provider_reference,
    kind: row.kind,
    provider_kind: row.provider_kind,
    source_reference: row.source_reference,
    moved: unixSeconds(row.moved_at),
    amount: toMajor(row.amount_minor, row.currency),
    fee: toMajor(row.fee_minor, row.currency),
    net: toMajor(row.net_minor, row.currency),
    currency: row.currency,
    matched: row.is_matched,
    difference: toMajor(row.difference_minor, row.currency),
    books_amount:
      row.foreign_minor === null || row.foreign_currency === null
        ? null
        : toMajor(row.foreign_minor, row.foreign_currency),
    books_currency: row.foreign_currency,
    order_id: row.order_id,
  }) satisfies Static<typeof PayoutMovement>
