import type { SessionDeps } from '../../access/staff/sessions.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { inChange } from '../../resources/change-row.ts'
import { Instalment, instalments } from '../instalments/instalment.ts'
import { requireRefundProof } from '../refunds/require-refund-proof.ts'
import { afterPayment } from './after-payment.ts'
import { instalmentAfter, lockInstalment } from './change-instalment.ts'
import { recordPayment, requirePayable } from './record-payment.ts'

export const recordPaymentInstalment: Operation<SessionDeps> = (app, deps) =>
  app.post(
    '/v1/manage/instalments/:instalment_id/record_payment',
    {
      config: { scope: 'members:manage', needsProof: 'sometimes', effects: ['owed_less'] },
      schema: {
        operationId: 'recordPaymentInstalment',
        summary: 'Record that an instalment was paid',
        description:
          'All that is open of it. Its members pay by instalments from the first one on, and are paid with the last one. ' +
          'To record a part, or how it was paid, record the payment of its debt, which has the same number.',
        tags: [instalments.tag],
        params: Input({ instalment_id: Id() }),
        response: { 200: Instalment },
      },
    },
    (request, reply) =>
      inChange(instalments, deps, request, reply, async (at) => {
        const debt = await lockInstalment(at, request.params.instalment_id)
        const amountMinor = requirePayable(debt, undefined)
        await requireRefundProof(at.orgId, at.tx, deps, request.principal, amountMinor)
        await recordPayment(at, [{ debt, amountMinor }], { paymentMethod: null, reference: null, tillId: null })
        await afterPayment(at, [debt], 'payment_recorded', { amount_minor: amountMinor })
        return instalmentAfter(at, debt, 'paid')
      }),
  )
