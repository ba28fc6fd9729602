import { record } from '../../access/audit/record.ts'
import { Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { BasketId, basketRefusal, uuidOfBasket } from '../baskets/basket-state.ts'
import { closeBaskets } from '../baskets/close-baskets.ts'
import { lockBaskets, readBaskets } from '../baskets/find-baskets.ts'
import { findLinked, findShopUrl, PaymentLink, soldOf, toLink } from './payment-link.ts'

const path = '/v1/manage/payment_links'

const Params = Input({ payment_link_id: BasketId })

export const cancelPaymentLink: Operation = (app, deps) =>
  app.post(
    `${path}/:payment_link_id/cancel`,
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'cancelPaymentLink',
        summary: 'Take a link to pay back',
        description: 'Its places are free at once. One that is being paid, or has been, cannot be taken back.',
        tags: ['Box office'],
        params: Params,
        response: { 200: PaymentLink },
      },
    },
    (request, reply) => {
      const { orgId, params } = request
      const basketId = uuidOfBasket(params.payment_link_id)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = deps.clock(orgId)
        await lockBaskets(orgId, tx, [basketId])
        const basket = await findLinked(orgId, tx, now, params.payment_link_id)
        const refusal = basketRefusal((await readBaskets(orgId, tx, [basketId])).get(basketId), now)
        if (refusal) throw refusal
        await closeBaskets(orgId, tx, deps.clock, [basketId], 'abandoned')
        await record(tx, deps.clock, request, {
          action: 'payment_link.cancelled',
          ...soldOf(basket),
          after: { amount: basket.due_now, currency: basket.currency },
        })
        const linked = await findLinked(orgId, tx, now, params.payment_link_id)
        return toLink(await findShopUrl(orgId, tx, deps.publicUrl), linked)
      })
    },
  )
