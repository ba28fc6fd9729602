import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buyer, shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const shop = shopOf(house, club)
const { priceId } = await addOffer(house, club, { capacity: 100 })

/** The customer whom orders made at the same moment leave behind. */
async function customerOf(email: string, details: object[]) {
  const baskets = await Promise.all(details.map(() => shop.fill(priceId, 1)))
  await Promise.all(
    details.map((given, index) => shop.checkOut(baskets[index] ?? '', { customer: { ...buyer, email, ...given } })),
  )
  const { body } = await shop.call('GET', `/v1/customers?search=${email}`)
  assert.equal(body.data.length, 1)
  return body.data[0]
}

test('of several orders that one address makes at once, what each brings counts as if they came one after the other', async () => {
  const details = [{ marketing_emails: true, mobile_number: '0400 000 000' }, { postcode: '2000' }, {}]
  const stranger = await customerOf('new@example.org', details)
  assert.deepEqual(
    [stranger.marketing_emails, stranger.mobile_number, stranger.postcode],
    [true, '0400 000 000', '2000'],
  )
  await shop.call('POST', '/v1/manage/customers', { email_address: 'known@example.org', first_name: 'Kay' })
  const known = await customerOf('known@example.org', details)
  assert.deepEqual(
    [known.first_name, known.marketing_emails, known.mobile_number, known.postcode],
    ['Kay', true, '0400 000 000', '2000'],
  )
})
