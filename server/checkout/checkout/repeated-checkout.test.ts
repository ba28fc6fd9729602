import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { unique } from '../../../tests/builders/rows.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { openSecondHouse } from '../../../tests/harness/second-house.ts'

const house = await openHouse()
const club = await house.organisation()
const shop = shopOf(house, club)
const elsewhere = shopOf(await openSecondHouse(house), club)
const free = { price_minor: 0, service_fee_minor: 0, service_tax_minor: 0, rebate_minor: 0 }
const offers = {
  'an order that is paid': await addOffer(house, club, { capacity: 1000 }),
  'an order that costs nothing': await addOffer(house, club, { capacity: 1000, price: free }),
}

/** As it is while the first request has its order and has not noted its answer, which a crash would leave as well. */
const forgetAnswer = (key: string) => house.sql`
  update idempotency_keys
  set response_status = null, response_sealed = null
  where org_id = ${club.orgId}
    and idempotency_key = ${key}`

/** It may be spelled differently each time that an answer is made; every spelling opens the order. */
const withoutSecret = ({ order_secret, ...rest }: Record<string, unknown>) => ({ ...rest, secret: typeof order_secret })

for (const [label, { priceId }] of Object.entries(offers)) {
  test(`${label} is the answer to the same request, also before the first answer was noted`, async () => {
    const key = unique('key')
    const headers = { 'idempotency-key': key }
    const basket = await shop.fill(priceId, 1)
    const first = await shop.checkOut(basket, {}, headers)
    assert.equal((await forgetAnswer(key)).count, 1)
    const second = await elsewhere.checkOut(basket, {}, headers)
    assert.deepEqual([second.status, withoutSecret(second.body)], [200, withoutSecret(first.body)])
    const third = await shop.checkOut(basket, {}, headers)
    assert.deepEqual([third.text, third.headers['idempotent-replayed']], [second.text, 'true'])
  })

  test(`${label} is not the answer to another request, with a key or without`, async () => {
    const basket = await shop.fill(priceId, 1)
    const paid = await shop.checkOut(basket, {}, { 'idempotency-key': unique('key') })
    assert.equal(paid.status, 200)
    for (const headers of [{}, { 'idempotency-key': unique('key') }]) {
      const { body } = await shop.checkOut(basket, {}, headers)
      assert.deepEqual(
        [body.error.code, body.error.order_id],
        ['basket_already_checked_out', paid.body.order_id],
        JSON.stringify(headers),
      )
    }
  })
}

test('the card that was declined under one key and the one that paid under another are told apart', async () => {
  const { priceId } = offers['an order that is paid']
  const basket = await shop.fill(priceId, 1)
  const [one, two] = [unique('key'), unique('key')]
  const declined = { payment_method: 'pm_test_declined' }
  assert.equal((await shop.checkOut(basket, declined, { 'idempotency-key': one })).status, 402)
  assert.equal((await shop.checkOut(basket, {}, { 'idempotency-key': two })).status, 200)
  await forgetAnswer(one)
  await forgetAnswer(two)
  const first = await shop.checkOut(basket, declined, { 'idempotency-key': one })
  const second = await shop.checkOut(basket, {}, { 'idempotency-key': two })
  assert.deepEqual([first.body.error?.code, second.body.status], ['basket_already_checked_out', 'confirmed'])
})

test('requests with one key that meet in two processes get the order, or are told to wait', async () => {
  const { priceId } = offers['an order that is paid']
  for (let round = 0; round < 40; round += 1) {
    const headers = { 'idempotency-key': unique('key') }
    const basket = await shop.fill(priceId, 1)
    const crowd = [shop, elsewhere, shop, elsewhere].map((at) => at.checkOut(basket, {}, headers))
    for (const { status, body } of await Promise.all(crowd)) {
      assert.ok(status === 200 || body.error.code === 'idempotency_key_in_use', `${round}: ${JSON.stringify(body)}`)
    }
    assert.equal((await shop.checkOut(basket, {}, headers)).body.status, 'confirmed')
  }
})
