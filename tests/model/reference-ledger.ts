import { dayAfter, divideHalfUp, monthsAfter, share, sum } from './amounts.ts'
import {
  accountOf,
  type Debt,
  isPaidInFull,
  leftOf,
  type Method,
  type Order,
  type Owed,
  type Payment,
  type Shares,
  type Till,
} from './order.ts'
import { type Channel, type Sale, TRANSACTION_FEE } from './sale.ts'

const INVOICE_DAYS = 14
/** From nine in the morning what is due is charged. */
const CHARGING_HOUR = 9

/**
 * What a club's money comes to, in whole minor units, written from the documents (docs/decisions: debts, figures, refunds, tax, cash) and not from
 * the code: nothing here knows a table, a request or a module of the server. Each step answers whether it can be taken, and changes nothing where
 * it cannot. Debits are positive.
 */
export class ReferenceLedger {
  readonly #cashStep: number
  readonly #unit: number
  till: Till | undefined
  /** Instalments that are charged by themselves. */
  readonly #charges: { order: Order; debt: Debt }[] = []
  /** The day of the club. */
  day = ''
  /** Debits less credits by day, account and thousandths of a per cent: `2026-03-01 ticket_sales 7000`. */
  readonly postings = new Map<string, number>()
  /** What came and what went by day, channel and method: `2026-03-01 online card paid`. */
  readonly takings = new Map<string, number>()
  readonly orders: Order[] = []
  readonly owed: Owed[] = []
  /** Of each fan. */
  readonly credit = new Map<number, number>()
  /** Money of the provider's by day, that it has not paid out yet: payments one by one, and all else. */
  readonly clearing = new Map<string, { payments: number[]; other: number; disputes: number }>()

  /** How many minor units the currency has in one, and which multiple of them is the smallest coin. */
  constructor({ cashStep, unit }: { cashStep: number; unit: number }) {
    this.#cashStep = cashStep
    this.#unit = unit
  }

  post(account: string, minor: number, rate = 0): void {
    const key = `${this.day} ${account} ${rate}`
    this.postings.set(key, (this.postings.get(key) ?? 0) + minor)
  }

  sell(channel: Channel, { parts, total, rebate }: Sale, tickets: Map<number, number>[]): Order {
    const sold: Shares = new Map()
    for (const { account, rate, gross, tax } of parts) {
      this.post(account, tax - gross, rate)
      this.post('tax_payable', -tax, rate)
      const so = sold.get(rate) ?? { gross: 0, tax: 0 }
      sold.set(rate, { gross: so.gross + gross, tax: so.tax + tax })
    }
    this.post('service_fees', rebate)
    this.post('rebates', -rebate)
    const order: Order = {
      isMembership: parts.some(({ account }) => account === 'membership_sales'),
      ...{ day: this.day, channel, total, sold, returned: new Map(), status: 'confirmed', payments: [], debts: [] },
      ...{ settlements: [], tickets, creditBack: 0, cancelled: 0, waived: 0, refunded: 0 },
    }
    this.orders.push(order)
    return order
  }

  /** Of an order that is paid at once. */
  payAtOnce(order: Order, method: Method, byProvider: boolean, atTill = false): void {
    if (order.total === 0) return
    order.payments.push(this.#receive(order, order.total, method, byProvider))
    if (atTill) this.#count(order, order.total)
  }

  /** What is paid later is owed whole when it is sold. */
  #owe(order: Order, kind: Debt['kind'], parts: { due: string; amount: number }[]): void {
    for (const { due, amount } of parts) order.debts.push({ kind, due, open: amount, settled: 0 })
    this.post('receivables', order.total)
  }

  oweInvoice(order: Order): void {
    this.#owe(order, 'invoice', [{ due: dayAfter(this.day, INVOICE_DAYS), amount: order.total }])
  }

