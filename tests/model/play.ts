import assert from 'node:assert/strict'
import { followSandbox } from '../../server/ledger/disputes/follow-disputes.ts'
import { reconcileRefunds } from '../../server/ledger/refunds/reconcile-refunds.ts'
import type { Answer } from '../harness/house.ts'
import type { Act, RecordedMethod } from './acts.ts'
import { ADULT, CHILD, type Club, SEASON } from './club.ts'
import type { Debt, Method, Order } from './order.ts'
import { ReferenceLedger } from './reference-ledger.ts'
import { FEES_RATE, priceSale } from './sale.ts'

/** An order of the club's, with what the model has of it. */
export type Case = { orderId: number; userId: number; order: Order; ticketIds: number[]; isDisputed: boolean }
type Of<Do extends Act['do']> = Extract<Act, { do: Do }>

/** Plays acts against the API, and each against the model: what the one refuses the other has to refuse. */
export function createPlay(club: Club) {
  const { post, read, major, minor } = club
  const ledger = new ReferenceLedger({ cashStep: club.cashStep, unit: club.minor(1) })
  const cases: Case[] = []
  const bodyOf = async (path: string) => (await read(path)).body
  const manage = '/v1/manage'
  let tillId: number | undefined
  /** Of a ticket, by its rates: without what tax adds to its price, as figures of sales have it (docs/decisions: tax). */
  const grossOf = new WeakMap<Map<number, number>, number>()

  const agree = (act: Act, answer: Answer, isTaken: boolean) =>
    assert.equal(answer.status < 300, isTaken, `${JSON.stringify(act)}: ${answer.status} ${answer.text.slice(0, 600)}`)

  /** The newest come first, so that most acts are about what has just happened. */
  const chosen = <T>(items: T[], which: number): T | undefined => items[items.length - 1 - (which % items.length)]
  const buyer = () => ({ email: `fan-${crypto.randomUUID()}@example.org`, first_name: 'Ada', last_name: 'Okafor' })

  async function debtsOf({ orderId }: Case, owedBy: 'fan' | 'club'): Promise<{ debt_id: number; open: number }[]> {
    const { data } = await bodyOf(`${manage}/debts?order_id=${orderId}&owed_by=${owedBy}&limit=100`)
    return data.toSorted((a: { debt_id: number }, b: { debt_id: number }) => a.debt_id - b.debt_id)
  }
  const debtId = async (about: Case, debt: Debt): Promise<number> =>
    (await debtsOf(about, 'fan'))[about.order.debts.indexOf(debt)]?.debt_id ?? 0

  async function sell(act: Of<'sell'>): Promise<void> {
    const { way, adults, children, discounted, death } = act
    if (way === 'till' && tillId === undefined) return
    const items = [
      { price_id: club.adultId, quantity: adults },
      ...(children > 0 ? [{ price_id: club.childId, quantity: children }] : []),
    ]
    const isOnline = way === 'card' || way === 'transfer' || way === 'disputed'
    const channel = isOnline ? 'online' : 'boxoffice'
    const discount = discounted && way !== 'free' ? { discount_code: club.code } : {}
    const body = isOnline
      ? await checkOut({ ...discount, items }, ONLINE[way], death)
      : await sellAtCounter({ ...discount, items }, way, death)
    const quantities =
      way === 'free'
        ? []
        : [
            { price: ADULT, quantity: adults },
            { price: CHILD, quantity: children },
          ]
    const sale = priceSale(quantities, { channel, discounted })
    assert.deepEqual(
      [minor(body.total), body.order_status ?? body.status],
      [sale.total, way === 'transfer' ? 'pending' : 'confirmed'],
    )
    if (way === 'transfer') {
      const paid = await post(`${manage}/orders/${body.order_id}/record_transfer`, {}, death)
      assert.equal(paid.status, 200, paid.text)
    }
    const sold = await bodyOf(`${manage}/orders/${body.order_id}`)
    const tickets = sold.tickets.map((ticket: Ticket) => ratesOf(ticket))
    const order = ledger.sell(channel, sale, tickets)
    if (way === 'invoice') ledger.oweInvoice(order)
    else ledger.payAtOnce(order, METHODS[way], PROVIDED.has(way), way === 'till')
    const ticketIds = sold.tickets.map(({ ticket_id }: { ticket_id: number }) => ticket_id)
    cases.push({ orderId: body.order_id, userId: sold.user_id, order, ticketIds, isDisputed: way === 'disputed' })
  }

  type Ticket = {
    ticket_id: number
    price_id: number
    price: number
    discount: number
    fees: number
    tax: number
    service_tax: number
  }
  /** What was paid for a ticket, by the rates that it bears. */
  function ratesOf({ price_id, price, discount, fees, tax }: Ticket): Map<number, number> {
    const of = price_id === club.adultId ? ADULT : CHILD
    const withoutTax = minor(price) - minor(discount)
    const rates = new Map([[of.rate, withoutTax + minor(tax)]])
    if (minor(fees) > 0) rates.set(FEES_RATE, minor(fees))
    grossOf.set(rates, withoutTax + minor(fees))
    return rates
  }

  async function checkOut(basket: object, payment_method: string, death: number) {
    const opened = await post('/v1/baskets', basket)
    assert.equal(opened.status, 201, opened.text)
    const path = `/v1/baskets/${opened.body.id}/checkout`
    const answer = await post(path, { payment_method, customer: buyer() }, death)
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }

  async function sellAtCounter(items: object, way: 'cash' | 'till' | 'invoice' | 'free' | 'reader', death: number) {
    const how = {
      cash: { payment_method: 'cash' },
      till: { payment_method: 'cash', till_id: tillId },
      invoice: { payment_method: 'invoice' },
      free: { payment_method: 'free', reason: 'guests' },
      reader: { payment_method: 'card_reader', reader_id: 'tmr_test_ok' },
    }[way]
    const { status, body, text } = await post(`${manage}/orders`, { ...items, ...how, customer: buyer() }, death)
    assert.equal(status, 201, text)
    if (way !== 'reader') return body
    await read(`${manage}/orders/${body.order_id}/reader_payment`)
    return bodyOf(`${manage}/orders/${body.order_id}`)
  }

  async function join({ plan, death }: Of<'join'>): Promise<void> {
    const body = await checkOut({ items: [club.season(plan)] }, 'pm_test_ok', death)
    const { order_id: orderId, user_id: userId } = await bodyOf(`${manage}/orders/${body.order_id}`)
    const sale = priceSale([{ price: SEASON, quantity: 1 }], { channel: 'online', discounted: false })
    assert.equal(minor(body.total), sale.total)
    const order = ledger.sell('online', sale, [])
    if (plan === 'whole') ledger.payAtOnce(order, 'card', true)
    else ledger.payByPlan(order, 3, plan === 'automatic')
    cases.push({ orderId, userId, order, ticketIds: [], isDisputed: false })
  }

  /** The debts of fans of which something is open, or all of them. */
  const owing = (isMeant: (debt: Debt, order: Order) => boolean) =>
    cases.flatMap((about) =>
      about.order.debts.filter((debt) => isMeant(debt, about.order)).map((debt) => ({ about, debt })),
    )
  const isOpen = ({ open }: Debt) => open > 0
  /** All of it every third time, one unit too many now and then, else a part. */
  const partOf = (whole: number, part: number): number =>
    part % 3 === 0 ? whole : part % 17 === 0 ? whole + 1 : 1 + ((part * 7919) % Math.max(whole, 1))

  async function onDebt(act: Of<'pay'> | Of<'waive' | 'spend' | 'reverse'>): Promise<void> {
    const chosenDebt = chosen(owing(act.do === 'reverse' ? () => true : isOpen), act.which)
    if (!chosenDebt) return
    const { about, debt } = chosenDebt
    const amount = partOf(debt.open, act.part)
    const path = `${manage}/debts/${await debtId(about, debt)}`
    if (act.do === 'pay') {
      const body = recorded(act.method)
      if (!body) return
      const answer = await post(`${path}/record_payment`, { amount: major(amount), ...body }, act.death)
      return agree(
        act,
        answer,
        ledger.pay(about.order, debt, amount, RECORDED[act.method], { atTill: act.method === 'till' }),
      )
    }
    if (act.do === 'waive') {
      const answer = await post(`${path}/waive`, { amount: major(amount), reason: 'x' }, act.death)
      return agree(act, answer, ledger.waive(about.order, debt, amount))
    }
    if (act.do === 'spend') {
      const answer = await post(`${path}/pay_by_credit`, { amount: major(amount) }, act.death)
      return agree(act, answer, ledger.spend(about.order, debt, about.userId, amount))
    }
    const answer = await post(`${path}/reverse`, { kind: 'mistake', reason: 'x' }, act.death)
    agree(act, answer, ledger.reverse(about.order, debt))
  }

  function recorded(method: RecordedMethod): object | undefined {
    if (method === 'till') return tillId === undefined ? undefined : { payment_method: 'cash', till_id: tillId }
    return { payment_method: method, ...(method === 'transfer' ? { reference: 'RE 7' } : {}) }
  }

  async function grant(act: Of<'grant'>): Promise<void> {
    const about = chosen(cases, act.which)
    if (!about) return
    const amount = 1 + act.part
    const body = { user_id: about.userId, amount: major(amount), currency: club.currency, reason: 'x' }
    agree(act, await post(`${manage}/credits`, body, act.death), ledger.grant(about.userId, amount))
  }

  async function refund(act: Of<'refund' | 'refundAll' | 'refundTicket'>): Promise<void> {
    const about = chosen(cases, act.which)
    if (!about) return
    const { order, orderId, userId } = about
    const path = `${manage}/orders/${orderId}/refunds`
    if (act.do === 'refund') {
      const amount = partOf(ledger.refundable(order), act.part)
      const answer = await post(path, { amount: major(amount), keep_tickets: true }, act.death)
      return agree(act, answer, ledger.refund(order, userId, amount))
    }
    if (act.do === 'refundAll') {
      if (order.isMembership) return
      return agree(act, await post(path, {}, act.death), ledger.refundAll(order, userId))
    }
    const nth = act.part % Math.max(order.tickets.length, 1)
    const ticketId = about.ticketIds[nth]
    if (ticketId === undefined) return
    const isTaken = ledger.refundTicket(order, userId, nth)
    agree(act, await post(path, { ticket_ids: [ticketId] }, act.death), isTaken)
    if (isTaken) about.ticketIds.splice(nth, 1)
  }

  async function cancel(act: Of<'cancel'>): Promise<void> {
    const about = chosen(cases, act.which)
    if (!about) return
    if (about.order.isMembership) return
    const answer = await post(`${manage}/orders/${about.orderId}/cancel`, { refund: act.refund }, act.death)
    agree(act, answer, ledger.cancel(about.order, about.userId, act.refund))
  }

  /** What the club owes is handed back, or the fan does without. */
  async function onOwed(act: Of<'payOut'> | Of<'forgo'>): Promise<void> {
    const owed = chosen(
      ledger.owed.filter(({ open }) => open),
      act.which,
    )
    const about = cases.find(({ order }) => order === owed?.order)
    if (!owed || !about) return
    const nth = ledger.owed.filter(({ order }) => order === owed.order).indexOf(owed)
    const path = `${manage}/debts/${(await debtsOf(about, 'club'))[nth]?.debt_id ?? 0}`
    if (act.do === 'forgo')
      return agree(act, await post(`${path}/waive`, { reason: 'x' }, act.death), ledger.forgo(owed))
    const body = recorded(act.method)
    if (!body) return
    const answer = await post(`${path}/record_payment`, body, act.death)
    agree(act, answer, ledger.payOut(owed, RECORDED[act.method], act.method === 'till'))
  }

  async function openTill(): Promise<void> {
    if (tillId !== undefined) return
    const { status, body, text } = await post(`${manage}/tills`, { name: 'West', float: major(10_000) })
    assert.equal(status, 201, text)
    tillId = body.till_id
    ledger.openTill(10_000)
  }

  async function closeTill({ missing, death }: Of<'closeTill'>): Promise<void> {
    if (tillId === undefined) return
    const expected = ledger.till?.cash ?? 0
    const body = { counted: major(Math.max(0, expected - missing)), ...(missing === 0 ? {} : { note: 'x' }) }
    const closed = await post(`${manage}/tills/${tillId}/close`, body, death)
    assert.equal(closed.status, 200, closed.text)
    assert.equal(minor(closed.body.expected), expected)
    ledger.closeTill(Math.max(0, expected - missing))
    tillId = undefined
  }

  /** The provider's disputes are followed by the worker. */
  async function dispute(): Promise<void> {
    await followSandbox(club.deps, club.orgId)
    for (const about of cases.filter(({ isDisputed }) => isDisputed)) {
      ledger.dispute(about.order)
      about.isDisputed = false
    }
  }

  async function play(act: Act): Promise<void> {
    ledger.day = club.local().day
    switch (act.do) {
      case 'sell':
        return sell(act)
      case 'join':
        return join(act)
      case 'pay':
      case 'waive':
      case 'spend':
      case 'reverse':
        return onDebt(act)
      case 'grant':
        return grant(act)
      case 'refund':
      case 'refundAll':
      case 'refundTicket':
        return refund(act)
      case 'cancel':
        return cancel(act)
      case 'payOut':
      case 'forgo':
        return onOwed(act)
      case 'openTill':
        return openTill()
      case 'closeTill':
        return closeTill(act)
      case 'dispute':
        return dispute()
      case 'wait': {
        // The sandbox follows disputes in the first minute of the wait, so on the day on which it begins.
        await dispute()
        await club.wait(act.hours)
        const { day, hour } = club.local()
        return ledger.passTo(day, hour)
      }
    }
  }

  return {
    ...{ ledger, cases, club, grossOf, tillId: () => tillId },
    play: async (act: Act) => {
      await play(act)
      club.house.clock.advance(1000)
      // What had been asked of the provider when the process died is looked after by the worker.
      if (act.death >= 0) {
        club.house.clock.advance(61_000)
        await reconcileRefunds(club.deps)
      }
    },
  }
}
export type Play = ReturnType<typeof createPlay>

const ONLINE = { card: 'pm_test_ok', disputed: 'pm_test_disputed', transfer: 'bank_transfer' }
const PROVIDED = new Set(['card', 'disputed', 'reader'])
const METHODS: Record<Exclude<Of<'sell'>['way'], 'invoice'>, Method> = {
  ...{
    cash: 'cash',
    till: 'cash',
    free: 'cash',
    card: 'card',
    disputed: 'card',
    reader: 'card_reader',
    transfer: 'transfer',
  },
}
const RECORDED: Record<RecordedMethod, Method> = {
  ...{ cash: 'cash', till: 'cash', transfer: 'transfer', card: 'card', cheque: 'cheque', other: 'other' },
}
