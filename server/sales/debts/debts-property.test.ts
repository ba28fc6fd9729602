import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { addOffer } from '../../../tests/builders/prices.ts'
import { fc } from '../../../tests/harness/chance.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { auditStock } from '../../operator/audit-stock/audit-stock.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { readCsv } from '../../platform/values/csv.ts'
import { toMajor, toMinor } from '../../platform/values/money.ts'

const house = await openHouse()

type Step = { do: 'pay' | 'grant' | 'spend' | 'waive' | 'refund'; minor: number } | { do: 'reverse' | 'payOut' }

const minor = fc.oneof(fc.integer({ min: 1, max: 4000 }), fc.constantFrom(1, 2720, 8160))
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const), minor }) },
  fc.record({ do: fc.constantFrom('grant' as const, 'spend' as const, 'waive' as const), minor }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refund' as const), minor }) },
  fc.record({ do: fc.constantFrom('reverse' as const, 'payOut' as const) }),
)

type Payment = { amount: number; refunded: number; reversed: number }
type Settlement = { amount: number; payment: Payment | undefined }

/** What an order on an invoice comes to, in whole minor units. Each step answers whether it can be taken. */
class Model {
  open: number
  waived = 0
  cancelled = 0
  refunded = 0
  credit = 0
  owedBack = 0
  readonly payments: Payment[] = []
  readonly settlements: Settlement[] = []
  creditBack = 0

  constructor(total: number) {
    this.open = total
  }

  get settled() {
    return this.settlements.reduce((sum, { amount }) => sum + amount, 0)
  }
  get spent() {
    return this.settlements.reduce((sum, { amount, payment }) => sum + (payment ? 0 : amount), 0)
  }
  get left() {
    return this.payments.reduce((sum, { amount, refunded, reversed }) => sum + amount - refunded - reversed, 0)
  }

  take(next: Step): boolean {
    switch (next.do) {
      case 'grant':
        this.credit += next.minor
        return true
      case 'pay':
        return this.settle(next.minor, { amount: next.minor, refunded: 0, reversed: 0 })
      case 'spend': {
        if (next.minor > this.credit || !this.settle(next.minor, undefined)) return false
        this.credit -= next.minor
        return true
      }
      case 'waive':
        if (next.minor > this.open) return false
        this.open -= next.minor
        this.waived += next.minor
        return true
      case 'refund':
        return this.refund(next.minor)
      case 'reverse': {
        const last = this.settlements.at(-1)
        const { payment } = last ?? {}
        if (!last || !payment || payment.amount - payment.refunded - payment.reversed < last.amount) return false
        this.settlements.pop()
        payment.reversed += last.amount
        this.open += last.amount
        return true
      }
      case 'payOut': {
        const isOwed = this.owedBack > 0
        this.owedBack = 0
        return isOwed
      }
    }
  }

  settle(amount: number, payment: Payment | undefined): boolean {
    if (amount > this.open) return false
    this.open -= amount
    if (payment) this.payments.push(payment)
    this.settlements.push({ amount, payment })
    return true
  }

  refund(amount: number): boolean {
    const creditLeft = this.spent - this.creditBack
    if (this.left + creditLeft + this.open === 0) return false
    const cancelled = Math.min(amount, this.open)
    const back = amount - cancelled
    if (back > this.left + creditLeft) return false
    this.open -= cancelled
    this.cancelled += cancelled
    const credited = Math.min(back, creditLeft)
    this.creditBack += credited
    this.credit += credited
    let rest = back - credited
    for (const payment of this.payments.toReversed()) {
      const part = Math.min(rest, payment.amount - payment.refunded - payment.reversed)
      payment.refunded += part
      this.owedBack += part
      rest -= part
    }
    this.refunded += back
    return true
  }
}

