import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadWords } from '../../../faces/console/words/load.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { unique } from '../../../tests/builders/rows.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { fc } from '../../../tests/harness/chance.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { unixSeconds } from '../../platform/values/clock.ts'

// A page's module takes its words when it is loaded, so they come first.
await loadWords('boxOffice')
const { inCoins } = await import('../../../faces/console/box-office/sale.ts')

const house = await openHouse()
type Tenant = Awaited<ReturnType<typeof house.organisation>>
type Person = Awaited<ReturnType<typeof addStaff>>
type Line = { account: string; debit: number; credit: number }

const whole = { service_fee_minor: 0, service_tax_minor: 0, rebate_minor: 0 }
const coinOf = (club: Tenant, cash_rounding: number | null) =>
  house.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { cash_rounding } })
const post = ({ headers }: Person, path: string, body: object = {}) =>
  house.call('POST', `/v1/manage${path}`, { headers, body })
const read = async ({ headers }: Person, path: string) =>
  (await house.call('GET', `/v1/manage${path}`, { headers })).body

async function counterOf(currency: string, priceMinor: number) {
  const club = await house.organisation({ currency })
  const offer = await addOffer(house, club, {
    capacity: 200,
    event: { currency },
    price: { ...whole, price_minor: priceMinor },
  })
  const ada = await addStaff(house, club, { role: 'box_office' })
  const openDrawer = async () =>
    (await post(ada, '/tills', { name: unique('Window'), float: 0 })).body.till_id as number
  return { club, offer, ada, openDrawer }
}

/** The books of the last hour, in minor units. */
async function booksOf(club: Tenant): Promise<Line[]> {
  const now = unixSeconds(house.clock())
  const query = `unix_start=${now - 3600}&unix_end=${now + 3600}`
  const { text } = await house.call('GET', `/v1/manage/exports/ledger.csv?${query}`, { key: club.key })
  const [head = '', ...rows] = text
    .trim()
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
  const names = head.split(',')
  const minor = (cell: string | undefined) => Math.round(Number(cell ?? 0) * 100)
  return rows.map((row) => {
    const cells = row.split(',')
    const of = (name: string) => cells[names.indexOf(name)]
    return { account: of('account') ?? '', debit: minor(of('debit')), credit: minor(of('credit')) }
  })
}
const takingsPath = () => `/v1/manage/takings?unix_end=${unixSeconds(house.clock()) + 60}`
const balance = (lines: Line[], account: string) =>
  lines.filter((line) => line.account === account).reduce((sum, { debit, credit }) => sum + debit - credit, 0)

test('cash is rounded to the least coin, and what the buyer owes stays what it is', async () => {
  const { club, offer, ada, openDrawer } = await counterOf('CHF', 1018)
  assert.equal((await coinOf(club, 0.05)).body.cash_rounding, 0.05)
  const till_id = await openDrawer()
  const items = [{ price_id: offer.priceId }]
  const sold = await post(ada, '/orders', { items, payment_method: 'cash', till_id })
  assert.deepEqual([sold.status, sold.body.total, sold.body.owed_amount], [201, 10.18, 0], sold.text)
  await post(ada, '/orders', { items, payment_method: 'invoice', till_id })
  const till = await read(ada, `/tills/${till_id}`)
  assert.deepEqual([till.cash, till.cash_rounding], [10.2, 0.02])
  await post(ada, `/orders/${sold.body.order_id}/refunds`, { till_id })
  const after = await read(ada, `/tills/${till_id}`)
  assert.deepEqual([after.cash, after.cash_rounding], [0, 0], 'what goes back is rounded as what came')
  await post(ada, '/orders', { items, payment_method: 'cash', till_id })
  const closed = await post(ada, `/tills/${till_id}/close`, { counted: 10.2 })
  const close = await read(ada, `/till_closes/${closed.body.till_close_id}`)
  assert.deepEqual([close.expected, close.difference, close.cash_rounding], [10.2, 0, 0.02])
  const { body } = await house.call('GET', takingsPath(), { key: club.key })
  const line = body.data.find(({ payment_method }: { payment_method: string }) => payment_method === 'cash_rounding')
  assert.deepEqual([line.paid, line.refunded, line.net], [0.04, 0.02, 0.02])
})

