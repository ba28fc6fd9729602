import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buyer, shopOf } from '../../../tests/builders/baskets.ts'
import { addDiscount } from '../../../tests/builders/discounts.ts'
import { openMemberSale } from '../../../tests/builders/member-sales.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()

const lookUp = (code: string, event_id: number, key = club.key) =>
  house.call('GET', `/v1/manage/box_office/discount?${new URLSearchParams({ code, event_id: String(event_id) })}`, {
    key,
  })

test('a code says what it takes off, in any case of letters', async () => {
  const { eventId } = await addOffer(house, club)
  const { code } = await addDiscount(house, club)
  const { status, body, text } = await lookUp(code.toLowerCase(), eventId)
  assert.deepEqual([status, body.code, body.percentage, body.amount], [200, code, 10, null], text)
})

test('a code that cannot be used for the event is refused as the sale would refuse it', async () => {
  const [derby, final] = [await addOffer(house, club), await addOffer(house, club)]
  const ofFinal = await addDiscount(house, club, { event_id: final.eventId })
  const inEuros = await addDiscount(house, club, { amount_minor: 500, currency: 'EUR' })
  const usedUp = await addDiscount(house, club, { uses_max: 1, used: 1 })
  for (const { code } of [ofFinal, inEuros, usedUp, { code: 'NOBODYS' }]) {
    const asked = await lookUp(code, derby.eventId)
    const sale = { items: [{ price_id: derby.priceId }], payment_method: 'cash', discount_code: code }
    const sold = await house.call('POST', '/v1/manage/orders', { key: club.key, body: sale })
    const said = ({ status, body }: typeof asked) => [status, body.error.code, body.error.message]
    assert.deepEqual(said(asked), said(sold), code)
  }
})

test('another organisation’s code and event are not there', async () => {
  const other = await house.organisation()
  const { eventId } = await addOffer(house, club)
  const { code } = await addDiscount(house, club)
  const own = await addOffer(house, other)
  assert.equal((await lookUp(code, own.eventId, other.key)).status, 404)
  assert.equal((await lookUp(code, eventId, other.key)).status, 404)
})

test('a member pays a members-only price by a link, since the counter has said who it is', async () => {
  const sale = await openMemberSale(house, club)
  const { memberId } = await sale.member()
  const link = (body: object) =>
    house.call('POST', '/v1/manage/payment_links', {
      key: club.key,
      body: { items: [{ price_id: sale.offer.priceId }], ...body },
    })
  const fan = shopOf(house, { key: sale.pk })
  const pay = (id: string) => fan.checkOut(id, { customer: { ...buyer, email: 'anybody@example.org' } })
  const unproven = await link({})
  assert.equal((await pay(unproven.body.id)).body.error.code, 'member_proof_required')
  const proven = await link({ membership_member_id: memberId })
  assert.equal(proven.status, 201, proven.text)
  const paid = await pay(proven.body.id)
  assert.equal(paid.body.order?.order_status ?? paid.body.order_status, 'confirmed', paid.text)
  assert.equal((await link({ membership_member_id: 999_999_999 })).status, 404)
})
