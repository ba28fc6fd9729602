import type { PlantedLine } from './bank-statements.ts'

/** What a movement may be for, and how that stands, in the model's own words. */
export type ModelOrder = {
  kind: 'order'
  id: number
  reference: string
  dueMinor: number
  receivedMinor: number
  /** gone: the deadline has passed, and the places are another buyer's. */
  state: 'waiting' | 'paid' | 'expired' | 'gone' | 'returned'
  isRecordedByHand: boolean
  lastName: string | null
}
export type ModelDebt = {
  kind: 'fan debt' | 'club debt'
  id: number
  orderId: number
  reference: string
  openMinor: number
}
export type Target = ModelOrder | ModelDebt

/** `names`: what its text names, as far as its references are whole; undefined names what does not exist. */
export type ModelLine = PlantedLine & { names: (Target | undefined)[] }

export type Judgement = {
  status: 'booked' | 'unclear' | 'set_aside'
  reason: string | null
  orderId: number | null
  debtId: number | null
  suggestedOrderId: number | null
}

/** Only what a format can say: a CSV has neither charges nor returns. */
export type KnownKinds = { hasKinds: boolean }

/**
 * What has to come of a statement, line after line: written from the guide, without a look at the code. It says more than which line is
 * booked to what: also what every order and debt has got, and what is owed back.
 */
export class StatementModel {
  readonly owedBack = new Map<number, number[]>()
  /** Money that the books have as come, and as paid out. */
  cameMinor = 0
  wentMinor = 0

  readonly #currency: string
  readonly #orders: ModelOrder[]

  constructor(currency: string, orders: ModelOrder[]) {
    this.#currency = currency
    this.#orders = orders
  }

  judge(line: ModelLine, { hasKinds }: KnownKinds): Judgement {
    const kind = hasKinds ? (line.kind ?? 'payment') : 'payment'
    if (line.amountMinor === 0) return aside('no_money')
    if (kind === 'charge') return aside('bank_charge')
    if (kind === 'return') return this.#unclear(line, 'returned')
    const [target, ...more] = line.names
    if (more.length > 0) return this.#unclear(line, 'several_references')
    if (line.names.length === 0 || target === undefined) {
      if (line.amountMinor < 0) return aside('outgoing')
      return this.#unclear(line, line.names.length === 0 ? 'no_reference' : 'unknown_reference')
    }
    return target.kind === 'order' ? this.#forOrder(line, target) : this.#forDebt(line, target)
  }

  #forOrder(line: ModelLine, order: ModelOrder): Judgement {
    const left = (reason: string) => this.#unclear(line, reason, { orderId: order.id })
    const booked = (reason: string | null) => ({ ...BOOKED, reason, orderId: order.id })
    if (line.amountMinor < 0) return left('refund')
    if (line.currency !== this.#currency) return left('currency')
    if (order.state === 'paid' && order.isRecordedByHand && order.receivedMinor === 0) {
      if (line.amountMinor !== order.dueMinor) return left('differs')
      order.receivedMinor = order.dueMinor
      return booked('recorded_before')
    }
    if (order.state === 'paid' || order.state === 'returned') return left('double')
    const restMinor = line.amountMinor - (order.dueMinor - order.receivedMinor)
    if (restMinor < 0 && order.state !== 'waiting') return left('late_part')
    if (restMinor < 0) {
      order.receivedMinor += line.amountMinor
      return booked('part')
    }
    const isLate = order.state !== 'waiting'
    if (order.state === 'gone') this.#owe(order.id, order.dueMinor)
    order.state = order.state === 'gone' ? 'returned' : 'paid'
    order.receivedMinor = order.dueMinor
    this.cameMinor += order.dueMinor + restMinor
    if (restMinor > 0) this.#owe(order.id, restMinor)
    return booked(restMinor > 0 ? 'too_much' : isLate ? 'late' : null)
  }

  #forDebt(line: ModelLine, debt: ModelDebt): Judgement {
    const { id: debtId, orderId } = debt
    const left = (reason: string) => this.#unclear(line, reason, { debtId, orderId })
    if (line.currency !== this.#currency) return left('currency')
    const restMinor = Math.abs(line.amountMinor) - debt.openMinor
    if (debt.kind === 'club debt') {
      if (line.amountMinor > 0 || debt.openMinor === 0) return left('not_owed')
      if (restMinor !== 0) return left('differs')
      this.wentMinor += debt.openMinor
      debt.openMinor = 0
      return { ...BOOKED, debtId, orderId }
    }
    if (line.amountMinor < 0) return left('refund')
    if (debt.openMinor === 0) return left('double')
    this.cameMinor += line.amountMinor
    debt.openMinor = Math.max(-restMinor, 0)
    if (restMinor > 0) this.#owe(orderId, restMinor)
    return { ...BOOKED, reason: restMinor > 0 ? 'too_much' : restMinor < 0 ? 'part' : null, debtId, orderId }
  }

  #owe(orderId: number, amountMinor: number): void {
    this.owedBack.set(orderId, [...(this.owedBack.get(orderId) ?? []), amountMinor])
  }

  /** To a person, with the one order that waits for this very amount from a buyer of this name. */
  #unclear(line: ModelLine, reason: string, named: Partial<Judgement> = {}): Judgement {
    const words = (line.name ?? '').toLowerCase().split(' ')
    const fitting = this.#orders.filter(
      ({ state, dueMinor, receivedMinor, lastName }) =>
        state === 'waiting' &&
        line.currency === this.#currency &&
        dueMinor - receivedMinor === line.amountMinor &&
        lastName !== null &&
        words.includes(lastName.toLowerCase()),
    )
    const [only] = fitting
    const suggestedOrderId = only && fitting.length === 1 ? only.id : null
    return { ...BOOKED, status: 'unclear', reason, suggestedOrderId, ...named }
  }
}

const BOOKED: Judgement = { status: 'booked', reason: null, orderId: null, debtId: null, suggestedOrderId: null }
const aside = (reason: string): Judgement => ({ ...BOOKED, status: 'set_aside', reason })
