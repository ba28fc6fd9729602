import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { afterInTime, Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Input, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { type RunRow, runStatuses, StaffRun, selectRuns, toRun } from './run.ts'
import { readableRuns } from './run-actions.ts'
import { objectTypes } from './run-objects.ts'

const Query = Input({
  limit: Limit(100, 20),
  cursor: Cursor,
  object_type: Type.Optional(OneOf([...objectTypes])),
  run_status: Type.Optional(OneOf([...runStatuses])),
})
type Query = Static<typeof Query>

const path = '/v1/manage/runs'

export const listRuns: Operation = (app, { sql }) =>
  app.get(
    path,
    {
      config: { scope: 'runs:manage' },
      schema: {
        operationId: 'listRuns',
        summary: 'List runs',
        description: 'Newest first; those of which the caller may do one by hand, or read it.',
        tags: ['Runs'],
        querystring: Query,
        response: { 200: ListOf('runs', StaffRun, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, query, principal }) => {
      const { limit, cursor, ...filters } = query
      const bound = { list: 'runs', ...filters }
      const rows = await findRuns(orgId, sql, query, readableRuns(principal), idInCursor(cursor, bound))
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.run_id])
      return { object: 'runs', url: path, has_more, next_cursor, data: page.map((row) => toRun(row)) }
    },
  )

const byTime = { table: 'runs', id: 'run_id', order: 'newest first' } as const

const findRuns = (orgId: OrgId, sql: Db, q: Query, readable: string[], before: number | undefined) => sql<RunRow[]>`
  ${selectRuns(orgId, sql)}
  where t.org_id = ${orgId}
    and t.object_type || '.' || t.action = any (${readable}::text[])
    ${when(sql, q.object_type, (type) => sql`and t.object_type = ${type}`)}
    ${when(sql, q.run_status, (status) => sql`and t.run_status = ${status}`)}
    ${when(sql, before, (id) => sql`and ${afterInTime(sql, { ...byTime, orgId }, id)}`)}
  order by t.created_at desc, t.run_id desc
  limit ${q.limit + 1}`
