import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { decodeCursor, keysetPage } from '../../platform/http/cursor.ts'
import { Cursor, fromMicroseconds, microseconds, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Input, Nullable } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { isStillMissing } from './find-missing.ts'

const PATH = '/v1/manage/missing_payments'

const MissingPayment = Type.Object(
  {
    payment_id: Type.Integer(),
    reference: Nullable(Type.String({ description: 'by which the provider knows it' })),
    order_id: Nullable(Type.Integer()),
    amount: Type.Number(),
    currency: Type.String(),
    paid: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'MissingPayment' },
)

export const listMissingPayments: Operation = (app, { sql }) =>
  app.get(
    PATH,
    {
      config: { scope: 'figures:manage' },
      schema: {
        operationId: 'listMissingPayments',
        summary: 'List payments that were not paid out',
        description:
          'Ten days older than the provider’s last payout, or 45 days old where there was none, and in no payout: the oldest first. One that a payout brings is gone.',
        tags: ['Payouts'],
        querystring: Input({ limit: Limit(100, 20), cursor: Cursor }),
        response: { 200: ListOf('missing_payments', MissingPayment, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, query: { limit, cursor } }) => {
      const bound = { list: 'missing_payments' }
      const after = cursor === undefined ? undefined : decodeCursor(cursor, bound, ['number', 'number'])
      const rows = await findMissingPayments(orgId, sql, limit + 1, after as [number, number] | undefined)
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [
        row.microseconds,
        row.payment_id,
      ])
      return { object: 'missing_payments', url: PATH, has_more, next_cursor, data: page.map(toMissing) }
    },
  )

export const MissingPaymentRow = Type.Object({
  payment_id: Type.Integer(),
  provider_reference: Nullable(Type.String()),
  order_id: Nullable(Type.Integer()),
  amount_minor: Type.Integer(),
  currency: Type.String(),
  paid_at: Type.Unsafe<Date>({ type: 'object' }),
  microseconds: Type.Integer(),
})
type MissingPaymentRow = Static<typeof MissingPaymentRow>

const findMissingPayments = (orgId: OrgId, sql: Db, most: number, after?: [number, number]) =>
  sql<MissingPaymentRow[]>`
  select n.payment_id, p.provider_reference, coalesce(p.order_id, (
      select min(d.order_id)
      from payment_debts x
      join debts d on d.org_id = ${orgId} and d.debt_id = x.debt_id
      where x.org_id = ${orgId}
        and x.payment_id = n.payment_id
    )) as order_id, p.amount_minor, p.currency, n.paid_at, ${microseconds(sql, 'n.paid_at')} as microseconds
  from missing_payments n
  join payments p on p.org_id = ${orgId} and p.payment_id = n.payment_id
  where n.org_id = ${orgId}
    and ${isStillMissing(orgId, sql)}
    ${when(sql, after, ([at, id]) => sql`and (n.paid_at, n.payment_id) > (${fromMicroseconds(sql, at)}, ${id})`)}
  order by n.paid_at, n.payment_id
  limit ${most}`.freshPlan()

const toMissing = (row: MissingPaymentRow) =>
  ({
    payment_id: row.payment_id,
    reference: row.provider_reference,
    order_id: row.order_id,
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
    paid: unixSeconds(row.paid_at),
  }) satisfies Static<typeof MissingPayment>
