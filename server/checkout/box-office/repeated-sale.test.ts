import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { IDEMPOTENCY_KEPT_MS } from '../../platform/idempotency/stored-answers.ts'

const house = await openHouse()
const { sql, clock } = house
const club = await house.organisation()

const sell = (body: object, key: string) =>
  house.call('POST', '/v1/manage/orders', { key: club.key, body, headers: { 'idempotency-key': key } })

test('a sale that was cut off is the same sale when it is repeated in another spelling', async () => {
  const { priceId } = await addOffer(house, club)
  const first = await sell({ payment_method: 'cash', items: [{ price_id: priceId, quantity: 1 }] }, 'desk-1')
  // As a crash before the answer was stored would have left it.
  await sql`
    update idempotency_keys
    set response_status = null, response_sealed = null
    where org_id = ${club.orgId}
      and idempotency_key = 'desk-1'`
  const again = await sell(
    { items: [{ quantity: '1', price_id: String(priceId) }], payment_method: 'cash' },
    '"desk-1"',
  )
  assert.deepEqual([again.status, again.body.order_id], [201, first.body.order_id])
})

test('once a key is forgotten, the same sale under it is another sale', async () => {
  const { priceId } = await addOffer(house, club)
  const body = { payment_method: 'cash', items: [{ price_id: priceId, quantity: 1 }] }
  const first = await sell(body, 'desk-2')
  assert.equal((await sell(body, 'desk-2')).body.order_id, first.body.order_id)
  clock.advance(IDEMPOTENCY_KEPT_MS)
  const next = await sell(body, 'desk-2')
  assert.equal(next.status, 201)
  assert.notEqual(next.body.order_id, first.body.order_id)
})
