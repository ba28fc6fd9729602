/** What is done about the money of one order. Amounts are whole minor units. */
export type DebtStep =
  | { do: 'pay' | 'grant' | 'spend' | 'waive' | 'refund'; minor: number }
  /** The order is cancelled; what it owes is let go, and what was paid goes back or stays. */
  | { do: 'cancel'; refund: boolean }
  | { do: 'reverse' }
  | { do: 'payOut' }
  /** The provider is looked at: it has taken the card's payment back, and later, where it is won, given it again. */
  | { do: 'follow' }

type Payment = { amount: number; refunded: number; reversed: number; isCard: boolean }
type Settlement = { amount: number; payment: Payment | undefined }

/**
 * How an order began: on an invoice, or paid at once by a card whose payment is disputed, for good or until it is won, or half of it
 * refunded by staff at the provider's own desk.
 */
export type Beginning = 'invoice' | 'disputed' | 'disputed then won' | 'refunded at the desk'

const leftOf = ({ amount, refunded, reversed }: Payment) => amount - refunded - reversed
const sum = <T>(items: T[], of: (item: T) => number): number => items.reduce((total, item) => total + of(item), 0)

/**
 * What one order comes to, in exact integers and without a database. Each step answers
 * whether it can be taken, and changes nothing where it cannot.
 */
export class DebtModel {
  readonly #beginning: Beginning
  /** Of the one debt of the fan's. */
  open = 0
  waived = 0
  cancelled = 0
  refunded = 0
  credit = 0
  /** What the club has to hand back. */
  owedBack = 0
  hasDebt: boolean
  #isCancelled = false
  /** Of the credit that was spent, what has gone back to it. */
  creditBack = 0
  readonly payments: Payment[] = []
  readonly settlements: Settlement[] = []
  #disputed: { payment: Payment; minor: number; isWon: boolean } | undefined

  constructor(total: number, beginning: Beginning = 'invoice') {
    this.#beginning = beginning
    this.hasDebt = beginning === 'invoice'
    if (this.hasDebt) this.open = total
    else this.payments.push({ amount: total, refunded: 0, reversed: 0, isCard: true })
  }

  get settled() {
    return sum(this.settlements, ({ amount }) => amount)
  }
  get spent() {
    return sum(this.settlements, ({ amount, payment }) => (payment ? 0 : amount))
  }
  /** What the provider is about to take back, or has taken. */
  get disputable() {
    return this.#disputed
      ? 0
      : sum(
          this.payments.filter(({ isCard }) => isCard),
          leftOf,
        )
  }
  get left() {
    return sum(this.payments, leftOf)
  }

  take(next: DebtStep): boolean {
    switch (next.do) {
      case 'grant':
        this.credit += next.minor
        return true
      case 'pay':
        return this.#settle(next.minor, { amount: next.minor, refunded: 0, reversed: 0, isCard: false })
      case 'spend': {
        if (next.minor > this.credit || !this.#settle(next.minor, undefined)) return false
        this.credit -= next.minor
        return true
      }
      case 'waive':
        if (next.minor > this.open) return false
        this.open -= next.minor
        this.waived += next.minor
        return true
      case 'refund':
        return this.#refund(next.minor)
      case 'cancel':
        return this.#cancel(next.refund)
      case 'reverse':
        return this.#reverse()
      case 'payOut': {
        const isOwed = this.owedBack > 0
        this.owedBack = 0
        return isOwed
      }
      case 'follow':
        this.#follow()
        return true
    }
  }

  #settle(amount: number, payment: Payment | undefined): boolean {
    if (amount > this.open) return false
    this.open -= amount
    // A payment whose dispute was won is among them already.
    if (payment && !this.payments.includes(payment)) this.payments.push(payment)
    this.settlements.push({ amount, payment })
    return true
  }

  /** The last of what paid, if staff recorded it and it has not gone back meanwhile. */
  #reverse(): boolean {
    const last = this.settlements.at(-1)
    const { payment } = last ?? {}
    if (!last || !payment || payment.isCard || leftOf(payment) < last.amount) return false
    this.settlements.pop()
    payment.reversed += last.amount
    this.open += last.amount
    return true
  }

  /** What is open goes first, then credit, then cards, then what staff took; each the newest first. */
  #refund(amount: number): boolean {
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
    const isCard = (payment: Payment) => payment.isCard
    const newestFirst = this.payments.toReversed()
    for (const payment of [...newestFirst.filter(isCard), ...newestFirst.filter((each) => !isCard(each))]) {
      const part = Math.min(rest, leftOf(payment))
      payment.refunded += part
      if (!payment.isCard) this.owedBack += part
      rest -= part
    }
    this.refunded += back
    return true
  }

  #cancel(withRefund: boolean): boolean {
    if (this.#isCancelled) return false
    this.#isCancelled = true
    const paid = this.left + this.spent - this.creditBack
    this.#refund(this.open + (withRefund ? paid : 0))
    return true
  }

  #follow(): void {
    const [card] = this.payments.filter(({ isCard }) => isCard)
    if (!card) return
    if (!this.#disputed) {
      const isMeant = this.#beginning === 'refunded at the desk'
      const minor = isMeant ? Math.floor(leftOf(card) / 2) : leftOf(card)
      if (minor === 0) return
      card.reversed += minor
      // What staff meant to give back is not asked for.
      if (isMeant) this.cancelled = minor
      else this.open = minor
      this.hasDebt = true
      this.#disputed = { payment: card, minor, isWon: false }
    } else if (this.#beginning === 'disputed then won' && !this.#disputed.isWon) this.#win(this.#disputed)
  }

  /** What was let go because of the dispute is asked for again, and paid by the money that is back; unless the fan has paid it. */
  #win(dispute: { payment: Payment; minor: number; isWon: boolean }): void {
    const { payment, minor } = dispute
    if (this.open + this.cancelled + this.waived < minor) return
    dispute.isWon = true
    payment.reversed -= minor
    const missing = Math.max(0, minor - this.open)
    const uncancelled = Math.min(this.cancelled, missing)
    this.cancelled -= uncancelled
    this.waived -= missing - uncancelled
    this.open += missing
    this.#settle(minor, payment)
  }
}
