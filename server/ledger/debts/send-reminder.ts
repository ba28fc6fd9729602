import { noticeOnRequest } from '../../people/mailed-codes/mail-on-request.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { ChangeBy } from '../../resources/change-row.ts'
import type { Debt } from '../ledger/debt.ts'
import type { LockedDebt } from '../ledger/lock-debts.ts'
import { announceDebts } from './after-payment.ts'
import { requirePayable } from './record-payment.ts'

/** Mails the buyer of a debt, which is locked, what is open of it when the mail leaves, with a link to pay it. */
export async function sendReminder(at: ChangeBy, debt: LockedDebt): Promise<Debt[]> {
  const { orgId, tx, clock } = at
  const { debt_id: debtId, order_id: orderId } = debt
  requirePayable(debt, undefined)
  const [order] = await tx<{ email_address: string | null }[]>`
    select email_address
    from orders
    where org_id = ${orgId}
      and order_id = ${orderId}`
  if (debt.owed_by === 'club' || orderId === null || !order?.email_address)
    throw new ApiError('state_conflict', { message: 'The fan of this debt cannot be reminded by mail.' })
  const now = clock(orgId)
  const messageId = `debt-${debtId}-reminded-${now.getTime()}`
  await noticeOnRequest(orgId, tx, now, {
    purpose: 'debt_reminder',
    recipients: [order.email_address],
    notices: [{ kind: 'debt_reminder', orderId, aboutId: debtId, messageId }],
  })
  await tx`
    update debts
    set reminded_at = ${now}, changed_at = ${now}
    where org_id = ${orgId}
      and debt_id = ${debtId}`
  return announceDebts(at, [debt], 'reminded')
}
