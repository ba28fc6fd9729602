import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { requireScope } from '../../access/require-scope.ts'
import { STAFF_MAIL } from '../../messages/mail/notices.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { RunParams } from './retrieve-run.manage.ts'
import { requireRun, StaffRun, toRun } from './run.ts'
import { runActions } from './run-actions.ts'

export const stopRun: Operation = (app, deps) =>
  app.post(
    '/v1/manage/runs/:run_id/stop',
    {
      config: { scope: 'runs:manage' },
      schema: {
        operationId: 'stopRun',
        summary: 'Stop a run',
        description:
          'Nothing more is begun once this has answered; what is done stays done. Mails that have not left are not sent, also those of a run that has finished writing them. There is no way back: start another run with what is left.',
        tags: ['Runs'],
        params: RunParams,
        response: { 200: StaffRun },
      },
    },
    async (request, reply) => {
      const { orgId, params, principal } = request
      const { clock } = deps
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const run = await requireRun(orgId, tx, principal, params.run_id)
        const action = runActions[run.object_type][run.action]
        if (action) requireScope(principal, action.right)
        const now = clock(orgId)
        // Waits for the object that is being worked on: each of them shares the lock of this row.
        const stopped = await tx`
          update runs
          set run_status = 'stopped', finished_at = ${now}, changed_at = ${now}
          where org_id = ${orgId}
            and run_id = ${run.run_id}
            and (run_status in ('collecting', 'ready', 'running') or run_status = 'finished' and ${hasUnsent(orgId, tx, run.run_id)})
          returning run_id`
        if (stopped.length === 0 && (await requireRun(orgId, tx, principal, run.run_id)).run_status === 'finished')
          throw new ApiError('state_conflict', { message: 'The run has finished.' })
        if (stopped.length > 0) {
          const entry = { action: 'run.stopped', objectType: 'run', objectId: run.run_id }
          await record(tx, clock, request, {
            ...entry,
            before: { run_status: run.run_status },
            after: { run_status: 'stopped' },
          })
        }
        return toRun(await requireRun(orgId, tx, principal, run.run_id))
      })
    },
  )

/** A run of mails is done when all are written; they leave as fast as the organisation may send. */
const hasUnsent = (orgId: OrgId, tx: Tx, runId: number) => tx`exists (
              select 1
              from mails
              where org_id = ${orgId}
                and mail_status = 'pending'
                and mass
                and not urgent
                and kind = ${STAFF_MAIL}
                and about_id = ${runId}
            )`
