import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { inChange, updateRow } from '../../resources/change-row.ts'
import { conflict } from '../../resources/constraints.ts'
import { ScanConflict, type ScanConflictRow, scanConflicts } from './scan-conflict.ts'

export const reopenScanConflict: Operation = (app, deps) =>
  app.post(
    '/v1/manage/scan_conflicts/:scan_conflict_id/reopen',
    {
      config: { scope: 'gates:manage' },
      schema: {
        operationId: 'reopenScanConflict',
        summary: 'Open a resolved scan conflict again',
        description: 'Takes the answer back; the audit log keeps it.',
        tags: ['Gates'],
        params: Input({ scan_conflict_id: Id() }),
        response: { 200: ScanConflict },
      },
    },
    (request, reply) =>
      inChange(scanConflicts, deps, request, reply, (at) => {
        const reopen = ({ scan_conflict_status: status }: ScanConflictRow) => {
          if (status !== 'resolved') throw conflict(`The conflict is ${status}.`)()
          const answer = { outcome: null, resolution: null, resolved_by: null, resolved_at: null }
          return { scan_conflict_status: 'open' as const, ...answer }
        }
        return updateRow(scanConflicts, at, request.params.scan_conflict_id, reopen, 'reopened')
      }),
  )
