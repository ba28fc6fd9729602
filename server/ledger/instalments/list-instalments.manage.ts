import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { decodeCursor, keysetPage } from '../../platform/http/cursor.ts'
import { Cursor, fromMicroseconds, microseconds, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input, OneOf, UnixSeconds } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { debtStatuses } from '../ledger/lock-debts.ts'
import { Instalment, InstalmentRow, instalments, toInstalment } from './instalment.ts'

const Query = Input({
  limit: Limit(100, 20),
  cursor: Cursor,
  membership_order_id: Type.Optional(Id({ description: 'only those of this order' })),
  status: Type.Optional(OneOf([...debtStatuses])),
  overdue: Type.Optional(Type.Boolean({ description: 'true: not paid, and its day has passed; false: all others' })),
  unix_start: Type.Optional(UnixSeconds({ description: 'only those due after this Unix time' })),
  unix_end: Type.Optional(UnixSeconds({ description: 'only those due before this Unix time' })),
})
type Query = Static<typeof Query>

export const ListedInstalmentRow = Type.Object({ ...InstalmentRow.properties, microseconds: Type.Integer() })
type ListedInstalmentRow = Static<typeof ListedInstalmentRow>

export const listInstalments: Operation = (app, { sql, clock }) =>
  app.get(
    instalments.listPath,
    {
      config: { scope: 'members:manage' },
      schema: {
        operationId: 'listInstalments',
        summary: 'List instalments by state',
        description: 'In the order of their days, the earliest first.',
        tags: [instalments.tag],
        querystring: Query,
        response: { 200: ListOf('instalments', Instalment, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, query }) => {
      const { limit, cursor, ...filters } = query
      const now = clock(orgId)
      const bound = { list: 'instalments', ...filters }
      const after = cursor === undefined ? undefined : decodeCursor(cursor, bound, ['number', 'number'])
      const rows = await findInstalments(orgId, sql, now, query, after as Position | undefined).freshPlan()
      const positionOf = (row: ListedInstalmentRow): Position => [row.microseconds, row.instalment_id]
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, positionOf)
      return {
        object: 'instalments',
        url: instalments.listPath,
        has_more,
        next_cursor,
        data: page.map((row) => toInstalment(row, now)),
      }
    },
  )

type Position = [dueAt: number, instalmentId: number]

/** The page is found along the index before anything is joined to it. */
function findInstalments(orgId: OrgId, sql: Db, now: Date, q: Query, after?: Position) {
  return sql<ListedInstalmentRow[]>`
    select page.*, ${microseconds(sql, 'due_at')} as microseconds
    from (
      ${instalments.select(sql, now, orgId)}
      where t.org_id = ${orgId}
        and t.instalment_id = any (array(
          select debt_id
          from debts
          where org_id = ${orgId}
            and kind = 'instalment'
            ${when(sql, q.membership_order_id, (id) => sql`and order_id = ${id}`)}
            ${when(sql, q.status, (status) => sql`and debt_status = ${status}`)}
            ${when(sql, q.overdue, (overdue) => (overdue ? sql`and ${isOverdue(sql, now)}` : sql`and not (${isOverdue(sql, now)})`))}
            ${when(sql, q.unix_start, (unix) => sql`and due_at > to_timestamp(${unix})`)}
            ${when(sql, q.unix_end, (unix) => sql`and due_at < to_timestamp(${unix})`)}
            ${when(sql, after, ([at, id]) => sql`and (due_at, debt_id) > (${fromMicroseconds(sql, at)}, ${id})`)}
          order by due_at, debt_id
          limit ${q.limit + 1}
        ))
    ) as page
    order by due_at, instalment_id`
}

const isOverdue = (sql: Db, now: Date) => sql`closed_at is null and due_at < ${now}`
