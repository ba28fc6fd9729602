import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { buyer } from '../../../tests/builders/baskets.ts'
import { addInvoice, debtSecret } from '../../../tests/builders/debts.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { addFan } from '../../../tests/builders/sso.ts'
import { fc } from '../../../tests/harness/chance.ts'
import { reconcileOrders } from '../../checkout/answers/reconcile.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { readCsv } from '../../platform/values/csv.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import { toMajor, toMinor } from '../../platform/values/money.ts'

const { house, deps } = await openSettlingHouse()

/** What the bank says at once, and what it says when it is asked again. */
const BANKS = {
  pm_test_ok: ['paid', 'paid'],
  pm_test_declined: ['failed', 'failed'],
  pm_test_requires_action: ['open', 'paid'],
  pm_test_timeout_then_paid: ['open', 'paid'],
  pm_test_timeout_then_failed: ['open', 'failed'],
} as const
type Method = keyof typeof BANKS
const methods = Object.keys(BANKS) as Method[]

type Step =
  | { do: 'grant' | 'record' | 'waive'; minor: number }
  | { do: 'buy'; minor: number; method: Method }
  | { do: 'refund'; minor: number; which: number }
  | { do: 'link'; method: Method }
  | { do: 'settle' | 'cancel' }

const minor = fc.oneof(fc.integer({ min: 1, max: 4000 }), fc.constantFrom(1, 2720, 5440))
const method = fc.constantFrom(...methods)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('grant' as const), minor }) },
  fc.record({ do: fc.constantFrom('record' as const, 'waive' as const), minor }),
  { weight: 4, arbitrary: fc.record({ do: fc.constant('buy' as const), minor, method }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), minor, which: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('link' as const), method }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('settle' as const) }) },
  fc.record({ do: fc.constantFrom('cancel' as const) }),
)

type Bought = { credit: number; charged: number; back: number; creditBack: number }

/** A fan with credit, what they buy by it, and a debt that is paid by its link, in whole minor units. */
class Model {
  credit = 0
  settled = 0
  waived = 0
  cancelled = 0
  isClosed = false
  attempt: { amount: number; later: 'paid' | 'failed' } | undefined
  readonly bought: Bought[] = []
  readonly waiting: { bought: Bought; later: 'paid' | 'failed' }[] = []
  readonly price: number
  readonly owed: number

  constructor(price: number, owed: number) {
    this.price = price
    this.owed = owed
  }

  get open() {
    return this.owed - this.settled - this.waived - this.cancelled
  }
  get free() {
    return this.open - (this.attempt?.amount ?? 0)
  }

  take(next: Step): boolean {
    switch (next.do) {
      case 'grant':
        this.credit += next.minor
        return true
      case 'record':
        if (next.minor > this.free) return false
        this.settled += next.minor
        return true
      case 'waive':
        if (next.minor > this.free) return false
        this.waived += next.minor
        return true
      case 'buy':
        return this.buy(Math.min(next.minor, this.price), next.method)
      case 'refund':
        return this.refund(next.which, next.minor)
      case 'link':
        return this.link(next.method)
      case 'cancel':
        if (this.isClosed) return false
        this.cancelled += this.free
        this.isClosed = true
        return true
      case 'settle':
        this.settle()
        return true
    }
  }

  buy(credit: number, paidBy: Method): boolean {
    if (credit > this.credit) return false
    const bought = { credit, charged: this.price - credit, back: 0, creditBack: 0 }
    const [first, later] = bought.charged === 0 ? (['paid', 'paid'] as const) : BANKS[paidBy]
    if (first === 'failed') return false
    this.credit -= credit
    if (first === 'paid') this.bought.push(bought)
    else this.waiting.push({ bought, later })
    return true
  }

  refund(which: number, amount: number): boolean {
    const order = this.bought[which]
    if (!order || amount > order.credit + order.charged - order.back - order.creditBack) return false
    const credited = Math.min(amount, order.credit - order.creditBack)
    order.creditBack += credited
    order.back += amount - credited
    this.credit += credited
    return true
  }

  link(paidBy: Method): boolean {
    if (this.open === 0) return true
    if (this.attempt) return this.endAttempt()
    if (this.isClosed) return false
    const [first, later] = BANKS[paidBy]
    this.attempt = { amount: this.open, later: first === 'open' ? later : first }
    return first === 'open' ? true : this.endAttempt()
  }

  /** Asked again, the bank has decided. Whether it was paid. */
  endAttempt(): boolean {
    const { amount, later } = this.attempt ?? { amount: 0, later: 'failed' }
    this.attempt = undefined
    if (this.isClosed) this.cancelled += amount
    else if (later === 'paid') this.settled += amount
    return later === 'paid'
  }

  settle(): void {
    if (this.attempt) this.endAttempt()
    for (const { bought, later } of this.waiting.splice(0)) {
      if (later === 'paid') this.bought.push(bought)
      else this.credit += bought.credit
    }
  }
}