test('only cash from a drawer is rounded: cards, invoices and cash without a drawer are not', async () => {
  const { club, offer, ada, openDrawer } = await counterOf('SEK', 1049)
  await coinOf(club, 1)
  const till_id = await openDrawer()
  const items = [{ price_id: offer.priceId }]
  await post(ada, '/orders', { items, payment_method: 'cash' })
  await post(ada, '/orders', { items, payment_method: 'invoice', till_id })
  assert.equal((await read(ada, `/tills/${till_id}`)).cash_rounding, 0)
  assert.equal(balance(await booksOf(club), 'cash_rounding'), 0)
})

test('a coin that no country has is refused, and a new currency takes the coin away', async () => {
  const club = await house.organisation({ currency: 'CHF' })
  assert.equal((await coinOf(club, 0.07)).body.error.param, 'cash_rounding')
  await coinOf(club, 0.05)
  const changed = await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { currency: 'EUR' } })
  assert.equal(changed.body.cash_rounding, null)
})

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('sale' as const), quantity: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund' as const), quantity: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('debt' as const), quantity: fc.integer({ min: 1, max: 3 }) }) },
)
const story = fc.record({
  coin: fc.constantFrom(0.05, 0.1, 0.5, 1),
  priceMinor: fc.integer({ min: 1, max: 3000 }),
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
})

test('whatever is sold, paid and handed back: drawer, close, books and takings are equal to the last coin', async () => {
  const property = fc.asyncProperty(story, async ({ coin, priceMinor, steps }) => {
    const { club, offer, ada, openDrawer } = await counterOf('CHF', priceMinor)
    await coinOf(club, coin)
    const till_id = await openDrawer()
    const owner = await addStaff(house, club, { role: 'owner' })
    const ownTill = (await post(owner, '/tills', { name: unique('Office'), float: 0 })).body.till_id
    const sold: number[] = []
    let cashMinor = 0
    const inCoinsMinor = (minor: number) => Math.round(inCoins(minor / 100, coin) * 100)
    for (const { kind, quantity } of steps) {
      const items = [{ price_id: offer.priceId, quantity }]
      if (kind === 'sale') {
        const answer = await post(ada, '/orders', { items, payment_method: 'cash', till_id })
        assert.equal(answer.status, 201, answer.text)
        sold.push(answer.body.order_id)
        cashMinor += inCoinsMinor(priceMinor * quantity)
      } else if (kind === 'debt') {
        const answer = await post(ada, '/orders', { items, payment_method: 'invoice' })
        const debts = await house.call('GET', `/v1/manage/debts?order_id=${answer.body.order_id}`, { key: club.key })
        const paid = await post(owner, `/debts/${debts.body.data[0].debt_id}/record_payment`, {
          payment_method: 'cash',
          till_id: ownTill,
        })
        assert.equal(paid.status, 200, paid.text)
        cashMinor += inCoinsMinor(priceMinor * quantity)
      } else {
        const orderId = sold.pop()
        if (orderId === undefined) continue
        const answer = await post(ada, `/orders/${orderId}/refunds`, { till_id })
        assert.equal(answer.status, 201, answer.text)
        cashMinor -= inCoinsMinor(Math.round(answer.body.amount * 100))
      }
    }
    const expected = []
    for (const [person, id] of [
      [ada, till_id],
      [owner, ownTill],
    ] as const) {
      const { cash } = await read(person, `/tills/${id}`)
      const closed = await post(person, `/tills/${id}/close`, { counted: Math.max(cash, 0) })
      expected.push(Math.round(closed.body.expected * 100))
      assert.equal(closed.body.expected, cash)
    }
    assert.equal(
      expected.reduce((sum, minor) => sum + minor, 0),
      cashMinor,
    )
    assert.equal(cashMinor % Math.round(coin * 100), 0, 'a drawer has no smaller coin')
    const books = await booksOf(club)
    assert.deepEqual(
      [balance(books, 'cash'), books.reduce((sum, { debit, credit }) => sum + debit - credit, 0)],
      [cashMinor, 0],
    )
    const { body } = await house.call('GET', takingsPath(), { key: club.key })
    const cash = body.data.filter(({ payment_method: method }: { payment_method: string }) => method.startsWith('cash'))
    const invoices = body.data.filter(
      ({ payment_method: method }: { payment_method: string }) => !method.startsWith('cash'),
    )
    const net = [...cash, ...invoices].reduce(
      (sum: number, each: { net: number }) => sum + Math.round(each.net * 100),
      0,
    )
    assert.equal(net, cashMinor)
    assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
  })
  await fc.assert(property, { numRuns: 12 })
})
