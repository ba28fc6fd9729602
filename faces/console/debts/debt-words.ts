import type { Debt, DebtWithEntries } from '@grandstand/sdk'
import type { Tone } from '../parts/tone.ts'
import { words } from '../words/debts.ts'

/** How far the collection of an instalment is, as the API names it. */
export const STAGES = ['due_soon', 'failed', 'needs_fan', 'returned', 'under_way'] as const

type Entry = DebtWithEntries['entries'][number]

const KINDS: Record<string, string> = {
  invoice: words.invoice,
  instalment: words.instalment,
  direct_debit: words.directDebit,
  returned_payment: words.paymentThatCameBack,
  cash_refund: words.cashRefund,
  transfer_refund: words.refundByTransfer,
  payout: words.payout,
}

export const kindTitle = (kind: string): string => KINDS[kind] ?? kind.replaceAll('_', ' ')

/** `Invoice`, `Instalment 3`: what it is for, in one or two words. */
export const debtTitle = ({ kind, instalment_number: number }: Pick<Debt, 'kind' | 'instalment_number'>): string =>
  number === null ? kindTitle(kind) : `${kindTitle(kind)} ${number}`

export const debtorName = ({ name }: Pick<Debt, 'name'>): string => name ?? words.somebodyUnnamed

type Stand = Pick<Debt, 'owed_by' | 'kind' | 'status' | 'overdue' | 'settled' | 'open'>

const CLOSED: Record<string, [tag: string, tone: Tone]> = {
  paid: [words.paidLower, 'good'],
  waived: [words.writtenOff, 'quiet'],
  cancelled: [words.cancelledLower, 'quiet'],
}

/** How it stands, by word and by colour. What the club owes waits for staff, and is never late by itself. */
export function debtState({ owed_by, kind, status, overdue, settled, open }: Stand): { tag: string; tone: Tone } {
  const closed = CLOSED[status]
  if (closed) {
    const [tag, tone] = closed
    if (owed_by === 'club' && status === 'paid') return { tag: words.handedBack, tone }
    if (owed_by === 'club' && status === 'waived') return { tag: words.notWantedBack, tone }
    return { tag, tone }
  }
  if (status === 'submitted') return { tag: words.beingCollected, tone: 'sky' }
  if (owed_by === 'club') return { tag: kind === 'transfer_refund' ? words.toTransfer : words.toHandBack, tone: 'sky' }
  if (status === 'failed') return { tag: words.collectionFailed, tone: 'flare' }
  if (status === 'returned') return { tag: words.cameBack, tone: 'flare' }
  if (overdue) return { tag: words.overdueLower, tone: 'flare' }
  return { tag: settled > 0 && open > 0 ? words.partlyPaid : words.openLower, tone: 'sky' }
}

const METHODS: Record<string, string> = {
  cash: words.inCash,
  transfer: words.byTransfer,
  card: words.byCard,
  cheque: words.byCheque,
  other: words.inAnotherWay,
}

const CAME_BACK: Record<string, string> = {
  returned: words.paymentCameBack,
  dispute_opened: words.paymentDisputedAtTheBank,
  dispute_won: words.disputeWon,
  provider_refund: words.refundedAtThePaymentProvider,
  mistake: words.recordedByMistake,
}

/** What an entry is called; below it stands what `entryNote` says. */
export function entryTitle(entry: Entry, kind: string): string {
  switch (entry.kind) {
    case 'settled':
      if (entry.refund_id !== null) return kind === 'transfer_refund' ? words.transferred : words.handedBackInCash
      if (entry.credit_entry_id !== null) return words.paidFromCredit
      return words.paid({ methods: METHODS[entry.payment_method ?? ''] ?? '' }).trim()
    case 'settlement_reversed':
      return words.paymentTakenBack
    case 'waived':
      return entry.amount < 0 ? words.askedForAgain : words.writtenOff2
    case 'cancelled':
      return entry.amount < 0 ? words.askedForAgain : words.noLongerAskedFor
    case 'payment_reversed':
      return CAME_BACK[entry.detail ?? ''] ?? words.paymentCameBack
    default:
      return String(entry.kind).replaceAll('_', ' ')
  }
}

export const entryNote = ({ kind, detail, reason }: Entry): string | null =>
  kind === 'payment_reversed' ? reason : detail

/**
 * The entries as staff would tell them, newest first. A payment that was taken back left two rows, one of what it paid and one of the
 * money: they are one line, that of the money, with the person who did it.
 */
export function debtStory(entries: Entry[]): Entry[] {
  const isTwin = (a: Entry, b: Entry) =>
    a.kind === 'settlement_reversed' &&
    b.kind === 'payment_reversed' &&
    a.payment_id === b.payment_id &&
    a.created === b.created
  return entries
    .filter((entry) => !entries.some((other) => isTwin(entry, other)))
    .map((entry) => {
      const twin = entries.find((other) => isTwin(other, entry))
      return twin ? { ...entry, actor_name: twin.actor_name } : entry
    })
    .toReversed()
}

const CREDIT_KINDS: Record<string, string> = {
  granted: words.given,
  refunded: words.refundKeptAsCredit,
  returned: words.givenBack,
  released: words.givenBackNotUsed,
  spent: words.spent,
  expired: words.expired,
  withdrawn: words.takenAway,
  merged: words.fromAMergedCustomer,
}

export const creditTitle = ({ kind, amount }: { kind: string; amount: number }): string =>
  kind === 'merged' && amount < 0 ? words.movedToAnotherCustomer : (CREDIT_KINDS[kind] ?? kind.replaceAll('_', ' '))
