import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { followSandbox } from '../../server/ledger/disputes/follow-disputes.ts'
import { settleRefund } from '../../server/ledger/refunds/settle-refund.ts'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { issueDocuments } from '../../server/papers/documents/issue-documents.ts'
import { unixSeconds } from '../../server/platform/values/clock.ts'
import { readCsv } from '../../server/platform/values/csv.ts'
import { HOUR_MS } from '../../server/platform/values/durations.ts'
import { toMajor, toMinor } from '../../server/platform/values/money.ts'
import { fc } from '../harness/chance.ts'
import { type House, openHouse } from '../harness/house.ts'
import { shopOf } from './baskets.ts'
import { addDiscount } from './discounts.ts'
import { anna, issueDocumentsOf } from './documents.ts'
import { addEvent } from './events.ts'
import { addPrice, addPriceCategory } from './prices.ts'
import { addTaxRate } from './tax-rates.ts'

/** Of the test that runs: another file of the same process has another. */
let house: House

type Sale = {
  way: 'cash' | 'invoice' | 'pm_test_ok' | 'pm_test_disputed' | 'pm_test_disputed_then_won'
  quantities: number[]
  discounted: boolean
  named: boolean
}
type Step = { order: number } & (
  | { do: 'refund'; minor: number }
  | { do: 'pay' | 'waive' | 'spend'; minor: number }
  | { do: 'tickets'; which: number }
  | { do: 'whole' | 'payOut' | 'forgo' | 'reverse' | 'bankFails' | 'follow' | 'issue' | 'wait' }
  | { do: 'cancel'; refund: boolean }
)

const minor = fc.oneof(fc.integer({ min: 1, max: 4000 }), fc.constantFrom(1, 2500, 9000))
const sale: fc.Arbitrary<Sale> = fc.record({
  way: fc.constantFrom('cash', 'invoice', 'pm_test_ok', 'pm_test_ok', 'pm_test_disputed', 'pm_test_disputed_then_won'),
  quantities: fc.constantFrom([1, 1, 1], [2, 0, 1], [0, 3, 0], [0, 0, 2], [3, 1, 0]),
  discounted: fc.boolean(),
  named: fc.boolean(),
})
const order = fc.integer({ min: 0, max: 2 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ order, do: fc.constantFrom('refund' as const, 'pay' as const), minor }) },
  fc.record({ order, do: fc.constantFrom('waive' as const, 'spend' as const), minor }),
  fc.record({ order, do: fc.constant('tickets' as const), which: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ order, do: fc.constant('cancel' as const), refund: fc.boolean() }),
  {
    weight: 6,
    arbitrary: fc.record({
      order,
      do: fc.constantFrom<'payOut' | 'forgo' | 'reverse' | 'bankFails' | 'follow' | 'issue' | 'whole' | 'wait'>(
        ...([
          'payOut',
          'forgo',
          'reverse',
          'bankFails',
          'bankFails',
          'follow',
          'issue',
          'issue',
          'whole',
          'wait',
        ] as const),
      ),
    }),
  },
)
const story = fc.record({
  currency: fc.constantFrom('EUR', 'JPY'),
  taxedFees: fc.boolean(),
  sales: fc.array(sale, { minLength: 1, maxLength: 3 }),
  steps: fc.array(step, { minLength: 4, maxLength: 14 }),
})

type Opening = { currency: string; taxedFees: boolean }
type Sold = { orderId: number; userId: number; ticketIds: number[] }

/** Prices at 7 % included, at 8.125 % on top and without a rate, with fees at 19 % or at those of their prices. */
async function openClub({ currency, taxedFees }: Opening) {
  const club = await house.organisation({ currency })
  const manage = (method: string, path: string, body?: object) =>
    house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body && { body }) })
  const percent = (percentage: number) => [{ valid_from: '2007-01-01', percentage }]
  const reduced = await addTaxRate(house, club, { kind: 'reduced', percentages: percent(7) })
  const onTop = await addTaxRate(house, club, { percentages: percent(8.125), included_in_prices: false })
  if (taxedFees) await addTaxRate(house, club, { on_fees: true })
  await manage('PATCH', 'organisation', { transaction_fee_fixed: 1, disputed_tickets: 'keep' })
  const eventId = await addEvent(house, club, { event_status_id: 1, currency })
  const priceCategoryId = await addPriceCategory(house, club, eventId, { capacity: 10_000 })
  const priceIds: number[] = []
  for (const columns of [
    { tax_rate_id: reduced, price_minor: 2495, service_tax_minor: 0 },
    { tax_rate_id: onTop, price_minor: 1337, service_tax_minor: 0 },
    { price_minor: 1111, service_fee_minor: 133, service_tax_minor: 21 },
  ])
    priceIds.push(await addPrice(house, club, { eventId, priceCategoryId }, columns))
  const { code } = await addDiscount(house, club, { basis_points: 1250 })
  await issueDocumentsOf(house, club)
  return { club, manage, priceIds, code }
}

