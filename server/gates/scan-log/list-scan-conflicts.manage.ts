import { Type } from 'typebox'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { afterInTime } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input, Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { when } from '../../platform/postgres/database.ts'
import {
  conflictStatuses,
  ScanConflict,
  type ScanConflictRow,
  selectScanConflicts,
  toScanConflict,
} from './scan-conflict.ts'

const path = '/v1/manage/scan_conflicts'

const byTime = { table: 'scan_conflicts', id: 'scan_conflict_id', order: 'oldest first' } as const

const Query = Input({
  event_id: Type.Optional(Id()),
  status: Type.Optional(OneOf([...conflictStatuses])),
  limit: Limit(100, 20),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'next_cursor of the page before' })),
})

export const listScanConflicts: Operation = (app, { sql }) =>
  app.get(
    path,
    {
      config: { scope: 'gates:manage' },
      schema: {
        operationId: 'listScanConflicts',
        summary: 'List scan conflicts',
        description: 'Admissions that the log shows should not have been: both gates, devices and times. Oldest first.',
        tags: ['Gates'],
        querystring: Query,
        response: { 200: ListOf('scan_conflicts', ScanConflict, { next_cursor: Nullable(Type.String()) }) },
      },
    },
    async ({ orgId, query }) => {
      const { event_id, status, limit, cursor } = query
      const bound = { list: 'scan_conflicts', event_id, status }
      const after = idInCursor(cursor, bound)
      const rows = await sql<ScanConflictRow[]>`
        ${selectScanConflicts(sql)}
        where t.org_id = ${orgId}
          ${when(sql, event_id, (id) => sql`and t.event_id = ${id}`)}
          ${when(sql, status, (value) => sql`and t.scan_conflict_status = ${value}`)}
          ${when(sql, after, (id) => sql`and ${afterInTime(sql, { ...byTime, orgId }, id)}`)}
        order by t.created_at, t.scan_conflict_id
        limit ${limit + 1}`
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.scan_conflict_id])
      return {
        object: 'scan_conflicts',
        url: path,
        has_more,
        next_cursor,
        data: page.map(toScanConflict),
      }
    },
  )
