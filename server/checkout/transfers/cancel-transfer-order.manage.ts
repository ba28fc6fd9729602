import { record } from '../../access/audit/record.ts'
import { returnReceived } from '../../ledger/refunds/return-received.ts'
import { noteMails } from '../../messages/mail/notices.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { closeBaskets } from '../baskets/close-baskets.ts'
import { lockTransfer, requireAwaited, TransferParams } from './lock-transfer.ts'
import { OwnTransfer, readOwnTransfer } from './own-transfer.ts'

export const cancelTransferOrder: Operation = (app, deps) =>
  app.post(
    '/v1/manage/orders/:order_id/cancel_transfer',
    {
      config: { scope: 'orders:manage' },
      schema: {
        operationId: 'cancelTransferOrder',
        summary: 'Give up an order that waits for its transfer',
        description:
          'Its places are free at once, and the buyer is told by mail. Money that comes all the same takes places again where there are some, or goes back.',
        tags: ['Orders'],
        params: TransferParams,
        response: { 200: OwnTransfer },
      },
    },
    (request, reply) => {
      const { orgId, params } = request
      const now = deps.clock(orgId)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const transfer = await lockTransfer(orgId, tx, params.order_id)
        requireAwaited(transfer)
        const { payment_id: paymentId, order_id: orderId, basket_id: basketId } = transfer
        await tx`
          update payments
          set payment_status = 'failed', failure_code = 'payment_failed', decline_code = 'transfer_cancelled', remind_at = null,
            changed_at = ${now}
          where org_id = ${orgId}
            and payment_id = ${paymentId}`
        if (basketId !== null) await closeBaskets(orgId, tx, deps.clock, [basketId], 'expired')
        await returnReceived(orgId, tx, deps.clock, { paymentId, orderId })
        const messageId = `payment-${paymentId}-failed`
        await noteMails(orgId, tx, now, [{ kind: 'transfer_expired', orderId, aboutId: paymentId, messageId }])
        await record(tx, deps.clock, request, {
          action: 'order.transfer_cancelled',
          objectType: 'order',
          objectId: orderId,
          before: { payment_status: transfer.payment_status },
          after: { payment_id: paymentId },
        })
        return readOwnTransfer(orgId, tx, orderId)
      })
    },
  )
