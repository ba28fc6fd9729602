import { noteMails } from '../../messages/mail/notices.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { inChange } from '../../resources/change-row.ts'
import { Debt, debts } from '../ledger/debt.ts'
import { lockDebts } from '../ledger/lock-debts.ts'
import { announceDebts } from './after-payment.ts'
import { requirePayable } from './record-payment.ts'
import { debtAmong } from './record-payment-debt.manage.ts'

export const remindDebt: Operation = (app, deps) =>
  app.post(
    '/v1/manage/debts/:debt_id/remind',
    {
      config: { scope: 'debts:manage' },
      schema: {
        operationId: 'remindDebt',
        summary: 'Remind a fan of a debt by mail',
        description:
          'The mail says what is open when it leaves, with a link by which the fan pays it, and is not sent where nothing is. To a buyer who gave an address.',
        tags: [debts.tag],
        params: Input({ debt_id: Id() }),
        response: { 200: Debt },
      },
    },
    (request, reply) =>
      inChange(debts, deps, request, reply, async (at) => {
        const { orgId, tx, clock } = at
        const { debt_id: debtId } = request.params
        const [debt] = await lockDebts(orgId, tx, [debtId])
        if (!debt) throw new ApiError('resource_missing')
        requirePayable(debt, undefined)
        const { order_id: orderId } = debt
        const [order] = await tx<{ can_be_mailed: boolean }[]>`
          select email_address is not null as can_be_mailed
          from orders
          where org_id = ${orgId}
            and order_id = ${orderId}`
        if (debt.owed_by === 'club' || orderId === null || !order?.can_be_mailed)
          throw new ApiError('state_conflict', { message: 'The fan of this debt cannot be reminded by mail.' })
        const now = clock(orgId)
        const messageId = `debt-${debtId}-reminded-${now.getTime()}`
        await noteMails(orgId, tx, now, [{ kind: 'debt_reminder', orderId, aboutId: debtId, messageId }])
        await tx`
          update debts
          set reminded_at = ${now}, changed_at = ${now}
          where org_id = ${orgId}
            and debt_id = ${debtId}`
        return debtAmong(await announceDebts(at, [debt], 'reminded'), debtId)
      }),
  )
