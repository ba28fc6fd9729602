import { record } from '../../access/audit/record.ts'
import { reminderOf } from '../../payments/payments/transfer-rule.ts'
import { Input, UnixSeconds } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { fromUnixSeconds, unixSeconds } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { invalid } from '../../resources/constraints.ts'
import { lockTransfer, requireAwaited, TransferParams } from './lock-transfer.ts'
import { OwnTransfer, readOwnTransfer } from './own-transfer.ts'

/** No place waits for ever. */
const EXTENDED_MAX_MS = 90 * DAY_MS

export const extendTransferOrder: Operation = (app, deps) =>
  app.post(
    '/v1/manage/orders/:order_id/extend_transfer',
    {
      config: { scope: 'orders:manage' },
      schema: {
        operationId: 'extendTransferOrder',
        summary: 'Let an order wait longer for its transfer',
        description:
          'Its places are held until then, 90 days from now at most; earlier than before is fine, too. The buyer is reminded two days before.',
        tags: ['Orders'],
        params: TransferParams,
        body: Input({ expires_at: UnixSeconds({ description: 'until when the places wait' }) }),
        response: { 200: OwnTransfer },
      },
    },
    (request, reply) => {
      const { orgId, params, body } = request
      const now = deps.clock(orgId)
      const expiresAt = fromUnixSeconds(body.expires_at)
      if (expiresAt <= now) throw invalid('expires_at', 'expires_at has passed.')()
      if (expiresAt.getTime() > now.getTime() + EXTENDED_MAX_MS)
        throw invalid('expires_at', 'expires_at is 90 days from now at most.')()
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const transfer = await lockTransfer(orgId, tx, params.order_id)
        requireAwaited(transfer)
        await tx`
          update payments
          set expires_at = ${expiresAt}, remind_at = ${reminderOf(now, expiresAt)}, changed_at = ${now}
          where org_id = ${orgId}
            and payment_id = ${transfer.payment_id}`
        await record(tx, deps.clock, request, {
          action: 'order.transfer_extended',
          objectType: 'order',
          objectId: transfer.order_id,
          before: { expires_at: unixSeconds(transfer.expires_at) },
          after: { expires_at: body.expires_at },
        })
        return readOwnTransfer(orgId, tx, transfer.order_id)
      })
    },
  )
