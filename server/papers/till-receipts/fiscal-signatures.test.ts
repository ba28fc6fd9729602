import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { unique } from '../../../tests/builders/rows.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { addTaxRate } from '../../../tests/builders/tax-rates.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import type { FiscalKind } from '../../payments/fiscal/fiscal-device.ts'
import { chainValue, firstChainValue } from '../../payments/fiscal/fiscal-text.ts'
import { isSignatureOf } from '../../payments/fiscal/simulated-device.ts'

const house = await openHouse()
const { sql } = house
type Tenant = Awaited<ReturnType<typeof house.organisation>>
type Person = Awaited<ReturnType<typeof addStaff>>

const post = ({ headers }: Person, path: string, body: object = {}) =>
  house.call('POST', `/v1/manage${path}`, { headers, body })
const read = async ({ headers }: Person, path: string) =>
  (await house.call('GET', `/v1/manage${path}`, { headers })).body
const signBy = (club: Tenant, kind: FiscalKind | null, simulated_outage = false) =>
  house.call('PUT', '/v1/manage/fiscal_settings', { key: club.key, body: { kind, simulated_outage } })

async function openSandbox(kind: FiscalKind) {
  const club = await house.organisation({ mode: 'test' })
  const offer = await addOffer(house, club, { capacity: 100 })
  const answer = await signBy(club, kind)
  assert.equal(answer.status, 200, answer.text)
  const ada = await addStaff(house, club, { role: 'box_office' })
  const name = unique('Window')
  const till_id = (await post(ada, '/tills', { name, float: 0 })).body.till_id as number
  const sell = (more: object = {}) =>
    post(ada, '/orders', { items: [{ price_id: offer.priceId }], payment_method: 'cash', till_id, ...more })
  return { club, ada, name, till_id, sell, publicKey: answer.body.public_key as string }
}

type Row = {
  number: number
  receipt_number: number | null
  close_number: number | null
  signed_text: string
  previous: string
  signature: string | null
  code: string | null
}

const rowsOf = ({ orgId }: Tenant) => sql<Row[]>`
  select number, receipt_number, close_number, signed_text, previous, signature, code
  from fiscal_signatures
  where org_id = ${orgId}
  order by counter_id, number`

for (const kind of ['tse', 'rksv', 'nf525'] as const) {
  test(`${kind}: a sale, a refund and the close are signed one after the other, each tied to the one before`, async () => {
    const { club, ada, name, till_id, sell, publicKey } = await openSandbox(kind)
    const sold = await sell()
    assert.equal(sold.status, 201, sold.text)
    await sell({ payment_method: 'invoice' })
    assert.equal((await post(ada, `/orders/${sold.body.order_id}/refunds`, { till_id })).status, 201)
    assert.equal((await post(ada, `/tills/${till_id}/close`, { counted: 0 })).status, 200)
    const rows = await rowsOf(club)
    assert.deepEqual(
      rows.map((row) => [row.number, row.receipt_number, row.close_number]),
      [
        [1, 1, null],
        [2, 3, null],
        [3, null, 1],
      ],
      'what was not paid in cash is not signed',
    )
    let previous = firstChainValue(name)
    for (const row of rows) {
      assert.equal(row.previous, previous)
      assert.equal(row.signed_text.includes(previous), kind !== 'tse')
      assert.ok(isSignatureOf(publicKey, row.signed_text, row.signature ?? ''), 'the device has signed this text')
      assert.ok(!isSignatureOf(publicKey, `${row.signed_text} `, row.signature ?? ''), 'and no other')
      previous = chainValue(row.signed_text, row.signature)
    }
    assert.equal(rows[0]?.code === null, kind === 'nf525')
    assert.deepEqual(await auditBooks(club.orgId, sql), [])
  })
}

/** NF525 signs amounts by rate, in tenths of a per cent, and the cash. */
const signedRates = ({ signed_text: text }: Row) => {
  const [rates = '', cash] = text.split(',')
  return { cash: Number(cash), rates: rates === '' ? [] : rates.split('|').map((each) => each.split(':').map(Number)) }
}

