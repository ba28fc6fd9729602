import { collectedAt } from '../../server/ledger/ledger/due-dates.ts'
import { DAY_MS } from '../../server/platform/values/durations.ts'
import { localDate } from '../../server/platform/values/time.ts'

export const CARDS = ['ok', 'insufficient', 'insufficient_once', 'expired', 'requires_action'] as const
export type Card = (typeof CARDS)[number]
export type StaffAction = 'pay' | 'pause' | 'resume' | 'stop'
export type ModelLadder = { hour: number; zone: string; retryDays: number[]; steps: [step: string, days: number][] }

type ModelDebt = {
  due: number
  next: number | null
  held: number | null
  failed: number | null
  attempts: number
  isPaid: boolean
  steps: string[]
}

/** What a plan and its ladder should come to, in memory and by the written rules alone. */
export class LadderModel {
  status: 'running' | 'paused' | 'stopped' = 'running'
  pausedAt = 0
  isRefused = false
  readonly debts: ModelDebt[]
  readonly #card: Card
  readonly #ladder: ModelLadder

  constructor(card: Card, ladder: ModelLadder, planned: { due: number; next: number }[]) {
    this.#card = card
    this.#ladder = ladder
    this.debts = planned.map((debt) => ({ ...debt, held: null, failed: null, attempts: 0, isPaid: false, steps: [] }))
  }

  get #open(): ModelDebt[] {
    return this.debts.filter(({ isPaid }) => !isPaid)
  }

  /** Whether the API lets staff do it now. */
  may(action: StaffAction): boolean {
    if (this.#open.length === 0) return false
    if (action === 'pause') return this.status === 'running'
    if (action === 'resume') return this.status !== 'running'
    if (action === 'stop') return this.status !== 'stopped'
    return !this.debts[0]?.isPaid
  }

  act(action: StaffAction, now: number): void {
    if (action === 'pay') {
      this.#settle(this.debts[0])
      return
    }
    if (action === 'pause') {
      for (const debt of this.#open) [debt.held, debt.next] = [debt.next, null]
      this.status = 'paused'
      this.pausedAt = now
      return
    }
    for (const debt of this.#open) {
      const isDue = this.status === 'paused' ? debt.held !== null && debt.held <= now : (debt.next ?? debt.due) <= now
      if (this.status === 'paused') this.#unhold(debt, now)
      if (action === 'resume' && isDue) debt.next = now
      if (action === 'stop' && debt.next !== null && debt.failed !== null) debt.next = now
    }
    this.status = action === 'resume' ? 'running' : 'stopped'
  }

  /** The worker's turn: charges, then steps. */
  turn(now: number): void {
    for (const debt of this.#open) if (debt.next !== null && debt.next <= now) this.#charge(debt, now)
    if (this.status === 'paused') return
    for (const debt of this.#open) {
      if (debt.failed === null) continue
      const from = Math.max(debt.due, debt.failed)
      for (const [step, days] of this.#ladder.steps)
        if (from + days * DAY_MS <= now && !debt.steps.includes(step)) debt.steps.push(step)
    }
  }

  #unhold(debt: ModelDebt, now: number): void {
    ;[debt.next, debt.held] = [debt.held, null]
    if (debt.failed === null) return
    debt.failed = Math.max(debt.due, debt.failed) + now - Math.max(this.pausedAt, debt.failed)
  }

  #settle(debt: ModelDebt | undefined): void {
    if (!debt) return
    debt.isPaid = true
    debt.next = null
    debt.held = null
  }

  #charge(debt: ModelDebt, now: number): void {
    if (this.status === 'stopped' || this.isRefused) {
      debt.failed ??= now
      debt.next = null
      return
    }
    debt.attempts += 1
    if (this.#card === 'ok' || (this.#card === 'insufficient_once' && debt.attempts > 1)) {
      this.#settle(debt)
      return
    }
    debt.failed ??= now
    this.isRefused = this.#card === 'expired'
    debt.next = this.#card.startsWith('insufficient') ? this.#nextTry(debt, now) : null
  }

  #nextTry({ due }: ModelDebt, now: number): number | null {
    const { retryDays, zone, hour } = this.#ladder
    const tries = retryDays.map((days) =>
      collectedAt(localDate(new Date(due + days * DAY_MS), zone), zone, hour).getTime(),
    )
    return tries.find((at) => at > now) ?? null
  }
}
