import { publish } from '../../messages/webhooks/publish.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { inChange } from '../../resources/change-row.ts'
import { Instalment, instalments } from '../instalments/instalment.ts'
import { instalmentAfter, lockInstalment } from './change-instalment.ts'
import { requirePayable } from './record-payment.ts'

export const recordFailureInstalment: Operation = (app, deps) =>
  app.post(
    '/v1/manage/instalments/:instalment_id/record_failure',
    {
      config: { scope: 'members:manage' },
      schema: {
        operationId: 'recordFailureInstalment',
        summary: 'Record that an instalment could not be collected',
        description:
          'It can still be paid. Its members become overdue by the ladder of the organisation; without one, once its day has passed.',
        tags: [instalments.tag],
        params: Input({ instalment_id: Id() }),
        response: { 200: Instalment },
      },
    },
    (request, reply) =>
      inChange(instalments, deps, request, reply, async (at) => {
        const { orgId, tx, clock } = at
        const debt = await lockInstalment(at, request.params.instalment_id)
        requirePayable(debt, undefined)
        await tx`
          update debts
          set last_outcome = 'failed', first_failed_at = coalesce(first_failed_at, ${clock(orgId)}), attempts = attempts + 1,
            ladder_at = ${clock(orgId)}, next_attempt_at = null, held_attempt_at = null, changed_at = ${clock(orgId)}
          where org_id = ${orgId}
            and debt_id = ${debt.debt_id}`
        const instalment = await instalmentAfter(at, debt, 'failed')
        await publish(orgId, tx, clock, 'instalment.failed', { instalment })
        return instalment
      }),
  )