test('a sale that is part-paid in cash is signed with its share of the tax, and so is each later part: together they are the order’s', async () => {
  const { club, ada, till_id } = await openSandbox('nf525')
  const reduced = await addTaxRate(house, club, {
    kind: 'reduced',
    percentages: [{ valid_from: '2007-01-01', percentage: 7 }],
  })
  const standard = await addTaxRate(house, club)
  const { priceId } = await addOffer(house, club, {
    price: { tax_rate_id: standard, service_fee_minor: 0, service_tax_minor: 0, rebate_minor: 0, price_minor: 2495 },
  })
  const memberships = membershipsOf(house, club)
  const type = { membership_type_id: await memberships.addType({ tax_rate_id: reduced }) }
  const plan = { ...type, membership_payment_option_id: await memberships.addOption(), member: grace }
  const customer = { email: 'ada@example.org', first_name: 'Ada', last_name: 'Okafor' }
  const items = [plan, { price_id: priceId }]
  const sold = await post(ada, '/orders', { items, payment_method: 'cash', till_id, customer })
  assert.equal(sold.status, 201, sold.text)
  const { data: debts } = await read(ada, `/debts?order_id=${sold.body.order_id}`)
  const open = debts.filter((debt: { open: number }) => debt.open > 0)
  assert.equal(open.length, 2)
  const pay = (debt: { debt_id: number }, amount: number) => {
    house.clock.advance(1000)
    return post(ada, `/debts/${debt.debt_id}/record_payment`, { payment_method: 'cash', till_id, amount })
  }
  assert.equal((await pay(open[0], 10.01)).status, 200)
  assert.equal((await pay(open[0], 23.32)).status, 200)
  house.clock.advance(1000)
  assert.equal((await post(ada, `/debts/${open[0].debt_id}/reverse`, { kind: 'mistake', reason: 'x' })).status, 200)
  assert.equal((await pay(open[0], 23.32)).status, 200)
  assert.equal((await pay(open[1], 33.33)).status, 200)
  await post(ada, `/tills/${till_id}/close`, { counted: 124.95 })
  const rows = (await rowsOf(club)).filter(({ receipt_number }) => receipt_number !== null).map(signedRates)
  assert.deepEqual(
    rows.map(({ cash }) => cash),
    [5829, 1001, 2332, -2332, 2332, 3333],
  )
  for (const { cash, rates } of rows)
    assert.equal(
      rates.reduce((sum, [, amount = 0]) => sum + amount, 0),
      cash,
    )
  const of = (rate: number) =>
    rows.flatMap(({ rates }) => rates.filter(([each]) => each === rate).map(([, amount = 0]) => amount))
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  assert.deepEqual([sum(of(700)), sum(of(1900))], [10_000, 2495])
  assert.equal(of(1900)[0], Math.round((2495 * 5829) / 12_495))
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('while the device is out sales go on, and the receipt says so; then the chain goes on behind it', async () => {
  const { club, ada, sell } = await openSandbox('rksv')
  await sell()
  await signBy(club, 'rksv', true)
  const sold = await sell()
  assert.equal(sold.status, 201, sold.text)
  const receipt = (await read(ada, `/till_receipts?order_id=${sold.body.order_id}`)).data[0]
  assert.deepEqual(
    [receipt.signature.state, receipt.signature.notice, receipt.signature.signature],
    ['outage', 'Sicherheitseinrichtung ausgefallen', null],
  )
  assert.ok(receipt.signature.code.endsWith(Buffer.from('Sicherheitseinrichtung ausgefallen').toString('base64')))
  await signBy(club, 'rksv')
  const later = await sell()
  const [next] = (await read(ada, `/till_receipts?order_id=${later.body.order_id}`)).data
  assert.equal(next.signature.state, 'signed')
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('sales at once at one counter are signed each once, in a chain without a gap', async () => {
  const { club, ada, till_id, sell } = await openSandbox('nf525')
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => sell()))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201, 201, 201],
  )
  await post(ada, `/tills/${till_id}/close`, { counted: 136 })
  const rows = await rowsOf(club)
  assert.deepEqual(
    rows.map(({ number, receipt_number }) => [number, receipt_number]),
    [
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
      [5, 5],
      [6, null],
    ],
  )
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('audit sees a chain that was broken: another text, another signature, a row that is gone', async () => {
  const { club, sell } = await openSandbox('rksv')
  for (let sale = 0; sale < 3; sale += 1) await sell()
  class Undo extends Error {}
  const faults = {
    text: () =>
      sql`update fiscal_signatures set signed_text = signed_text || '0' where org_id = ${club.orgId} and number = 2`,
    signature: () => sql`update fiscal_signatures set signature = 'AAAA' where org_id = ${club.orgId} and number = 2`,
    gone: () => sql`delete from fiscal_signatures where org_id = ${club.orgId} and number = 2`,
  }
  for (const [name, fault] of Object.entries(faults)) {
    const said: string[] = []
    const trial = sql.begin(async (tx) => {
      await tx`alter table fiscal_signatures disable trigger user`
      await tx`${fault()}`
      said.push(...(await auditBooks(club.orgId, tx)).map(({ object, field }) => `${object} ${field}`))
      throw new Undo()
    })
    await assert.rejects(trial, Undo)
    assert.ok(said.includes('fiscal_signature previous'), `${name}: ${said.join(', ')}`)
  }
})

test('the receipt of a counter is a PDF, with what the device has signed', async () => {
  for (const kind of ['tse', 'nf525'] as const) {
    const { ada, sell } = await openSandbox(kind)
    const sold = await sell()
    const [receipt] = (await read(ada, `/till_receipts?order_id=${sold.body.order_id}`)).data
    assert.equal(receipt.signature.excerpt === null, kind === 'tse')
    const path = `/v1/manage/till_receipts/${receipt.till_receipt_id}/receipt.pdf`
    const { status, headers, text } = await house.call('GET', path, { headers: ada.headers })
    assert.deepEqual([status, headers['content-type'], text.slice(0, 5)], [200, 'application/pdf', '%PDF-'])
  }
})

test('a live organisation has no device yet, and nothing is signed before a law is chosen', async () => {
  const live = await house.organisation({ mode: 'live' })
  assert.equal((await signBy(live, 'tse')).status, 409)
  const sandbox = await house.organisation({ mode: 'test' })
  const wrong = await house.call('PUT', '/v1/manage/fiscal_settings', { key: sandbox.key, body: { kind: 'abc' } })
  assert.equal(wrong.status, 400)
  const { body } = await house.call('GET', '/v1/manage/fiscal_settings', { key: sandbox.key })
  assert.deepEqual([body.kind, body.serial], [null, null])
})
