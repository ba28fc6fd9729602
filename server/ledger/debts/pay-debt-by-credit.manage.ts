import { actorOf } from '../../access/audit/record.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { inChange } from '../../resources/change-row.ts'
import { lockCredit, takeCredit } from '../ledger/credit.ts'
import { Debt, debts } from '../ledger/debt.ts'
import { lockDebts } from '../ledger/lock-debts.ts'
import { settleDebt } from '../ledger/settle-debt.ts'
import { requireRefundProof } from '../refunds/require-refund-proof.ts'
import { afterPayment } from './after-payment.ts'
import { requirePayable } from './record-payment.ts'
import { DebtAmount, debtAmong, debtAmountMinor } from './record-payment-debt.manage.ts'

export const payDebtByCredit: Operation<SessionDeps> = (app, deps) =>
  app.post(
    '/v1/manage/debts/:debt_id/pay_by_credit',
    {
      config: { scope: 'debts:manage', needsProof: 'sometimes', effects: ['owed_less'] },
      schema: {
        operationId: 'payDebtByCredit',
        summary: 'Pay a fan’s debt by their credit',
        description: 'What expires first is spent first. No money moves, and takings do not count it.',
        tags: [debts.tag],
        params: Input({ debt_id: Id() }),
        body: Input({ amount: DebtAmount('major unit of the currency; without it, all that is open') }),
        response: { 200: Debt },
      },
    },
    (request, reply) =>
      inChange(debts, deps, request, reply, async (at) => {
        const { orgId, tx, clock } = at
        const { params, body } = request
        const [debt] = await lockDebts(orgId, tx, [params.debt_id])
        if (!debt) throw new ApiError('resource_missing')
        const { user_id: userId, currency, order_id: orderId } = debt
        if (debt.owed_by === 'club' || userId === null)
          throw new ApiError('state_conflict', { message: 'No customer owes it.' })
        const amountMinor = requirePayable(debt, debtAmountMinor(debt, body.amount))
        await requireRefundProof(orgId, tx, deps, request.principal, amountMinor)
        const account = await lockCredit(orgId, tx, clock(orgId), { userId, currency })
        const spent = { kind: 'spent' as const, amountMinor, orderId, reason: null }
        const { entryId } = await takeCredit(orgId, tx, clock, account, spent)
        const { name: actorName = null } = actorOf(request)
        await settleDebt(orgId, tx, debt, { creditEntryId: entryId, amountMinor, actorName, now: clock(orgId) })
        return debtAmong(
          await afterPayment(at, [debt], 'paid_by_credit', { amount_minor: amountMinor }),
          params.debt_id,
        )
      }),
  )
