import { actorOf } from '../../access/audit/record.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { inChange } from '../../resources/change-row.ts'
import { Debt, debts } from '../ledger/debt.ts'
import { lockDebts } from '../ledger/lock-debts.ts'
import { requireRefundProof } from '../refunds/require-refund-proof.ts'
import { requirePayable } from './record-payment.ts'
import { DebtAmount, debtAmong, debtAmountMinor } from './record-payment-debt.manage.ts'
import { writeOff } from './write-off.ts'

export const waiveDebt: Operation<SessionDeps> = (app, deps) =>
  app.post(
    '/v1/manage/debts/:debt_id/waive',
    {
      config: { scope: 'debts:manage', needsProof: 'sometimes', effects: ['owed_less'] },
      schema: {
        operationId: 'waiveDebt',
        summary: 'Write off a debt, in whole or in part',
        description:
          'Of a fan’s: the fan is not asked for it any more. Of the organisation’s: the fan does without it, all of it; its refund has failed then, ' +
          'and the money stays.',
        tags: [debts.tag],
        params: Input({ debt_id: Id() }),
        body: Input({
          amount: DebtAmount('major unit of the currency; without it, all that is open'),
          reason: Text(500),
        }),
        response: { 200: Debt },
      },
    },
    (request, reply) =>
      inChange(debts, deps, request, reply, async (at) => {
        const { body, params, principal } = request
        const { orgId, tx } = at
        const [debt] = await lockDebts(orgId, tx, [params.debt_id])
        if (!debt) throw new ApiError('resource_missing')
        const amountMinor = requirePayable(debt, debtAmountMinor(debt, body.amount))
        if (debt.owed_by === 'club' && amountMinor < debt.open_minor)
          throw new ApiError('state_conflict', {
            param: 'amount',
            message: 'What the organisation owes is waived whole.',
          })
        await requireRefundProof(orgId, tx, deps, principal, amountMinor)
        const { name: actorName = null } = actorOf(request)
        return debtAmong(await writeOff(at, debt, { amountMinor, reason: body.reason, actorName }), params.debt_id)
      }),
  )
