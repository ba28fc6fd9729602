import assert from 'node:assert/strict'
import { reconcileOrders } from '../../server/checkout/answers/reconcile.ts'
import { createSettleDeps } from '../../server/checkout/answers/settle-deps.ts'
import { addOffer, poolOf } from './prices.ts'
import { ACCOUNT, openStripeHouse } from './stripe.ts'

/** A club at Stripe whose counter has readers, once it says so, and what is sold on them. */
export async function openReaderHouse() {
  const opened = await openStripeHouse()
  const { stripe, house, club, payments } = opened
  const { key } = club
  const offer = await addOffer(house, club, { capacity: 1000 })
  const pathOf = (orderId: number) => `/v1/manage/orders/${orderId}/reader_payment`

  const turnReaders = (card_readers: boolean) =>
    house.call('PATCH', '/v1/manage/organisation', { key, body: { card_readers } })
  const saleOn = (reader_id: string, more: object = {}) => ({
    items: [{ price_id: offer.priceId }],
    payment_method: 'card_reader',
    reader_id,
    ...more,
  })
  const sell = (body: object, name?: string) => {
    const headers: Record<string, string> = name === undefined ? {} : { 'idempotency-key': name }
    return house.call('POST', '/v1/manage/orders', { key, body, headers })
  }
  const newReader = (of: Parameters<typeof stripe.readers.add>[1] = {}) => stripe.readers.add(ACCOUNT, of)
  const settling = createSettleDeps({
    sql: house.sql,
    clock: house.clock,
    systemClock: house.clock,
    seal: house.seal,
    payments,
  })
  const lastIntent = () => [...stripe.intents.all.values()].at(-1)

  return {
    ...opened,
    offer,
    settling,
    turnReaders,
    saleOn,
    sell,
    newReader,
    lastIntent,
    look: async (orderId: number) => (await house.call('GET', pathOf(orderId), { key })).body,
    sendAgain: (orderId: number, reader_id: string) =>
      house.call('POST', pathOf(orderId), { key, body: { reader_id } }),
    cancel: (orderId: number) => house.call('POST', `${pathOf(orderId)}/cancel`, { key }),
    held: async () => (await poolOf(house, club, offer.priceCategoryId)).held,
    /** How often the reader was told to ask for a card. */
    sentTo: ({ id }: { id: string }) =>
      stripe.calls.filter((call) => call === `POST /v1/terminal/readers/${id}/process_payment_intent`).length,
    /** The worker, so much later. */
    later: (ms: number) => {
      house.clock.advance(ms)
      return reconcileOrders(settling)
    },
    /** On the screen of a reader of its own, and no card was held to it yet. */
    async waiting(more: object = {}) {
      const reader = newReader()
      const { status, body } = await sell(saleOn(reader.id, more))
      assert.deepEqual([status, body.order_status, body.tickets], [201, 'pending', []])
      const intent = lastIntent()
      assert.ok(intent)
      return { reader, orderId: body.order_id as number, intent }
    },
  }
}
