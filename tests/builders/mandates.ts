import assert from 'node:assert/strict'
import type { House, Tenant } from '../harness/house.ts'
import { shopOf } from './baskets.ts'
import { grace, membershipsOf } from './membership-sale.ts'

/** Joins by a plan of three parts that are debited; the mandate is the answer. */
export async function joinByDebit(house: House, club: Tenant, payment_method = 'pm_test_debit_ok'): Promise<number> {
  const { addType, addOption } = membershipsOf(house, club)
  const item = {
    membership_type_id: await addType(),
    membership_payment_option_id: await addOption({ collection: 'automatic' }),
    member: grace,
  }
  const shop = shopOf(house, club)
  const { body: basket, text } = await shop.open({ items: [item] })
  assert.equal(basket.status, 'open', text)
  const { body } = await shop.checkOut(basket.id, { payment_method, mandate_version: 1 })
  assert.equal(body.status, 'confirmed', JSON.stringify(body))
  const given = await house.call('GET', `/v1/manage/mandates?order_id=${body.order_id}`, { key: club.key })
  assert.equal(given.body.data?.length, 1, given.text)
  return given.body.data[0].mandate_id
}