type Club = Awaited<ReturnType<typeof openClub>>

async function sell(
  { club, manage, priceIds, code }: Club,
  { way, quantities, discounted, named }: Sale,
): Promise<Sold> {
  const items = quantities.flatMap((quantity, at) => (quantity === 0 ? [] : [{ price_id: priceIds[at], quantity }]))
  const said = {
    customer: { email: `fan-${crypto.randomUUID()}@example.org`, first_name: 'Ada', last_name: 'Okafor' },
    ...(named && { document_recipient: anna }),
  }
  const discount = discounted ? { discount_code: code } : {}
  let orderId: number
  if (way === 'cash' || way === 'invoice') {
    const { status, body, text } = await manage('POST', 'orders', { ...said, ...discount, items, payment_method: way })
    assert.equal(status, 201, text)
    orderId = body.order_id
  } else {
    const shop = shopOf(house, club)
    const { body } = await shop.open({ ...discount, items })
    const { status, body: paid, text } = await shop.checkOut(body.id, { ...said, payment_method: way })
    assert.equal(status, 200, text)
    orderId = paid.order_id
  }
  const { user_id: userId, tickets } = (await manage('GET', `orders/${orderId}`)).body
  return { orderId, userId, ticketIds: tickets.map(({ ticket_id }: { ticket_id: number }) => ticket_id) }
}

const issue = () => issueDocuments({ sql: house.sql, clock: house.clock, systemClock: house.clock })

/** One thing that is done about the money of an order; what cannot be done is refused, and changes nothing. */
async function take(
  { club, manage }: Club,
  currency: string,
  { orderId, userId, ticketIds }: Sold,
  next: Step,
): Promise<void> {
  const major = (value: number) => toMajor(value, currency)
  const debtsOf = async (query: string): Promise<number[]> =>
    (await manage('GET', `debts?order_id=${orderId}&limit=100&open=true&${query}`)).body.data.map(
      ({ debt_id }: { debt_id: number }) => debt_id,
    )
  const ask = async (path: string, body: object) => {
    const { status, text } = await manage('POST', path, body)
    assert.ok(status < 500, `${path} ${JSON.stringify(body)}: ${text}`)
  }
  switch (next.do) {
    case 'issue':
      await issue()
      return
    case 'wait':
      house.clock.advance(HOUR_MS)
      return
    case 'refund':
      return ask(`orders/${orderId}/refunds`, { amount: major(next.minor), keep_tickets: true })
    case 'tickets':
      return ask(`orders/${orderId}/refunds`, { ticket_ids: [ticketIds[next.which % ticketIds.length]] })
    case 'whole':
      return ask(`orders/${orderId}/refunds`, {})
    case 'cancel':
      return ask(`orders/${orderId}/cancel`, { refund: next.refund })
    case 'follow':
      await followSandbox({ sql: house.sql, clock: house.clock }, club.orgId)
      return
    case 'bankFails':
      return refuseAtBank({ club }, orderId)
  }
  const [debtId] = await debtsOf(next.do === 'payOut' || next.do === 'forgo' ? 'owed_by=club' : 'owed_by=fan')
  if (next.do === 'reverse') {
    const [any] = (await manage('GET', `debts?order_id=${orderId}&owed_by=fan`)).body.data
    return any && ask(`debts/${any.debt_id}/reverse`, { kind: 'mistake', reason: 'x' })
  }
  if (debtId === undefined) return
  if (next.do === 'payOut') return ask(`debts/${debtId}/record_payment`, { payment_method: 'cash' })
  if (next.do === 'forgo') return ask(`debts/${debtId}/waive`, { reason: 'x' })
  if (!('minor' in next)) return
  if (next.do === 'waive') return ask(`debts/${debtId}/waive`, { amount: major(next.minor), reason: 'x' })
  if (next.do === 'pay')
    return ask(`debts/${debtId}/record_payment`, { amount: major(next.minor), payment_method: 'transfer' })
  await ask('credits', { user_id: userId, amount: major(next.minor), currency, reason: 'x' })
  return ask(`debts/${debtId}/pay_by_credit`, { amount: major(next.minor) })
}

/** The last refund to a card, which had succeeded, comes back from the bank. */
async function refuseAtBank({ club }: Pick<Club, 'club'>, orderId: number): Promise<void> {
  const [refund] = await house.sql<{ refund_id: number }[]>`
    select r.refund_id
    from refunds r
    join payments p on p.org_id = ${club.orgId} and p.payment_id = r.payment_id
    where r.org_id = ${club.orgId}
      and p.order_id = ${orderId}
      and p.provider = 'test'
      and r.refund_status = 'succeeded'
    order by r.refund_id desc
    limit 1`
  if (!refund) return
  const about = { refundId: refund.refund_id, orderId }
  await settleRefund({ sql: house.sql, clock: house.clock }, club.orgId, about, { kind: 'failed', code: 'lost_card' })
}

