import assert from 'node:assert/strict'
import { test } from 'node:test'
import Stripe from 'stripe'
import { addOffer, poolOf } from '../../../tests/builders/prices.ts'
import { ACCOUNT, openStripeHouse } from '../../../tests/builders/stripe.ts'
import { STRIPE_KEY } from '../../../tests/outside/stripe/headers.ts'

const { stripe, house, club, shop } = await openStripeHouse()

/** A basket with one ticket for so many minor units. */
async function basketOf(currency: string, minor: number, price: Record<string, unknown> = {}) {
  const free = { service_fee_minor: 0, service_tax_minor: 0, rebate_minor: 0 }
  const event = { currency }
  const offer = await addOffer(house, club, { event, price: { ...free, price_minor: minor, ...price } })
  return { ...offer, id: await shop.fill(offer.priceId, 1) }
}

const checkOut = (id: string) => shop.checkOut(id, { payment_method: 'pm_card_visa' })

const chargeable: [currency: string, minor: number, stripe: number][] = [
  ['JPY', 1250, 1250],
  ['KWD', 1250, 1250],
  ['ISK', 500, 50_000],
  ['UGX', 500, 50_000],
  ['MGA', 125_000, 1250],
  ['HUF', 125_050, 125_050],
  ['TWD', 125_050, 125_050],
]

for (const [currency, minor, amount] of chargeable) {
  test(`${minor} minor units of ${currency} reach Stripe as ${amount}, and go back as that`, async () => {
    const { id } = await basketOf(currency, minor)
    const { status, body, text } = await checkOut(id)
    assert.equal(status, 200, text)
    const intent = [...stripe.intents.all.values()].at(-1)
    assert.deepEqual([intent?.amount, intent?.currency], [amount, currency.toLowerCase()])
    const refunded = await shop.call('POST', `/v1/manage/orders/${body.order_id}/refunds`, {})
    assert.equal(refunded.body.refund_status, 'succeeded', refunded.text)
    assert.equal(stripe.refunds.refunded(intent?.id ?? ''), amount)
  })
}

for (const [currency, minor] of [
  ['KWD', 1005],
  ['MGA', 125_050],
] as const) {
  test(`a total that Stripe cannot charge is refused before there is an order: ${minor} of ${currency}`, async () => {
    const { id, priceCategoryId } = await basketOf(currency, minor)
    const calls = stripe.calls.length
    const refused = await checkOut(id)
    assert.deepEqual([refused.status, refused.body.error?.code], [402, 'payment_failed'], refused.text)
    assert.equal(refused.body.error.decline_code, 'amount_not_chargeable')
    assert.equal(stripe.calls.length, calls)
    const { body: basket } = await shop.read(id)
    assert.deepEqual([basket.status, basket.order], ['open', null])
    const orders = await house.sql`
      select 1
      from orders
      where org_id = ${club.orgId}
        and currency = ${currency}
        and total_minor = ${minor}`
    assert.deepEqual([...orders], [])
    assert.equal((await poolOf(house, club, priceCategoryId)).held, 1, 'the place is still held')
  })
}

test('a refund that Stripe cannot make is refused before a ticket is taken back', async () => {
  const { id } = await basketOf('KWD', 5000, { group_ticket: true, tickets_included: 3 })
  const { body: order } = await checkOut(id)
  const path = `/v1/manage/orders/${order.order_id}/refunds`
  const [first] = order.tickets.map(({ ticket_id }: { ticket_id: number }) => ticket_id)
  const byAmount = await shop.call('POST', path, { amount: 1.005 })
  assert.deepEqual([byAmount.status, byAmount.body.error?.param], [400, 'amount'], byAmount.text)
  const byTicket = await shop.call('POST', path, { ticket_ids: [first] })
  assert.deepEqual([byTicket.status, byTicket.body.error?.code], [409, 'state_conflict'], byTicket.text)
  const shown = async () => {
    const { body } = await house.call('GET', `/v1/orders/${order.order_id}`, { key: club.key })
    return [body.refunded_amount, ...body.tickets.map((ticket: Record<string, number>) => ticket.ticket_status_id)]
  }
  assert.deepEqual(await shown(), [0, 1, 1, 1])
  // By hand what cannot be divided: so much for the ticket.
  const rounded = await shop.call('POST', path, { ticket_ids: [first], amount: 1.67 })
  assert.equal(rounded.status, 201, rounded.text)
  assert.deepEqual(await shown(), [1.67, 3, 1, 1])
  const rest = await shop.call('POST', path, {})
  assert.deepEqual([rest.status, rest.body.amount], [201, 3.33], rest.text)
})

test('the imitation turns down what Stripe turns down', async () => {
  const { port } = new URL(stripe.url)
  const direct = new Stripe(STRIPE_KEY, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0 })
  const charge = (amount: number, currency: string) =>
    direct.paymentIntents.create(
      { amount, currency, payment_method: 'pm_card_visa', confirm: true },
      { stripeAccount: ACCOUNT },
    )
  for (const [amount, currency] of [
    [1005, 'kwd'],
    [1001, 'tnd'],
    [50_050, 'isk'],
    [50_050, 'ugx'],
  ] as const) {
    await assert.rejects(charge(amount, currency), { statusCode: 400, param: 'amount' }, `${amount} ${currency}`)
  }
  const { id } = await charge(1000, 'kwd')
  const refund = direct.refunds.create({ payment_intent: id, amount: 505 }, { stripeAccount: ACCOUNT })
  await assert.rejects(refund, { statusCode: 400, param: 'amount' })
})
