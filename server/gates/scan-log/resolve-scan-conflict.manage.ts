import { type Static, Type } from 'typebox'
import { isStaff, type Principal } from '../../access/principal.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Id, Input, OneOf, Paragraphs, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { inChange, updateRow } from '../../resources/change-row.ts'
import { conflict } from '../../resources/constraints.ts'
import { conflictOutcomes, ScanConflict, type ScanConflictRow, scanConflicts } from './scan-conflict.ts'

const Body = Input({
  outcome: Type.Optional(
    OneOf([...conflictOutcomes], {
      description:
        'went_out: one person went out in between; passed_on: both may be inside; wrong_person: look at the seat',
    }),
  ),
  resolution: Type.Optional(Paragraphs(1000, { description: 'in words; needed where no outcome says it' })),
  resolved_by: Type.Optional(
    Text(100, { description: 'who looked into it; needed with a key, while a person signs with their own name' }),
  ),
})

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
        body: Body,
        response: { 200: ScanConflict },
      },
    },
    (request, reply) => {
      const { outcome, resolution, resolved_by } = resolutionIn(request.principal, request.body)
      return inChange(scanConflicts, deps, request, reply, async (at) => {
        const resolve = ({ scan_conflict_status: status }: ScanConflictRow) => {
          if (status !== 'open') throw conflict(`The conflict is ${status} already.`)()
          const settled = { outcome, resolution, resolved_by, resolved_at: at.clock(at.orgId) }
          return { scan_conflict_status: 'resolved' as const, ...settled }
        }
        return updateRow(scanConflicts, at, request.params.scan_conflict_id, resolve, 'resolved')
      })
    },
  )

/** What came of it, by a word or in words; and who says so. */
function resolutionIn(principal: Principal, body: Static<typeof Body>) {
  const { outcome = null, resolution = null } = body
  const resolved_by = isStaff(principal) ? principal.person.name : body.resolved_by
  const missing = [
    ...(outcome === null && resolution === null ? ['resolution'] : []),
    ...(resolved_by === undefined ? ['resolved_by'] : []),
  ]
  if (resolved_by === undefined || missing.length > 0)
    throw invalidParameters(
      missing.map((param) => ({ param, code: 'parameter_missing', message: `${param} is required.` })),
    )
  return { outcome, resolution, resolved_by }
}
