import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clubOf, refusal } from '../../../tests/builders/clubs.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = clubOf(house, await house.organisation())
const other = clubOf(house, await house.organisation())
const create = (body: Record<string, unknown>) => club.manage('POST', '/tax_rates', body)
const change = (id: number, body: Record<string, unknown>) => club.manage('PATCH', `/tax_rates/${id}`, body)
const from = (valid_from: string, percentage: number) => ({ valid_from, percentage })

test('a rate has its percentages in the order of their days, and the country of the organisation', async () => {
  const percentages = [from('2020-07-01', 16), from('2007-01-01', 19), from('2021-01-01', 19)]
  const { status, body } = await create({ title: 'VAT', kind: 'standard', percentages })
  assert.equal(status, 201)
  assert.deepEqual(body.percentages, [from('2007-01-01', 19), from('2020-07-01', 16), from('2021-01-01', 19)])
  assert.deepEqual([body.country, body.kind, body.on_fees, body.tax_rate_status], ['AU', 'standard', false, 'active'])
})

test('percentages go with the kinds that ask for tax, exact to the third decimal, each from a day of its own', async () => {
  const standard = (percentages: object[]) => create({ title: 'VAT', kind: 'standard', percentages })
  assert.equal((await standard([from('2026-01-01', 8.875)])).status, 201)
  assert.deepEqual(refusal(await standard([])), [400, 'percentages'])
  assert.deepEqual(refusal(await standard([from('2026-01-01', 8.8755)])), [400, 'percentages'])
  assert.deepEqual(refusal(await standard([from('2026-01-01', 7), from('2026-01-01', 8)])), [400, 'percentages'])
  const zero = { title: 'Zero', kind: 'zero', percentages: [from('2026-01-01', 0)] }
  assert.deepEqual(refusal(await create(zero)), [400, 'percentages'])
})

test('an exemption and a reverse charge say why', async () => {
  for (const kind of ['exempt', 'reverse_charge']) {
    assert.deepEqual(refusal(await create({ title: 'None', kind })), [400, 'reason'])
    const { body } = await create({ title: 'None', kind, reason: 'Sport for the public good' })
    assert.deepEqual([body.kind, body.reason, body.percentages], [kind, 'Sport for the public good', []])
  }
})

test('one rate is on fees and one on new prices: the other gives it up', async () => {
  const { body: first } = await create({ title: 'Zero', kind: 'zero', on_fees: true, on_new_prices: true })
  const { body: second } = await create({ title: 'Outside', kind: 'outside_scope', on_fees: true })
  const marks = async (id: number) => {
    const { body } = await club.manage('GET', `/tax_rates/${id}`)
    return [body.on_fees, body.on_new_prices]
  }
  assert.deepEqual(await marks(first.tax_rate_id), [false, true])
  await Promise.all([
    change(first.tax_rate_id, { on_fees: true }),
    change(second.tax_rate_id, { on_new_prices: true }),
    change(first.tax_rate_id, { on_new_prices: true }),
  ])
  const both = [await marks(first.tax_rate_id), await marks(second.tax_rate_id)]
  assert.equal(both.flat().filter((mark) => mark).length, 2)
})

test('an archived rate is on nothing, and comes back by its status', async () => {
  const { body: rate } = await create({ title: 'Zero', kind: 'zero', on_fees: true })
  const archived = await club.manage('POST', `/tax_rates/${rate.tax_rate_id}/archive`)
  assert.deepEqual([archived.body.tax_rate_status, archived.body.on_fees], ['archived', false])
  assert.equal((await change(rate.tax_rate_id, { on_fees: true })).status, 409)
  const back = await change(rate.tax_rate_id, { tax_rate_status: 'active', on_fees: true })
  assert.deepEqual([back.body.tax_rate_status, back.body.on_fees], ['active', true])
})

test('kind and country stay, and rates of another organisation are not there', async () => {
  const { body: rate } = await create({ title: 'Zero', kind: 'zero', country: 'DE' })
  assert.equal((await change(rate.tax_rate_id, { kind: 'exempt' })).status, 400)
  assert.equal((await change(rate.tax_rate_id, { country: 'DK' })).status, 400)
  assert.equal((await other.manage('GET', `/tax_rates/${rate.tax_rate_id}`)).status, 404)
})
