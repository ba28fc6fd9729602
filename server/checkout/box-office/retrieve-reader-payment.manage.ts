import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { SettleNeeds } from '../answers/settle-deps.ts'
import { followReader, ReaderPayment, readReaderPayment } from './reader-payment.ts'

const path = '/v1/manage/orders/:order_id/reader_payment'

const Params = Input({ order_id: Id() })

export const retrieveReaderPayment: Operation<SettleNeeds> = (app, deps) =>
  app.get(
    path,
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'retrieveReaderPayment',
        summary: 'See how a card on a reader goes on',
        description: 'Asks the provider, and confirms the order once it is paid: once a second is fine.',
        tags: ['Box office'],
        params: Params,
        response: { 200: ReaderPayment },
      },
    },
    async ({ orgId, params }) => {
      await followReader(deps, orgId, params.order_id)
      return readReaderPayment(orgId, deps.sql, deps.clock(orgId), params.order_id)
    },
  )
