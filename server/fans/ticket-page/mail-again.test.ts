import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { type Answer, openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const { priceId } = await addOffer(house, club, { capacity: 100 })
const shop = shopOf(house, club)

const buy = async () => (await shop.checkOut(await shop.fill(priceId, 1))).body
const mailAgain = (secret: string) =>
  house.call('POST', '/v1/ticket_page/mail', { headers: { 'x-order-secret': secret } })
const staff = (method: string, path: string, body: object) =>
  house.call(method, `/v1/manage${path}`, { key: club.key, body })

test('two holders who send the same Idempotency-Key see their own page each', async () => {
  const mail = async ({ order_secret }: Answer['body']) =>
    (
      await house.call('POST', '/v1/ticket_page/mail', {
        headers: { 'x-order-secret': order_secret, 'idempotency-key': 'mail-of-the-day' },
      })
    ).body.order_id
  const [one, other] = [await buy(), await buy()]
  assert.deepEqual([await mail(one), await mail(other), await mail(one)], [one.order_id, other.order_id, one.order_id])
})

test('a mail that the organisation has switched off is refused, and the turn is not used up', async () => {
  const { order_secret } = await buy()
  await staff('PATCH', '/mails/tickets_resent', { enabled: false })
  assert.equal((await mailAgain(order_secret)).body.error.code, 'state_conflict')
  await staff('PATCH', '/mails/tickets_resent', { enabled: true })
  assert.equal((await mailAgain(order_secret)).status, 200)
})

test('an order without an address is told so when it asks for a mail, and the turn is not used up', async () => {
  const { order_secret, order_id } = await buy()
  const setAddress = (address: string | null) => house.sql`
    update orders
    set email_address = ${address}
    where org_id = ${club.orgId}
      and order_id = ${order_id}`
  await setAddress(null)
  const refused = await mailAgain(order_secret)
  assert.equal(refused.body.error.code, 'state_conflict')
  assert.match(refused.body.error.message, /no address/)
  await setAddress('ada@example.org')
  assert.equal((await mailAgain(order_secret)).status, 200)
})