for (const currency of ['JPY', 'AUD', 'KWD']) {
  test(`in ${currency}, credit at the checkout and debts paid by a link are as exact integers say, whatever banks answer`, async () => {
    const club = await house.organisation({ currency })
    const { key } = club
    const { priceId } = await addOffer(house, club, { capacity: 100_000, event: { currency } })
    const call = (methodOf: string, path: string, body?: object, headers: Record<string, string> = {}) =>
      house.call(methodOf, path, { key, headers, ...(body ? { body } : {}) })
    const manage = (methodOf: string, path: string, body?: object) => call(methodOf, `/v1/manage/${path}`, body)
    const major = (value: number) => toMajor(value, currency)
    const minorOf = (value: number) => toMinor(value, currency) ?? 0

    const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      house.clock.advance(MINUTE_MS)
      const from = unixSeconds(house.clock())
      const fan = await addFan(house, club)
      const customer = { ...buyer, email: fan.email }
      const { orderId, debtId } = await addInvoice(house, club, { priceId, quantity: 2 })
      const debt = (await manage('GET', `debts/${debtId}`)).body
      const secret = debtSecret(house, club, debtId)
      const model = new Model(minorOf(debt.amount) / 2, minorOf(debt.amount))
      const orders: number[] = []
      const pending: { basket: string; orderId: number }[] = []

      const buy = async (credit: number, payment_method: Method) => {
        const items = [{ price_id: priceId }]
        const basket = (await call('POST', '/v1/baskets', { items })).body.id
        const body = { customer, payment_method, credit: major(credit) }
        const answer = await call('POST', `/v1/baskets/${basket}/checkout`, body, fan.headers)
        if (answer.body.status === 'confirmed') orders.push(answer.body.order_id)
        if (answer.body.status === 'pending') pending.push({ basket, orderId: answer.body.order_id })
        return answer
      }
      const settle = async () => {
        house.clock.advance(2 * MINUTE_MS)
        await reconcileOrders(deps)
        for (const { orderId: waiting } of pending.splice(0)) {
          const { order_status } = (await manage('GET', `orders/${waiting}`)).body
          if (order_status === 'confirmed') orders.push(waiting)
        }
        return { status: 200, text: '' }
      }
      const send = async (next: Step) => {
        switch (next.do) {
          case 'grant': {
            const body = { user_id: fan.userId, amount: major(next.minor), currency, reason: 'x' }
            return manage('POST', 'credits', body)
          }
          case 'record': {
            const body = { amount: major(next.minor), payment_method: 'transfer' }
            return manage('POST', `debts/${debtId}/record_payment`, body)
          }
          case 'waive':
            return manage('POST', `debts/${debtId}/waive`, { amount: major(next.minor), reason: 'x' })
          case 'buy':
            return buy(next.minor, next.method)
          case 'refund': {
            const body = { amount: major(next.minor), keep_tickets: true }
            return manage('POST', `orders/${orders[next.which] ?? 0}/refunds`, body)
          }
          case 'link':
            house.clock.advance(MINUTE_MS)
            return call('POST', '/v1/storefront/debt/payment', { payment_method: next.method }, secret)
          case 'cancel':
            return manage('POST', `orders/${orderId}/cancel`, {})
          case 'settle':
            return settle()
        }
      }
      for (const next of [...steps, { do: 'settle' } as const]) {
        const { status, text } = await send(next)
        assert.equal(status < 300, model.take(next), `${JSON.stringify(next)}: ${status} ${text}`)
      }
      const after = (await manage('GET', `debts/${debtId}`)).body
      assert.deepEqual(
        [after.open, after.settled, after.waived, after.cancelled],
        [model.open, model.settled, model.waived, model.cancelled].map(major),
      )
      for (const [index, bought] of model.bought.entries()) {
        const order = (await manage('GET', `orders/${orders[index] ?? 0}`)).body
        const back = bought.back + bought.creditBack
        assert.deepEqual([order.credit, order.refunded_amount], [bought.credit, back].map(major))
      }
      const [credit] = (await manage('GET', `credits?user_id=${fan.userId}`)).body.data
      assert.equal(credit?.balance ?? 0, major(model.credit))
      assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
      const balances = await balancesOf(key, from, currency)
      assert.deepEqual(
        [balances.sum, balances.receivables, balances.customer_credit],
        [0, model.open, 0 - model.credit],
      )
    })
    await fc.assert(property, { numRuns: 20 })
  })
}

/** Debits less credits of each account, of what was booked since then. */
async function balancesOf(key: string, from: number, currency: string) {
  const path = `/v1/manage/exports/ledger.csv?unix_start=${from}&unix_end=${unixSeconds(house.clock()) + 1}`
  const { text } = await house.call('GET', path, { key })
  const balances = { sum: 0, receivables: 0, customer_credit: 0 } as Record<string, number>
  for await (const { cells } of readCsv(Readable.from([Buffer.from(text)]))) {
    const [, , account = '', debit, credit] = cells
    if (account === 'account') continue
    const value = (toMinor(Number(debit), currency) ?? 0) - (toMinor(Number(credit), currency) ?? 0)
    balances[account] = (balances[account] ?? 0) + value
    balances.sum = (balances.sum ?? 0) + value
  }
  return balances
}
