import { record } from '../../access/audit/record.ts'
import { requireScope } from '../../access/require-scope.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { RunParams } from './retrieve-run.manage.ts'
import { requireRun, StaffRun, toRun } from './run.ts'
import { runActions } from './run-actions.ts'

export const startRun: Operation<SessionDeps> = (app, deps) =>
  app.post(
    '/v1/manage/runs/:run_id/start',
    {
      config: { scope: 'runs:manage', needsProof: 'sometimes', effects: ['money_out', 'owed_less', 'words_out'] },
      schema: {
        operationId: 'startRun',
        summary: 'Start a run that is ready',
        description: 'It has waited with all that its filters left. Stop it instead to leave everything as it is.',
        tags: ['Runs'],
        params: RunParams,
        response: { 200: StaffRun },
      },
    },
    async (request, reply) => {
      const { orgId, params, principal } = request
      const { clock } = deps
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const { run_id: runId, object_type, action: name } = await requireRun(orgId, tx, principal, params.run_id)
        const action = runActions[object_type][name]
        if (action) requireScope(principal, action.right)
        if (action?.isProved) await deps.sessions.requireProof(principal)
        const started = await tx`
          update runs
          set run_status = 'running', changed_at = ${clock(orgId)}
          where org_id = ${orgId}
            and run_id = ${runId}
            and run_status = 'ready'
          returning run_id`
        const run = await requireRun(orgId, tx, principal, runId)
        if (started.length === 0) throw new ApiError('state_conflict', { message: `The run is ${run.run_status}.` })
        const entry = { action: 'run.begun', objectType: 'run', objectId: runId }
        await record(tx, clock, request, {
          ...entry,
          before: { run_status: 'ready' },
          after: { run_status: 'running' },
        })
        return toRun(run)
      })
    },
  )
