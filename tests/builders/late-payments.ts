import assert from 'node:assert/strict'
import { createSettleDeps } from '../../server/checkout/answers/settle-deps.ts'
import { settlePayment } from '../../server/checkout/answers/settle-payment.ts'
import { HOLD_MS } from '../../server/checkout/baskets/basket-state.ts'
import { sweepBaskets } from '../../server/checkout/baskets/sweep-baskets.ts'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { buyer } from './baskets.ts'
import { openStripeHouse } from './stripe.ts'

type Row = {
  payment_id: number
  payment_status: string
  surplus: boolean
  amount_minor: number
  refunded_minor: number
}

/** A house in which payments that our books call failed are collected after all. */
export async function openLateHouse(overrides: Parameters<typeof openStripeHouse>[0] = {}) {
  const opened = await openStripeHouse(overrides)
  const { stripe, house, club, shop, priceId, payments, tell, order } = opened
  const { sql, clock } = house
  const deps = createSettleDeps({ sql, clock, systemClock: clock, seal: house.seal, payments })

  const paymentsOf = (orderId: number) => sql<Row[]>`
    select payment_id, payment_status, surplus, amount_minor, refunded_minor
    from payments
    where org_id = ${club.orgId}
      and order_id = ${orderId}
    order by payment_id`

  /** A payment that our books call failed, while at Stripe the fan can still pass 3-D Secure. `prove` says who buys the basket. */
  async function failedAtFirst(
    prices = [priceId],
    openWith: object = {},
    customer = buyer,
    prove = async (_basket: string): Promise<unknown> => undefined,
    headers: Record<string, string> = {},
  ) {
    const basket: string = (await shop.open(openWith)).body.id
    for (const price_id of prices) await shop.add(basket, { price_id, quantity: 1 })
    await prove(basket)
    const paying = { payment_method: 'pm_card_authenticationRequired', customer }
    const { body } = await shop.checkOut(basket, paying, headers)
    const orderId: number = body.order_id
    const intent = [...stripe.intents.all.values()].at(-1)
    const [payment] = await paymentsOf(orderId)
    assert.ok(intent && payment)
    const failed = { kind: 'declined' as const, code: 'payment_failed' as const, message: 'The payment failed.' }
    const fail = () => settlePayment(deps, { orgId: club.orgId, orderId, paymentId: payment.payment_id }, failed)
    await fail()
    assert.equal((await shop.read(basket)).body.status, 'open')
    const succeed = () => {
      stripe.intents.pass(intent.id)
      return tell({ type: 'payment_intent.succeeded', object: intent })
    }
    return { basket, orderId, intent, fail, succeed }
  }

  const audited = async () => assert.deepEqual(await auditBooks(club.orgId, sql), [])

  /** The basket's time is up, and its order expires with it. */
  async function expire(orderId: number) {
    clock.advance(HOLD_MS)
    await sweepBaskets(sql, { clock, systemClock: clock })
    assert.equal((await order(orderId)).order_status, 'expired')
  }

  return { ...opened, paymentsOf, failedAtFirst, audited, expire }
}
