import { Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { BasketId } from '../baskets/basket-state.ts'
import { findLinked, findShopUrl, PaymentLink, toLink } from './payment-link.ts'

const path = '/v1/manage/payment_links'

const Params = Input({ payment_link_id: BasketId })

export const retrievePaymentLink: Operation = (app, { sql, clock, publicUrl }) =>
  app.get(
    `${path}/:payment_link_id`,
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'retrievePaymentLink',
        summary: 'See whether a link was paid',
        description: 'Asking costs little: once a second is fine.',
        tags: ['Box office'],
        params: Params,
        response: { 200: PaymentLink },
      },
    },
    async ({ orgId, params }) =>
      toLink(
        await findShopUrl(orgId, sql, publicUrl),
        await findLinked(orgId, sql, clock(orgId), params.payment_link_id),
      ),
  )
