import { type Static, Type } from 'typebox'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input, Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { when } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { type CreditKind, creditKinds } from '../ledger/credit.ts'
import { requireCredit } from './require-credit.ts'

const CreditEntry = Type.Object(
  {
    credit_entry_id: Type.Integer(),
    kind: OneOf([...creditKinds]),
    amount: Type.Number({ description: 'below zero: it was taken' }),
    order_id: Nullable(Type.Integer()),
    refund_id: Nullable(Type.Integer()),
    reason: Nullable(Type.String()),
    expires_at: Nullable(Type.Integer({ description: 'Unix seconds; of what was given' })),
    created: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'CreditEntry' },
)

export const CreditEntryRow = Type.Object({
  credit_entry_id: Type.Integer(),
  kind: Type.Unsafe<CreditKind>({ type: 'string' }),
  amount_minor: Type.Integer(),
  currency: Type.String(),
  order_id: Nullable(Type.Integer()),
  refund_id: Nullable(Type.Integer()),
  reason: Nullable(Type.String()),
  expires_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
})
type CreditEntryRow = Static<typeof CreditEntryRow>

export const listCreditEntries: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/credits/:credit_account_id/entries',
    {
      config: { scope: 'debts:manage' },
      schema: {
        operationId: 'listCreditEntries',
        summary: 'List what a fan’s credit came from and went to',
        description: 'Oldest first, or with `desc` the newest.',
        tags: ['Debts'],
        params: Input({ credit_account_id: Id() }),
        querystring: Input({
          limit: Limit(100, 20),
          cursor: Cursor,
          sort_direction: OneOf(['asc', 'desc'], { default: 'asc' }),
        }),
        response: { 200: ListOf('credit_entries', CreditEntry, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, params, query }) => {
      const { credit_account_id: accountId } = params
      const isUp = query.sort_direction === 'asc'
      const bound = {
        list: 'credit entries',
        credit_account_id: accountId,
        ...(isUp ? {} : { sort_direction: 'desc' }),
      }
      await requireCredit(orgId, sql, accountId)
      const after = idInCursor(query.cursor, bound)
      const rows = await sql<CreditEntryRow[]>`
        select e.credit_entry_id, e.kind, e.amount_minor, a.currency, e.order_id, e.refund_id, e.reason, e.expires_at, e.created_at
        from credit_entries e
        join credit_accounts a on a.org_id = ${orgId} and a.credit_account_id = e.credit_account_id
        where e.org_id = ${orgId}
          and e.credit_account_id = ${accountId}
          ${when(sql, after, (id) => (isUp ? sql`and e.credit_entry_id > ${id}` : sql`and e.credit_entry_id < ${id}`))}
        order by e.credit_entry_id ${isUp ? sql`` : sql`desc`}
        limit ${query.limit + 1}`
      const { has_more, page, next_cursor } = keysetPage(rows, query.limit, bound, (row) => [row.credit_entry_id])
      const url = `/v1/manage/credits/${accountId}/entries`
      return { object: 'credit_entries', url, has_more, next_cursor, data: page.map(toEntry) }
    },
  )

const toEntry = (row: CreditEntryRow) =>
  ({
    credit_entry_id: row.credit_entry_id,
    kind: row.kind,
    amount: toMajor(row.amount_minor, row.currency),
    order_id: row.order_id,
    refund_id: row.refund_id,
    reason: row.reason,
    expires_at: row.amount_minor > 0 && row.expires_at ? unixSeconds(row.expires_at) : null,
    created: unixSeconds(row.created_at),
  }) satisfies Static<typeof CreditEntry>
