import { Type } from 'typebox'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { afterInTime } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input, Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { when } from '../../platform/postgres/database.ts'
import { inChange, updateRow } from '../../resources/change-row.ts'
import { conflict } from '../../resources/constraints.ts'
import { retrieveOf } from '../../resources/read-operations.ts'
import {
  conflictStatuses,
  ScanConflict,
  type ScanConflictRow,
  scanConflicts,
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

export const retrieveScanConflict = retrieveOf(scanConflicts)

export const resolveScanConflict: Operation = (app, deps) =>
  app.post(
    '/v1/manage/scan_conflicts/:scan_conflict_id/resolve',
    {
      config: { scope: 'gates:manage' },
      schema: {
        operationId: 'resolveScanConflict',
        summary: 'Resolve a scan conflict',
        description: 'Says what came of it. Neither scan changes; a resolved conflict stays resolved.',
        tags: ['Gates'],
        params: Input({ scan_conflict_id: Id() }),
        body: Input({ resolution: Text(1000), resolved_by: Text(100, { description: 'who looked into it' }) }),
        response: { 200: ScanConflict },
      },
    },
    (request, reply) =>
      inChange(scanConflicts, deps, request, reply, async (at) => {
        const { resolution, resolved_by } = request.body
        const resolve = ({ scan_conflict_status: status }: ScanConflictRow) => {
          if (status !== 'open') throw conflict(`The conflict is ${status} already.`)()
          return { scan_conflict_status: 'resolved' as const, resolution, resolved_by, resolved_at: at.clock() }
        }
        return updateRow(scanConflicts, at, request.params.scan_conflict_id, resolve, 'resolved')
      }),
  )
