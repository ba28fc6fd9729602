import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { inChange } from '../../resources/change-row.ts'
import { Debt, debts } from '../ledger/debt.ts'
import { lockDebts } from '../ledger/lock-debts.ts'
import { debtAmong } from './record-payment-debt.manage.ts'
import { sendReminder } from './send-reminder.ts'

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
        const { orgId, tx } = at
        const { debt_id: debtId } = request.params
        const [debt] = await lockDebts(orgId, tx, [debtId])
        if (!debt) throw new ApiError('resource_missing')
        return debtAmong(await sendReminder(at, debt), debtId)
      }),
  )
