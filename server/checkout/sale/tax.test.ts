import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addDiscount } from '../../../tests/builders/discounts.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { addTaxRate } from '../../../tests/builders/tax-rates.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { auditBooks } from '../../operator/audit/audit.ts'

const house = await openHouse()
const { sql } = house
const PLAIN = { service_fee_minor: 0, service_tax_minor: 0, rebate_minor: 0 }

/** A club with a reduced rate of 7 % on a ticket for 25, and what its fields say besides. */
async function taxedClub(price: object = {}) {
  const club = await house.organisation()
  const reduced = await addTaxRate(house, club, {
    kind: 'reduced',
    percentages: [{ valid_from: '2007-01-01', percentage: 7 }],
  })
  const offer = await addOffer(house, club, { price: { ...PLAIN, tax_rate_id: reduced, ...price } })
  return { club, reduced, ...offer, shop: shopOf(house, club) }
}

const linesOf = (orgId: number, orderId: number) => sql`
  select tax_rate_id, tax_thousandths, tax_minor, fee_tax_rate_id, fee_tax_thousandths, fee_tax_minor
  from order_lines
  where org_id = ${orgId}
    and order_id = ${orderId}
  order by order_line_id`

const ticketTaxes = async (orgId: number, orderId: number) =>
  (
    await sql`
      select tax_minor, fee_tax_minor
      from tickets
      where org_id = ${orgId}
        and order_id = ${orderId}
      order by ticket_id`
  ).map(({ tax_minor, fee_tax_minor }) => [tax_minor, fee_tax_minor])

test('the basket and the order say what of the total is tax, and the line has it for ever', async () => {
  const { club, reduced, priceId, shop } = await taxedClub()
  const id = await shop.fill(priceId, 3)
  // 75 × 7 / 107 is 4.9065…
  const tax = { tax_rate_id: reduced, title: 'VAT', kind: 'reduced', percentage: 7, net: 70.09, tax: 4.91, gross: 75 }
  assert.deepEqual((await shop.read(id)).body.taxes, [tax])
  const { body: order } = await shop.checkOut(id)
  assert.deepEqual([order.order_status, order.total, order.taxes], ['confirmed', 75, [tax]])
  const path = `/v1/manage/tax_rates/${reduced}`
  const body = { title: 'Sales tax', percentages: [{ valid_from: '2007-01-01', percentage: 9 }] }
  assert.equal((await house.call('PATCH', path, { key: club.key, body })).status, 200)
  const read = await house.call('GET', `/v1/orders/${order.order_id}`, { key: club.key })
  assert.deepEqual(read.body.taxes, [tax])
  assert.deepEqual((await shop.read(id)).body.taxes, [tax])
  const [line] = await linesOf(club.orgId, order.order_id)
  assert.deepEqual([line?.tax_rate_id, line?.tax_thousandths, line?.tax_minor], [reduced, 7000, 491])
  assert.deepEqual(await ticketTaxes(club.orgId, order.order_id), [
    [164, null],
    [164, null],
    [163, null],
  ])
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('a discount comes off before the tax is split, and a fee is taxed as its ticket unless a rate is for fees', async () => {
  const { club, reduced, priceId, shop } = await taxedClub({ service_fee_minor: 200 })
  const { code } = await addDiscount(house, club, { basis_points: 1000 })
  const order = async () => (await shop.checkOut(await shop.fill(priceId, 1, { discount_code: code }))).body
  const first = await order()
  // 22.50 of the price is 1.47 of tax, 2 of the fee is 0.13.
  assert.deepEqual(
    first.taxes.map((tax: { gross: number; tax: number }) => [tax.gross, tax.tax]),
    [[24.5, 1.6]],
  )
  const standard = await addTaxRate(house, club, { on_fees: true })
  await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { transaction_fee_fixed: 1 } })
  const second = await order()
  assert.deepEqual(
    second.taxes.map((tax: { tax_rate_id: number; gross: number; tax: number }) => [
      tax.tax_rate_id,
      tax.gross,
      tax.tax,
    ]),
    [
      [reduced, 22.5, 1.47],
      [standard, 3, 0.48],
    ],
  )
  const [line] = await linesOf(club.orgId, second.order_id)
  assert.deepEqual([line?.fee_tax_rate_id, line?.fee_tax_thousandths, line?.fee_tax_minor], [standard, 19_000, 32])
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('a change by law counts for events from its day on, by their own calendar', async () => {
  const { club, shop } = await taxedClub()
  const rate = await addTaxRate(house, club, {
    percentages: [
      { valid_from: '2007-01-01', percentage: 19 },
      { valid_from: '2031-01-01', percentage: 21 },
    ],
  })
  const percentageOn = async (startsAt: string) => {
    const { eventId, priceId } = await addOffer(house, club, { price: { ...PLAIN, tax_rate_id: rate } })
    await sql`
      update events
      set starts_at = ${startsAt}, ends_at = null, timezone = 'Australia/Sydney'
      where org_id = ${club.orgId}
        and event_id = ${eventId}`
    const { body } = await shop.read(await shop.fill(priceId, 1))
    return body.taxes[0].percentage
  }
  // Midnight in Sydney is 13:00 UTC of the day before.
  assert.equal(await percentageOn('2030-12-31T12:59:59Z'), 19)
  assert.equal(await percentageOn('2030-12-31T13:00:00Z'), 21)
})

test('a club without rates says nothing of tax', async () => {
  const club = await house.organisation()
  const { priceId } = await addOffer(house, club)
  const shop = shopOf(house, club)
  const { body: order } = await shop.checkOut(await shop.fill(priceId, 1))
  assert.deepEqual(order.taxes, [])
  const [line] = await linesOf(club.orgId, order.order_id)
  assert.ok(Object.values(line ?? {}).every((value) => value === null))
})

test('a new price bears the rate that is marked for new prices, and an archived rate is chosen no more', async () => {
  const { club, eventId, priceCategoryId, reduced } = await taxedClub()
  const create = (body: object) =>
    house.call('POST', `/v1/manage/events/${eventId}/prices`, {
      key: club.key,
      body: { price_category_id: priceCategoryId, title: 'Adult', price: 25, ...body },
    })
  assert.equal((await create({})).body.tax_rate_id, null)
  await house.call('PATCH', `/v1/manage/tax_rates/${reduced}`, { key: club.key, body: { on_new_prices: true } })
  assert.equal((await create({})).body.tax_rate_id, reduced)
  assert.equal((await create({ tax_rate_id: null })).body.tax_rate_id, null)
  await house.call('POST', `/v1/manage/tax_rates/${reduced}/archive`, { key: club.key })
  assert.equal((await create({})).body.tax_rate_id, null)
  assert.equal((await create({ tax_rate_id: reduced })).status, 409)
  const other = await house.organisation()
  assert.equal((await create({ tax_rate_id: await addTaxRate(house, other) })).status, 404)
})
