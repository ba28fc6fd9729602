import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { decodeCursor, keysetPage } from '../../platform/http/cursor.ts'
import { Cursor, fromMicroseconds, microseconds, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input, OneOf, UnixSeconds } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { Debt, DebtRow, debts, selectDebts, toDebt } from '../ledger/debt.ts'
import { debtKinds, debtStatuses } from '../ledger/lock-debts.ts'

const Query = Input({
  limit: Limit(100, 20),
  cursor: Cursor,
  owed_by: Type.Optional(OneOf(['fan', 'club'])),
  kind: Type.Optional(OneOf([...debtKinds])),
  status: Type.Optional(OneOf([...debtStatuses])),
  open: Type.Optional(Type.Boolean({ description: 'true: something is left of it; false: nothing is' })),
  overdue: Type.Optional(Type.Boolean({ description: 'true: open, and its day has passed; false: all others' })),
  order_id: Type.Optional(Id({ description: 'only those of this order' })),
  user_id: Type.Optional(Id({ description: 'only those of this customer' })),
  unix_start: Type.Optional(UnixSeconds({ description: 'only those due after this Unix time' })),
  unix_end: Type.Optional(UnixSeconds({ description: 'only those due before this Unix time' })),
})
type Query = Static<typeof Query>

export const ListedDebtRow = Type.Object({ ...DebtRow.properties, microseconds: Type.Integer() })
type ListedDebtRow = Static<typeof ListedDebtRow>

export const listDebts: Operation = (app, { sql, clock }) =>
  app.get(
    debts.listPath,
    {
      config: { scope: 'debts:manage' },
      schema: {
        operationId: 'listDebts',
        summary: 'List what is owed',
        description: 'By fans and by the organisation, in the order of their days, the earliest first.',
        tags: [debts.tag],
        querystring: Query,
        response: { 200: ListOf('debts', Debt, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, query }) => {
      const { limit, cursor, ...filters } = query
      const now = clock(orgId)
      const bound = { list: 'debts', ...filters }
      const after = cursor === undefined ? undefined : decodeCursor(cursor, bound, ['number', 'number'])
      const rows = await findPage(orgId, sql, now, query, after as Position | undefined).freshPlan()
      const positionOf = (row: ListedDebtRow): Position => [row.microseconds, row.debt_id]
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, positionOf)
      return {
        object: 'debts',
        url: debts.listPath,
        has_more,
        next_cursor,
        data: page.map((row) => toDebt(row, now)),
      }
    },
  )

type Position = [dueAt: number, debtId: number]

/** The page is found along the index before anything is joined to it. */
function findPage(orgId: OrgId, sql: Db, now: Date, q: Query, after?: Position) {
  return sql<ListedDebtRow[]>`
    select page.*, ${microseconds(sql, 'due_at')} as microseconds
    from (
      ${selectDebts(sql, orgId)}
      where t.org_id = ${orgId}
        and t.debt_id = any (array(
          select debt_id
          from debts
          where org_id = ${orgId}
            ${when(sql, q.owed_by, (whose) => sql`and owed_by = ${whose}`)}
            ${when(sql, q.kind, (kind) => sql`and kind = ${kind}`)}
            ${when(sql, q.status, (status) => sql`and debt_status = ${status}`)}
            ${when(sql, q.open, (open) => (open ? sql`and closed_at is null` : sql`and closed_at is not null`))}
            ${when(sql, q.overdue, (overdue) => (overdue ? sql`and ${isOverdue(sql, now)}` : sql`and not (${isOverdue(sql, now)})`))}
            ${when(sql, q.order_id, (id) => sql`and order_id = ${id}`)}
            ${when(sql, q.user_id, (id) => sql`and user_id = ${id}`)}
            ${when(sql, q.unix_start, (unix) => sql`and due_at > to_timestamp(${unix})`)}
            ${when(sql, q.unix_end, (unix) => sql`and due_at < to_timestamp(${unix})`)}
            ${when(sql, after, ([at, id]) => sql`and (due_at, debt_id) > (${fromMicroseconds(sql, at)}, ${id})`)}
          order by due_at, debt_id
          limit ${q.limit + 1}
        ))
    ) as page
    order by due_at, debt_id`
}

const isOverdue = (sql: Db, now: Date) => sql`closed_at is null and due_at < ${now}`
