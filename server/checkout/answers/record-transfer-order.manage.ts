import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Nullable, Text } from '../../platform/http/schema.ts'
import { changeThen } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { findOrdersWithTickets, OrderWithTickets } from '../../tickets/orders/order.ts'
import { lockTransfer, TransferParams } from '../transfers/lock-transfer.ts'
import type { SettleNeeds } from './settle-deps.ts'
import { settlePayment } from './settle-payment.ts'

const Body = Input({
  note: Type.Optional(Nullable(Text(255, { description: 'such as the line of the statement; for the audit log' }))),
})

export const recordTransferOrder: Operation<SettleNeeds> = (app, deps) =>
  app.post(
    '/v1/manage/orders/:order_id/record_transfer',
    {
      config: { scope: 'orders:manage', needsProof: true, effects: ['owed_less'] },
      schema: {
        operationId: 'recordTransferOrder',
        summary: 'Record that the transfer for an order has come',
        description: [
          'All of the amount. The order is confirmed and its tickets are mailed. After the deadline its places are taken again where they are there;',
          'where they are not, the order stays expired, and the money is owed to the buyer, who is asked for an account by mail.',
        ].join(' '),
        tags: ['Orders'],
        params: TransferParams,
        body: Body,
        response: { 200: OrderWithTickets },
      },
    },
    async (request, reply) => {
      const { orgId, params, body } = request
      const decide = async (tx: Tx) => {
        const transfer = await lockTransfer(orgId, tx, params.order_id)
        if (transfer.payment_status === 'succeeded')
          throw new ApiError('state_conflict', { message: 'The transfer was recorded before.' })
        const { order_id, payment_id, payment_status, provider_reference } = transfer
        await record(tx, deps.clock, request, {
          action: 'order.transfer_recorded',
          objectType: 'order',
          objectId: order_id,
          before: { payment_status },
          after: { payment_id, note: body.note ?? null },
        })
        return { order_id, payment_id, reference: provider_reference ?? `transfer_${payment_id}` }
      }
      return changeThen({ ...deps, orgId, request, reply }, decide, async ({ order_id, payment_id, reference }) => {
        await settlePayment(deps, { orgId, orderId: order_id, paymentId: payment_id }, { kind: 'succeeded', reference })
        const [order] = await findOrdersWithTickets(orgId, deps.sql, [order_id])
        if (!order) throw new Error('an order was lost')
        return order
      })
    },
  )