for (const currency of ['JPY', 'AUD', 'KWD']) {
  test(`in ${currency}, whatever is paid, credited, refunded, waived and taken back, rows and books are as exact integers say`, async () => {
    const club = await house.organisation({ currency })
    const offer = await addOffer(house, club, { capacity: 100_000, event: { currency } })
    const manage = (method: string, path: string, body?: object) =>
      house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body ? { body } : {}) })
    const major = (value: number) => toMajor(value, currency)

    const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      house.clock.advance(60_000)
      const from = unixSeconds(house.clock())
      const email = `fan-${crypto.randomUUID()}@example.org`
      const customer = { email, first_name: 'Ada', last_name: 'Okafor' }
      const sale = { items: [{ price_id: offer.priceId, quantity: 3 }], payment_method: 'invoice', customer }
      const { order_id: orderId, user_id, total } = (await manage('POST', 'orders', sale)).body
      const model = new Model(toMinor(total, currency) ?? 0)
      const [{ debt_id: debtId }] = (await manage('GET', `debts?order_id=${orderId}`)).body.data
      const send = async (next: Step) => {
        if (next.do === 'reverse') return manage('POST', `debts/${debtId}/reverse`, { kind: 'mistake', reason: 'x' })
        if (!('minor' in next)) {
          const { data } = (await manage('GET', `debts?order_id=${orderId}&owed_by=club&open=true&limit=100`)).body
          const ids: number[] = data.map(({ debt_id }: { debt_id: number }) => debt_id)
          const [first, ...also] = ids
          const body = {
            payment_method: 'cash',
            ...(also.length > 0 ? { also: also.map((debt_id) => ({ debt_id })) } : {}),
          }
          return manage('POST', `debts/${first ?? 0}/record_payment`, body)
        }
        const amount = major(next.minor)
        if (next.do === 'grant') return manage('POST', 'credits', { user_id, amount, currency, reason: 'x' })
        if (next.do === 'spend') return manage('POST', `debts/${debtId}/pay_by_credit`, { amount })
        if (next.do === 'waive') return manage('POST', `debts/${debtId}/waive`, { amount, reason: 'x' })
        if (next.do === 'refund') return manage('POST', `orders/${orderId}/refunds`, { amount, keep_tickets: true })
        return manage('POST', `debts/${debtId}/record_payment`, { amount, payment_method: 'transfer' })
      }
      for (const next of steps) {
        const { status, text } = await send(next)
        assert.equal(status < 300, model.take(next), `${JSON.stringify(next)}: ${status} ${text}`)
      }
      const debt = (await manage('GET', `debts/${debtId}`)).body
      assert.deepEqual(
        [debt.open, debt.settled, debt.waived, debt.cancelled],
        [model.open, model.settled, model.waived, model.cancelled].map(major),
      )
      const order = (await manage('GET', `orders/${orderId}`)).body
      assert.deepEqual([order.owed_amount, order.refunded_amount], [model.open, model.refunded].map(major))
      const [credit] = (await manage('GET', `credits?user_id=${user_id}`)).body.data
      assert.equal(credit?.balance ?? 0, major(model.credit))
      assert.deepEqual(await auditStock(club.orgId, house.sql), [])
      const balances = await balancesOf(club.key, from, currency)
      assert.deepEqual(
        [balances.sum, balances.receivables, balances.refunds_payable, balances.customer_credit],
        [0, model.open, 0 - model.owedBack, 0 - model.credit],
      )
    })
    await fc.assert(property, { numRuns: 25 })
  })
}

/** Debits less credits of each account, of what was booked since then. */
async function balancesOf(key: string, from: number, currency: string) {
  const path = `/v1/manage/exports/ledger.csv?unix_start=${from}&unix_end=${unixSeconds(house.clock()) + 1}`
  const { text } = await house.call('GET', path, { key })
  const balances = { sum: 0, receivables: 0, refunds_payable: 0, customer_credit: 0 } as Record<string, number>
  for await (const { cells } of readCsv(Readable.from([Buffer.from(text)]))) {
    const [, , account = '', debit, credit] = cells
    if (account === 'account') continue
    const value = (toMinor(Number(debit), currency) ?? 0) - (toMinor(Number(credit), currency) ?? 0)
    balances[account] = (balances[account] ?? 0) + value
    balances.sum = (balances.sum ?? 0) + value
  }
  return balances
}
