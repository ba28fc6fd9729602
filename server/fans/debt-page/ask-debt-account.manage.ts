import { announceDebts } from '../../ledger/debts/after-payment.ts'
import { debtAmong } from '../../ledger/debts/record-payment-debt.manage.ts'
import { Debt, debts } from '../../ledger/ledger/debt.ts'
import { lockDebts } from '../../ledger/ledger/lock-debts.ts'
import { noticeOnRequest } from '../../people/mailed-codes/mail-on-request.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { inChange } from '../../resources/change-row.ts'
import { requireTransfer } from './give-own-account.ts'

export const askDebtAccount: Operation = (app, deps) =>
  app.post(
    '/v1/manage/debts/:debt_id/ask_account',
    {
      config: { scope: 'debts:manage' },
      schema: {
        operationId: 'askDebtAccount',
        summary: 'Ask a fan where money is to be transferred',
        description:
          'Mails the buyer another link; those before open nothing any more, and an account that was given is forgotten. For what the ' +
          'organisation has to transfer and has not, to a buyer who gave an address.',
        tags: [debts.tag],
        params: Input({ debt_id: Id() }),
        response: { 200: Debt },
      },
    },
    (request, reply) =>
      inChange(debts, deps, request, reply, async (at) => {
        const { orgId, tx, clock } = at
        const { debt_id: debtId } = request.params
        const now = clock(orgId)
        const [debt] = await lockDebts(orgId, tx, [debtId])
        if (!debt) throw new ApiError('resource_missing')
        requireTransfer(debt)
        const { order_id: orderId, refund_id: refundId } = debt
        const [order] = await tx<{ email_address: string | null }[]>`
          select email_address
          from orders
          where org_id = ${orgId}
            and order_id = ${orderId}`
        if (orderId === null || refundId === null || !order?.email_address)
          throw new ApiError('state_conflict', { message: 'The fan cannot be asked for it by mail.' })
        const [{ link_version: version } = { link_version: 0 }] = await tx<{ link_version: number }[]>`
          update debts
          set link_version = link_version + 1, changed_at = ${now}
          where org_id = ${orgId}
            and debt_id = ${debtId}
          returning link_version`
        await tx`
          delete from money_back_accounts
          where org_id = ${orgId}
            and debt_id = ${debtId}`
        const messageId = `refund-${refundId}-owed-${version}`
        await noticeOnRequest(orgId, tx, now, {
          purpose: 'account_asked',
          recipients: [order.email_address],
          notices: [{ kind: 'refund_owed', orderId, aboutId: refundId, messageId }],
        })
        return debtAmong(await announceDebts(at, [debt], 'account_asked'), debtId)
      }),
  )
