import { Id, Input, Paragraphs, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { inChange, updateRow } from '../../resources/change-row.ts'
import { conflict } from '../../resources/constraints.ts'
import { ScanConflict, type ScanConflictRow, scanConflicts } from './scan-conflict.ts'

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
        body: Input({ resolution: Paragraphs(1000), resolved_by: Text(100, { description: 'who looked into it' }) }),
        response: { 200: ScanConflict },
      },
    },
    (request, reply) =>
      inChange(scanConflicts, deps, request, reply, async (at) => {
        const { resolution, resolved_by } = request.body
        const resolve = ({ scan_conflict_status: status }: ScanConflictRow) => {
          if (status !== 'open') throw conflict(`The conflict is ${status} already.`)()
          return { scan_conflict_status: 'resolved' as const, resolution, resolved_by, resolved_at: at.clock(at.orgId) }
        }
        return updateRow(scanConflicts, at, request.params.scan_conflict_id, resolve, 'resolved')
      }),
  )
