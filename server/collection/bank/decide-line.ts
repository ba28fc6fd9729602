import type { TransferPurpose } from '../../checkout/transfers/transfer-reference.ts'
import type { BankLineReason } from './bank-line.ts'

/** What of a line decides. */
export type DecidedLine = { amountMinor: number; currency: string; kind: 'payment' | 'charge' | 'return' }

/** An order's payment by transfer, under its lock. */
export type AwaitedPayment = {
  paymentStatus: string
  currency: string
  amountMinor: number
  /** What statements have brought for it so far. */
  receivedMinor: number
}

export type NamedDebt = {
  owedBy: 'fan' | 'club'
  currency: string
  openMinor: number
  /** Being collected by other means. */
  attemptedMinor: number
  isPaid: boolean
}

export type Decision =
  /** `wantedMinor` of it are the payment's; the rest goes back. */
  | { kind: 'confirm'; wantedMinor: number; reason: BankLineReason | null }
  /** The order goes on waiting for the rest. */
  | { kind: 'part' }
  /** A person has recorded the same money before. */
  | { kind: 'link' }
  | { kind: 'pay_debt'; wantedMinor: number; reason: BankLineReason | null }
  | { kind: 'pay_out' }
  | { kind: 'unclear'; reason: BankLineReason }
  | { kind: 'set_aside'; reason: BankLineReason }

/** What is plain before anything is looked up: undefined where a reference has to be. */
export function decideUnseen(line: DecidedLine, purposes: TransferPurpose[]): Decision | undefined {
  if (line.amountMinor === 0) return { kind: 'set_aside', reason: 'no_money' }
  if (line.kind === 'charge') return { kind: 'set_aside', reason: 'bank_charge' }
  if (line.kind === 'return') return { kind: 'unclear', reason: 'returned' }
  if (purposes.length > 1) return { kind: 'unclear', reason: 'several_references' }
  if (purposes.length === 1) return undefined
  return line.amountMinor < 0 ? { kind: 'set_aside', reason: 'outgoing' } : { kind: 'unclear', reason: 'no_reference' }
}

const OPEN = ['created', 'processing']

/**
 * Money for an order. What was recorded by hand and has no line yet is the same money; any other second time is a person's to judge,
 * since the same movement may stand in two files that say it differently.
 */
export function decidePayment(line: DecidedLine, payment: AwaitedPayment): Decision {
  const { amountMinor: comingMinor } = line
  if (comingMinor <= 0) return { kind: 'unclear', reason: 'refund' }
  if (line.currency !== payment.currency) return { kind: 'unclear', reason: 'currency' }
  const wantedMinor = payment.amountMinor - payment.receivedMinor
  if (payment.paymentStatus === 'succeeded') {
    if (payment.receivedMinor > 0) return { kind: 'unclear', reason: 'double' }
    return comingMinor === payment.amountMinor ? { kind: 'link' } : { kind: 'unclear', reason: 'differs' }
  }
  // Decided before, and not confirmed yet.
  if (wantedMinor <= 0) return { kind: 'unclear', reason: 'double' }
  const isOpen = OPEN.includes(payment.paymentStatus)
  if (comingMinor < wantedMinor) return isOpen ? { kind: 'part' } : { kind: 'unclear', reason: 'late_part' }
  const reason = comingMinor > wantedMinor ? 'too_much' : isOpen ? null : 'late'
  return { kind: 'confirm', wantedMinor, reason }
}

/** Money for a debt of a fan, or from the organisation for one of its own. */
export function decideDebt(line: DecidedLine, debt: NamedDebt): Decision {
  if (line.currency !== debt.currency) return { kind: 'unclear', reason: 'currency' }
  if (debt.owedBy === 'club') {
    if (line.amountMinor > 0 || debt.openMinor === 0) return { kind: 'unclear', reason: 'not_owed' }
    return -line.amountMinor === debt.openMinor ? { kind: 'pay_out' } : { kind: 'unclear', reason: 'differs' }
  }
  if (line.amountMinor < 0) return { kind: 'unclear', reason: 'refund' }
  if (debt.openMinor === 0) return { kind: 'unclear', reason: debt.isPaid ? 'double' : 'not_owed' }
  if (debt.attemptedMinor > 0) return { kind: 'unclear', reason: 'being_collected' }
  const wantedMinor = Math.min(line.amountMinor, debt.openMinor)
  const reason = line.amountMinor > wantedMinor ? 'too_much' : wantedMinor < debt.openMinor ? 'part' : null
  return { kind: 'pay_debt', wantedMinor, reason }
}
