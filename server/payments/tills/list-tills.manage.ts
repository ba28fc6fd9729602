import { Type } from 'typebox'
import { actorOf } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { afterInTime, Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Input, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { Till, type TillRow, tillColumns, toTill } from './till.ts'

const path = '/v1/manage/tills'

export const listTills: Operation = (app, { sql }) =>
  app.get(
    path,
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'listTills',
        summary: 'List tills',
        description: 'Drawers of cash at the box office, newest first.',
        tags: ['Box office'],
        querystring: Input({
          status: Type.Optional(OneOf(['open', 'closed'])),
          mine: Type.Optional(Type.Boolean({ description: 'true: those that you opened' })),
          limit: Limit(100, 20),
          cursor: Cursor,
        }),
        response: { 200: ListOf('tills', Till, { next_cursor: NextCursor }) },
      },
    },
    async (request) => {
      const { orgId, query } = request
      const { status, mine = false, limit, cursor } = query
      const filters = { list: 'tills', status, mine }
      const openedBy = mine ? actorOf(request) : undefined
      const rows = await findTills(orgId, sql, limit, { status, openedBy, before: idInCursor(cursor, filters) })
      const { has_more, page, next_cursor } = keysetPage(rows, limit, filters, ({ till_id }) => [till_id])
      return { object: 'tills', url: path, has_more, next_cursor, data: page.map(toTill) }
    },
  )

type TillFilters = {
  status: string | undefined
  openedBy: { kind: string; id: string | null } | undefined
  before: number | undefined
}

const byTime = { table: 'tills', id: 'till_id', order: 'newest first' } as const

export const findTills = (orgId: OrgId, sql: Db, limit: number, { status, openedBy, before }: TillFilters) => sql<
  TillRow[]
>`
  select ${tillColumns(sql)}
  from tills t
  where org_id = ${orgId}
    ${when(sql, status, (value) => sql`and till_status = ${value}`)}
    ${when(sql, openedBy, ({ kind, id }) => sql`and opened_by_kind = ${kind} and opened_by_id = ${id}`)}
    ${when(sql, before, (id) => sql`and ${afterInTime(sql, { ...byTime, orgId }, id)}`)}
  order by created_at desc, till_id desc
  limit ${limit + 1}`
