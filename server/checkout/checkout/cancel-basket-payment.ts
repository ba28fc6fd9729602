import type { OrgId } from '../../access/principal.ts'
import { findOpenPayment } from '../../payments/payments/open-payment.ts'
import { readerLanguage } from '../../platform/http/reader-language.ts'
import { Input } from '../../platform/http/schema.ts'
import { resumable } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { callOffPayment } from '../answers/call-off-payment.ts'
import { noteReturn } from '../answers/lead-buyers-back.ts'
import type { SettleDeps, SettleNeeds } from '../answers/settle-deps.ts'
import { settlePayment } from '../answers/settle-payment.ts'
import { Basket } from '../baskets/basket.ts'
import { BasketId, uuidOfBasket } from '../baskets/basket-state.ts'
import { readOwnBasket } from '../baskets/retrieve-basket.ts'

export const cancelBasketPayment: Operation<SettleNeeds> = (app, deps) =>
  app.post(
    '/v1/baskets/:basket_id/cancel_payment',
    {
      config: { scope: 'baskets:write', publishable: 'bearer', mayConflict: true },
      schema: {
        operationId: 'cancelBasketPayment',
        summary: 'Call off the payment of a basket',
        description: [
          'For a buyer who is back from their bank without having paid, and wants to pay another way. The payment is called off at the provider, and the',
          'basket is `open` again, with its places. Where it was paid meanwhile, the basket is `checked_out`; where the bank has taken it and the money is',
          'on its way, it cannot be called off: 409. A basket that is not being paid stays as it is.',
        ].join(' '),
        tags: ['Baskets'],
        params: Input({ basket_id: BasketId }),
        response: { 200: Basket },
      },
    },
    async (request, reply) => {
      const { orgId, params } = request
      const basketId = uuidOfBasket(params.basket_id)
      const read = () => readOwnBasket(deps, orgId, basketId, readerLanguage(request))
      const work = async (): Promise<Basket> => {
        const basket = await read()
        if (basket.status !== 'paying' || !basket.order) return basket
        await callOff(deps, orgId, basket.order.order_id)
        return read()
      }
      return resumable<Basket>({ ...deps, orgId, request, reply }, ({ status }) => status !== 'paying', work)
    },
  )

async function callOff(deps: SettleDeps, orgId: OrgId, orderId: number): Promise<void> {
  const [payment] = await findOpenPayment(orgId, deps.sql, orderId)
  if (!payment) return
  await noteReturn(orgId, deps.sql, orderId)
  const { payment_id: paymentId } = payment
  await callOffPayment(deps, orgId, payment, (result) => settlePayment(deps, { orgId, orderId, paymentId }, result))
}
