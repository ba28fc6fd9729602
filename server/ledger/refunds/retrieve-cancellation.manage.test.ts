import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sellOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'

const { house, club } = await openSettlingHouse()
const manage = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body ? { body } : {}) })

test('what would go back is told by way, to the cent of what a run gives back, and nothing is changed by asking', async () => {
  const offer = await addOffer(house, club, { capacity: 100 })
  const { totalMinor, orderId } = await sellOrder(house, club, { offer })
  await sellOrder(house, club, { offer, free: true })
  const gone = await sellOrder(house, club, { offer })
  await manage('POST', `orders/${gone.orderId}/refunds`, {})
  await manage('POST', `orders/${orderId}/refunds`, { amount: 5 })
  const sell = async (payment_method: string, customer: object) => {
    const sold = await manage('POST', 'orders', { items: [{ price_id: offer.priceId }], payment_method, customer })
    assert.equal(sold.status, 201, sold.text)
    return sold.body.order_id as number
  }
  await sell('cash', {})
  const partly = await sell('invoice', { email: 'ada@example.org', first_name: 'Ada', last_name: 'Okafor' })
  const debt = (await manage('GET', `debts?order_id=${partly}`)).body.data[0]
  await manage('POST', `debts/${debt.debt_id}/record_payment`, { amount: 7.2, payment_method: 'transfer' })
  const { body } = await manage('GET', `events/${offer.eventId}/cancellation`)
  assert.deepEqual(
    [body.orders, body.paying, body.mailed + body.unreachable, body.unreachable, body.unpaid_amount],
    [4, 0, 4, 1, 20],
  )
  assert.deepEqual(body.ways, [
    { way: 'provider', orders: 1, amount: (totalMinor - 500) / 100 },
    { way: 'cash', orders: 1, amount: 27.2 },
    { way: 'transfer', orders: 1, amount: 7.2 },
  ])
  assert.equal(body.refundable_amount, (totalMinor - 500 + 2720 + 720) / 100)
  const { body: event } = await manage('GET', `events/${offer.eventId}`)
  assert.equal(event.event_status_id, '1')
})