  /** Equal parts of the membership, the first ones a unit larger; the fee of the order is paid with the first, at once. */
  payByPlan(order: Order, count: number, isAutomatic: boolean): void {
    const parts = share(
      order.total - TRANSACTION_FEE,
      Array.from({ length: count }, () => 1),
    )
    const amounts = parts.map((amount, at) => amount + (at === 0 ? TRANSACTION_FEE : 0))
    this.#owe(
      order,
      'instalment',
      amounts.map((amount, at) => ({ due: monthsAfter(this.day, at), amount })),
    )
    const [first, ...later] = order.debts
    if (first) this.pay(order, first, first.open, 'card', { byProvider: true })
    if (isAutomatic) this.#charges.push(...later.map((debt) => ({ order, debt })))
  }

  #receive(order: Order, amount: number, method: Method, byProvider: boolean): Payment {
    const payment = { method, byProvider, amount, refunded: 0, reversed: 0 }
    this.#move(order, payment, amount)
    return payment
  }

  /** Money in, or out again where it is below zero; against it stands what the caller says. */
  #move(order: Order, payment: Pick<Payment, 'method' | 'byProvider'>, amount: number): void {
    this.post(accountOf(payment), amount)
    this.#take(order.channel, payment.method, amount)
    if (!payment.byProvider) return
    const clearing = this.clearing.get(this.day) ?? { payments: [], other: 0, disputes: 0 }
    if (amount > 0) clearing.payments.push(amount)
    else clearing.other += amount
    this.clearing.set(this.day, clearing)
  }

  #take(channel: Channel, method: string, amount: number): void {
    const key = `${this.day} ${channel} ${method} ${amount > 0 ? 'paid' : 'refunded'}`
    this.takings.set(key, (this.takings.get(key) ?? 0) + Math.abs(amount))
  }

  pay(order: Order, debt: Debt, amount: number, method: Method, { byProvider = false, atTill = false } = {}): boolean {
    if (amount > debt.open) return false
    if (atTill) this.#count(order, amount)
    const payment: Payment = this.#receive(order, amount, method, byProvider)
    if (atTill) payment.till = this.till
    order.payments.push(payment)
    this.#settle(order, debt, amount, payment)
    return true
  }

  #settle(order: Order, debt: Debt, amount: number, payment: Payment | undefined): void {
    debt.open -= amount
    debt.settled += amount
    order.settlements.push({ debt, amount, payment })
    this.post('receivables', -amount)
  }

  grant(fan: number, amount: number): boolean {
    this.credit.set(fan, (this.credit.get(fan) ?? 0) + amount)
    this.post('goodwill', amount)
    this.post('customer_credit', -amount)
    return true
  }

  spend(order: Order, debt: Debt, fan: number, amount: number): boolean {
    const credit = this.credit.get(fan) ?? 0
    if (amount > credit || amount > debt.open) return false
    this.credit.set(fan, credit - amount)
    this.post('customer_credit', amount)
    this.#settle(order, debt, amount, undefined)
    return true
  }

  waive(order: Order, debt: Debt, amount: number): boolean {
    if (amount > debt.open || amount === 0) return false
    debt.open -= amount
    order.waived += amount
    this.post('written_off', amount)
    this.post('receivables', -amount)
    return true
  }

  /** The last payment of a debt that staff recorded, if none of it has gone back. The cash is taken out of the drawer, while that is open. */
  reverse(order: Order, debt: Debt): boolean {
    const last = order.settlements.findLast((each) => each.debt === debt)
    if (!last?.payment || last.payment.byProvider || leftOf(last.payment) < last.amount) return false
    order.settlements.splice(order.settlements.indexOf(last), 1)
    last.payment.reversed += last.amount
    if (last.payment.till !== undefined && last.payment.till === this.till) this.#count(order, -last.amount)
    debt.open += last.amount
    debt.settled -= last.amount
    this.#move(order, last.payment, -last.amount)
    this.post('receivables', last.amount)
    return true
  }

  openOf = (order: Order): number => sum(order.debts, ({ open }) => open)
  creditLeft = (order: Order): number =>
    sum(order.settlements, ({ amount, payment }) => (payment ? 0 : amount)) - order.creditBack
  refundable = (order: Order): number => this.openOf(order) + this.creditLeft(order) + sum(order.payments, leftOf)

  /**
   * What is open is cancelled first, the latest day first; then credit goes back, then what the provider collected, then what staff took, each the
   * newest first.
   */
  refund(order: Order, fan: number, amount: number, giving?: Map<number, number>): boolean {
    if (amount > this.refundable(order) || amount === 0) return false
    let rest = amount - this.#cancelOpen(order, amount, giving)
    const credited = Math.min(rest, this.creditLeft(order))
    if (credited > 0) {
      order.creditBack += credited
      this.credit.set(fan, (this.credit.get(fan) ?? 0) + credited)
    }
    rest -= credited
    order.refunded += credited + rest
    const newest = order.payments.toReversed()
    for (const payment of [...newest.filter((p) => p.byProvider), ...newest.filter((p) => !p.byProvider)]) {
      const part = Math.min(rest, leftOf(payment))
      if (part === 0) continue
      rest -= part
      payment.refunded += part
      if (payment.byProvider) {
        this.#move(order, payment, -part)
        this.#goBack(order, part, undefined, giving)
      } else {
        const shares = this.#goBack(order, part, 'refunds_payable', giving)
        this.owed.push({ order, payment, amount: part, open: true, shares })
      }
    }
    if (credited > 0) this.#goBack(order, credited, 'customer_credit', giving)
    this.#close(order)
    return true
  }

  #cancelOpen(order: Order, amount: number, giving?: Map<number, number>): number {
    let rest = amount
    for (const debt of order.debts.toReversed()) {
      const part = Math.min(rest, debt.open)
      if (part === 0) continue
      debt.open -= part
      order.cancelled += part
      rest -= part
      this.#goBack(order, part, 'receivables', giving)
    }
    return amount - rest
  }

  /** The supply goes back with its tax, of each rate as much as is left of it in proportion, or first of what is given back. */
  #goBack(order: Order, amount: number, account: string | undefined, giving: Map<number, number> = new Map()): Shares {
    if (account !== undefined) this.post(account, -amount)
    const rates = [...order.sold.keys()]
    const backOf = (rate: number) => order.returned.get(rate) ?? { gross: 0, tax: 0 }
    const left = rates.map((rate) => (order.sold.get(rate)?.gross ?? 0) - backOf(rate).gross)
    const ofTickets = rates.map((rate, at) => Math.min(giving.get(rate) ?? 0, left[at] ?? 0))
    const first = share(
      Math.min(
        amount,
        sum(ofTickets, (each) => each),
      ),
      ofTickets,
    )
    const then = left.map((each, at) => each - (first[at] ?? 0))
    const others = share(amount - sum(first, (each) => each), then)
    const shares: Shares = new Map()
    for (const [at, rate] of rates.entries()) {
      const gross = (first[at] ?? 0) + (others[at] ?? 0)
      shares.set(rate, { gross, tax: this.#returnRate(order, rate, gross) })
    }
    return shares
  }

  #returnRate(order: Order, rate: number, gross: number): number {
    const sold = order.sold.get(rate) ?? { gross: 0, tax: 0 }
    const so = order.returned.get(rate) ?? { gross: 0, tax: 0 }
    if (gross === 0) return 0
    const tax = divideHalfUp(sold.tax * (so.gross + gross), sold.gross) - so.tax
    order.returned.set(rate, { gross: so.gross + gross, tax: so.tax + tax })
    this.post('refunds', gross - tax, rate)
    this.post('tax_payable', tax, rate)
    return tax
  }

  /** What the order still owes is let go; money stays unless it is refunded. */
  cancel(order: Order, fan: number, withRefund: boolean): boolean {
    if (order.status !== 'confirmed') return false
    if (withRefund) this.refund(order, fan, this.refundable(order))
    else this.#cancelOpen(order, this.openOf(order))
    order.status = 'cancelled'
    order.tickets = []
    return true
  }

  /** All its tickets are given back with it. */
  refundAll(order: Order, fan: number): boolean {
    const giving = new Map<number, number>()
    for (const rates of order.tickets)
      for (const [rate, gross] of rates) giving.set(rate, (giving.get(rate) ?? 0) + gross)
    if (!this.refund(order, fan, this.refundable(order), giving)) return false
    order.tickets = []
    this.#close(order)
    return true
  }

  /** For what was paid for it; of an order that is not paid in full, no more than was paid and is open. */
  refundTicket(order: Order, fan: number, nth: number): boolean {
    const giving = new Map(order.tickets[nth])
    const price = sum(giving.values(), (each) => each)
    const amount = isPaidInFull(order) ? price : Math.min(price, this.refundable(order))
    if (!this.refund(order, fan, amount, giving)) return false
    order.tickets.splice(nth, 1)
    this.#close(order)
    return true
  }

  /** An order of which neither money nor tickets are left is refunded, or, where nothing was ever paid, cancelled. */
  #close(order: Order): void {
    const isOver = order.tickets.length === 0 && this.refundable(order) === 0
    if (isOver && order.status === 'confirmed') order.status = order.refunded > 0 ? 'refunded' : 'cancelled'
  }

  /** The fan does without: the refund has failed, and the money stays. */
  forgo(owed: Owed): boolean {
    if (!owed.open) return false
    owed.open = false
    owed.payment.refunded -= owed.amount
    owed.order.refunded -= owed.amount
    this.post('refunds_payable', owed.amount)
    for (const [rate, { gross, tax }] of owed.shares) this.#unreturn(owed.order, rate, gross, tax)
    return true
  }

  #unreturn(order: Order, rate: number, gross: number, tax: number): void {
    const so = order.returned.get(rate) ?? { gross: 0, tax: 0 }
    order.returned.set(rate, { gross: so.gross - gross, tax: so.tax - tax })
    this.post('refunds', tax - gross, rate)
    this.post('tax_payable', -tax, rate)
  }

  openTill(float: number): void {
    this.till = { cash: float, rounding: 0 }
  }

  /** What is handed over at the counter, as a whole to the nearest coin. */
  #count(order: Order, amount: number): void {
    const till = this.till
    if (!till) return
    const coins = divideHalfUp(Math.abs(amount), this.#cashStep) * this.#cashStep
    const rounding = Math.sign(amount) * coins - amount
    till.cash += amount + rounding
    till.rounding += rounding
    this.post('cash', rounding)
    this.post('cash_rounding', -rounding)
    if (rounding !== 0) this.#take(order.channel, 'cash_rounding', rounding)
  }

  closeTill(counted: number): void {
    const missing = (this.till?.cash ?? 0) - counted
    this.post('cash_difference', missing)
    this.post('cash', -missing)
    this.till = undefined
  }

  /** Days pass: what the provider has collected is paid out two days later, and what is due is charged in the morning. */
  passTo(day: string, hour: number): void {
    for (; this.day <= day; this.day = dayAfter(this.day, 1)) {
      this.#payOutClearing()
      const isMorning = this.day < day || hour >= CHARGING_HOUR
      for (const { order, debt } of this.#charges)
        if (isMorning && debt.due <= this.day && debt.open > 0 && order.status === 'confirmed')
          this.pay(order, debt, debt.open, 'card', { byProvider: true })
    }
    this.day = day
  }

  /** The provider keeps 1.4 % and a quarter of each payment, and 15 of a dispute. */
  #payOutClearing(): void {
    for (const [day, { payments, other, disputes }] of this.clearing) {
      if (dayAfter(day, 2) > this.day) continue
      this.clearing.delete(day)
      const fees =
        sum(payments, (amount) => divideHalfUp(amount * 14, 1000) + Math.round(this.#unit / 4)) +
        disputes * 15 * this.#unit
      this.post('provider_fees', fees)
      this.post('bank', sum(payments, (amount) => amount) + other - fees)
      this.post('test_clearing', -sum(payments, (amount) => amount) - other)
    }
  }

  payOut(owed: Owed, method: Method, atTill = false): boolean {
    if (!owed.open) return false
    if (atTill) this.#count(owed.order, -owed.amount)
    owed.open = false
    this.post('refunds_payable', owed.amount)
    this.#move(owed.order, { method, byProvider: false }, -owed.amount)
    return true
  }

  /** The provider takes back what is left of a payment: it is owed again. */
  dispute(order: Order): boolean {
    const payment = order.payments.find(({ byProvider }) => byProvider)
    const amount = payment ? leftOf(payment) : 0
    if (!payment || amount === 0) return false
    payment.reversed += amount
    this.#move(order, payment, -amount)
    const clearing = this.clearing.get(this.day)
    if (clearing) clearing.disputes += 1
    this.post('receivables', amount)
    order.debts.push({ kind: 'returned_payment', due: this.day, open: amount, settled: 0 })
    return true
  }
}