/** Minor units without tax and of tax, by the thousandths of a percent that they bear; what is of nothing is left out. */
type ByRate = Map<number, { net: number; tax: number }>
const add = (sums: ByRate, thousandths: number, { net = 0, tax = 0 }) => {
  const sum = sums.get(thousandths) ?? { net: 0, tax: 0 }
  sums.set(thousandths, { net: sum.net + net, tax: sum.tax + tax })
}
const listed = (sums: ByRate) =>
  [...sums].filter(([, { net, tax }]) => net !== 0 || tax !== 0).toSorted(([one], [other]) => one - other)

type Issued = {
  kind: string
  order_id: number
  total_minor: number
  taxes: { percentMilli: number; netMinor: number; taxMinor: number }[]
}

async function readDocuments({ club }: Club) {
  const rows = await house.sql<Issued[]>`
    select kind, order_id, total_minor, content #> '{invoice,taxes}' as taxes
    from documents
    where org_id = ${club.orgId}`
  const byRate: ByRate = new Map()
  const ofOrder = new Map<number, number>()
  for (const { kind, order_id, total_minor, taxes } of rows) {
    const sign = kind === 'credit_note' ? -1 : 1
    ofOrder.set(order_id, (ofOrder.get(order_id) ?? 0) + sign * total_minor)
    for (const { percentMilli, netMinor, taxMinor } of taxes)
      add(byRate, percentMilli, { net: sign * netMinor, tax: sign * taxMinor })
  }
  return { byRate, ofOrder }
}

const SALES = ['ticket_sales', 'service_fees', 'service_tax', 'transaction_fees', 'rebates', 'refunds']

async function readLedger({ club }: Club, from: Date, currency: string) {
  const span = `unix_start=${unixSeconds(from)}&unix_end=${unixSeconds(house.clock()) + 1}`
  const { text } = await house.call('GET', `/v1/manage/exports/ledger.csv?${span}`, { key: club.key })
  const records: string[][] = []
  for await (const { cells } of readCsv(Readable.from([Buffer.from(text)]))) records.push(cells)
  const [head = []] = records.splice(0, 1)
  const byRate: ByRate = new Map()
  const balances: Record<string, number> = { receivables: 0, surplus_payable: 0, sum: 0 }
  for (const cells of records) {
    const {
      account = '',
      debit,
      credit,
      tax_percentage,
    } = Object.fromEntries(head.map((name, at) => [name, cells[at] ?? '']))
    const value = (toMinor(Number(debit), currency) ?? 0) - (toMinor(Number(credit), currency) ?? 0)
    const thousandths = Math.round(Number(tax_percentage) * 1000)
    balances[account] = (balances[account] ?? 0) + value
    balances.sum = (balances.sum ?? 0) + value
    if (SALES.includes(account)) add(byRate, thousandths, { net: -value })
    if (account === 'tax_payable') add(byRate, thousandths, { tax: -value })
  }
  return { byRate, balances }
}

/** Whatever is sold, paid, refunded, forgone, cancelled and comes back, the documents together are the books. */
export async function checkDocuments(stories: number): Promise<void> {
  house = await openHouse()
  const property = fc.asyncProperty(story, async ({ sales, steps, ...opening }) => {
    const { currency } = opening
    const club = await openClub(opening)
    const from = house.clock()
    const orders: Sold[] = []
    for (const one of sales) orders.push(await sell(club, one))
    for (const next of steps) {
      const about = orders[next.order % orders.length]
      house.clock.advance(1000)
      if (about) await take(club, currency, about, next)
    }
    house.clock.advance(HOUR_MS)
    await issue()
    const documents = await readDocuments(club)
    const books = await readLedger(club, from, currency)
    assert.deepEqual(listed(documents.byRate), listed(books.byRate))
    let owed = 0
    for (const { orderId } of orders) {
      const order = (await club.manage('GET', `orders/${orderId}`)).body
      const debts = (await club.manage('GET', `debts?order_id=${orderId}&owed_by=fan&limit=100`)).body.data
      const minorOf = (amount: number) => toMinor(amount, currency) ?? 0
      const cancelled = debts.reduce((sum: number, debt: { cancelled: number }) => sum + minorOf(debt.cancelled), 0)
      const left = minorOf(order.total) - minorOf(order.refunded_amount) - cancelled
      assert.equal(documents.ofOrder.get(orderId), left, `order ${orderId}`)
      owed += minorOf(order.owed_amount)
    }
    assert.deepEqual([books.balances.receivables, books.balances.sum], [owed, 0])
    assert.deepEqual(await auditBooks(club.club.orgId, house.sql), [])
  })
  await fc.assert(property, { numRuns: stories })
}
