import { type Static, Type } from 'typebox'
import { receivedMinor } from '../../checkout/transfers/own-transfer.ts'
import { spacedReference, transferReference } from '../../checkout/transfers/transfer-reference.ts'
import { decodeCursor, keysetPage } from '../../platform/http/cursor.ts'
import { ContactField } from '../../platform/http/guarded-fields.ts'
import { Cursor, fromMicroseconds, microseconds, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input, Nullable } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { when } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'

const PATH = '/v1/manage/awaited_transfers'

const AwaitedTransfer = Type.Object(
  {
    order_id: Type.Integer(),
    event_id: Nullable(Type.Integer()),
    name: Nullable(ContactField({ description: 'of the buyer' })),
    amount: Type.Number({ description: 'major unit of the currency' }),
    received: Type.Number({ description: 'of it, has come so far' }),
    currency: Type.String(),
    reference: Nullable(Type.String({ description: 'as the buyer was shown it' })),
    expires_at: Type.Integer({ description: 'Unix seconds; so long the places wait' }),
    created: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'AwaitedTransfer' },
)

export const ListedTransferRow = Type.Object({
  payment_id: Type.Integer(),
  order_id: Type.Integer(),
  event_id: Nullable(Type.Integer()),
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
  amount_minor: Type.Integer(),
  received_minor: Type.Integer(),
  currency: Type.String(),
  iban: Nullable(Type.String()),
  expires_at: Type.Unsafe<Date>({ type: 'object' }),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
  microseconds: Type.Integer(),
})
type ListedTransferRow = Static<typeof ListedTransferRow>

export const listAwaitedTransfers: Operation = (app, { sql }) =>
  app.get(
    PATH,
    {
      config: { scope: 'debts:manage' },
      schema: {
        operationId: 'listAwaitedTransfers',
        summary: 'List awaited transfers',
        description: 'Orders whose places wait for a bank transfer, the next deadline first.',
        tags: ['Bank'],
        querystring: Input({
          limit: Limit(100, 20),
          cursor: Cursor,
          order_id: Type.Optional(Id({ description: 'only that of this order' })),
        }),
        response: { 200: ListOf('awaited_transfers', AwaitedTransfer, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, query: { limit, cursor, ...q } }) => {
      const bound = { list: 'awaited_transfers', ...q }
      const after = cursor === undefined ? undefined : decodeCursor(cursor, bound, ['number', 'number'])
      const rows = await sql<ListedTransferRow[]>`
        select p.payment_id, o.order_id, o.event_id, o.first_name, o.last_name, p.amount_minor, ${receivedMinor(sql, orgId)} as received_minor,
          p.currency, g.transfer_iban as iban, coalesce(p.expires_at, p.created_at) as expires_at, p.created_at, ${microseconds(sql, 'p.expires_at')} as microseconds
        from payments p
        join orders o on o.org_id = ${orgId} and o.order_id = p.order_id
        join organisations g on g.org_id = ${orgId}
        where p.org_id = ${orgId}
          and p.payment_status = 'processing'
          and p.payment_method = 'transfer'
          and p.expires_at is not null
          ${when(sql, q.order_id, (id) => sql`and p.order_id = ${id}`)}
          ${when(sql, after, ([at, id]) => sql`and (p.expires_at, p.payment_id) > (${fromMicroseconds(sql, Number(at))}, ${Number(id)})`)}
        order by p.expires_at, p.payment_id
        limit ${limit + 1}`.freshPlan()
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [
        row.microseconds,
        row.payment_id,
      ])
      return { object: 'awaited_transfers', url: PATH, has_more, next_cursor, data: page.map(toAwaited) }
    },
  )

function toAwaited(row: ListedTransferRow) {
  const name = [row.first_name, row.last_name].filter((part) => part !== null).join(' ')
  const purpose = { kind: 'payment' as const, id: row.payment_id }
  return {
    order_id: row.order_id,
    event_id: row.event_id,
    name: name === '' ? null : name,
    amount: toMajor(row.amount_minor, row.currency),
    received: toMajor(row.received_minor, row.currency),
    currency: row.currency,
    reference: row.iban === null ? null : spacedReference(transferReference(row.iban, purpose)),
    expires_at: unixSeconds(row.expires_at),
    created: unixSeconds(row.created_at),
  } satisfies Static<typeof AwaitedTransfer>
}
