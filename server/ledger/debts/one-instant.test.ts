import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'

/** It is a second later at every look. */
let seconds = Date.parse('2026-11-15T10:00:30Z') / 1000
const house = await openHouse({
  clock: () => {
    seconds += 1
    return new Date(seconds * 1000)
  },
})
const club = await house.organisation()
const manage = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body ? { body } : {}) })

test('what taking a payment back writes is of one instant, by which it is told as one act', async () => {
  const offer = await addOffer(house, club, { capacity: 5 })
  const sale = { items: [{ price_id: offer.priceId }], payment_method: 'invoice' }
  const { order_id: orderId } = (await manage('POST', 'orders', sale)).body
  const { data } = (await manage('GET', `debts?order_id=${orderId}`)).body
  const debt = `debts/${data[0].debt_id}`
  await manage('POST', `${debt}/record_payment`, { payment_method: 'cash' })
  const back = await manage('POST', `${debt}/reverse`, { kind: 'mistake', reason: 'x' })
  assert.equal(back.status, 200, back.text)
  const { entries } = (await manage('GET', debt)).body
  const instants = entries
    .filter(({ kind }: { kind: string }) => kind.endsWith('_reversed'))
    .map(({ created }: { created: number }) => created)
  assert.equal(instants.length, 2)
  assert.equal(instants[0], instants[1])
})
