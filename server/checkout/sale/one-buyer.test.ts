import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buyer, shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { addFan } from '../../../tests/builders/sso.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const shop = shopOf(house, club)
const { priceId } = await addOffer(house, club, { capacity: 100 })

test('of several orders that a proven customer makes at once, what each brings counts as if they came one after the other', async () => {
  const { email, headers } = await addFan(house, club)
  const details = [{ mobile_number: '0400 000 000' }, { postcode: '2000' }, { marketing_emails: true }]
  const baskets = await Promise.all(details.map(() => shop.fill(priceId, 1)))
  const orders = await Promise.all(
    details.map((given, index) =>
      shop.checkOut(baskets[index] ?? '', { customer: { ...buyer, email, ...given } }, headers),
    ),
  )
  const { body } = await shop.call('GET', `/v1/customers?search=${email}`)
  const [customer] = body.data
  assert.deepEqual(
    [customer.marketing_emails, customer.mobile_number, customer.postcode],
    [true, '0400 000 000', '2000'],
  )
  assert.equal(customer.marketing_emails_source, `order:${orders[2]?.body.order_id}`)
})
