import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { mailLimits } from '../../people/mailed-codes/mail-on-request.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'

const house = await openHouse()
const club = await house.organisation()
const publishable = await house.key(club.orgId, { kind: 'pk' })
const { ofRecipient } = mailLimits.unpaid_order

test('a stranger does not fill the mailbox of another by orders that cost nothing', async () => {
  const price = { price_minor: 0, service_fee_minor: 0, service_tax_minor: 0, rebate_minor: 0 }
  const { priceId } = await addOffer(house, club, { capacity: 100, price })
  const order = async (email: string, key = publishable) => {
    const shop = shopOf(house, { key })
    const basket = await shop.open({ items: [{ price_id: priceId }] })
    const customer = { email, first_name: 'Ada', last_name: 'Okafor' }
    const path = `/v1/baskets/${basket.body.id}/checkout`
    const { status, body } = await house.call('POST', path, { key, body: { customer, payment_method: 'pm_test_ok' } })
    return body.error?.code ?? String(status)
  }
  for (let count = 0; count < ofRecipient; count += 1)
    assert.equal(await order(count % 2 ? 'ada@example.org' : 'ADA@Example.org'), '200')
  assert.equal(await order('Ada@example.org'), 'rate_limit_mails')
  assert.equal(await order('grace@example.org'), '200', 'another mailbox')
  assert.equal(await order('ada@example.org', club.key), '200', 'the organisation’s own server')
  house.clock.advance(HOUR_MS)
  assert.equal(await order('ada@example.org'), '200')
})
