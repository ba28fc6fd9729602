import type { Debt, DebtWithEntries } from '@grandstand/sdk'
import type { Tone } from '../parts/tone.ts'

type Entry = DebtWithEntries['entries'][number]

const KINDS: Record<string, string> = {
  invoice: 'Invoice',
  instalment: 'Instalment',
  returned_payment: 'Payment that came back',
  cash_refund: 'Cash refund',
  transfer_refund: 'Refund by transfer',
  payout: 'Payout',
}

export const kindTitle = (kind: string): string => KINDS[kind] ?? kind.replaceAll('_', ' ')

/** `Invoice`, `Instalment 3`: what it is for, in one or two words. */
export const debtTitle = ({ kind, instalment_number: number }: Pick<Debt, 'kind' | 'instalment_number'>): string =>
  number === null ? kindTitle(kind) : `${kindTitle(kind)} ${number}`

export const debtorName = ({ name }: Pick<Debt, 'name'>): string => name ?? 'somebody unnamed'

type Stand = Pick<Debt, 'owed_by' | 'kind' | 'status' | 'overdue' | 'settled' | 'open'>

const CLOSED: Record<string, [tag: string, tone: Tone]> = {
  paid: ['paid', 'good'],
  waived: ['written off', 'quiet'],
  cancelled: ['cancelled', 'quiet'],
}

/** How it stands, by word and by colour. What the club owes waits for staff, and is never late by itself. */
export function debtState({ owed_by, kind, status, overdue, settled, open }: Stand): { tag: string; tone: Tone } {
  const closed = CLOSED[status]
  if (closed) {
    const [tag, tone] = closed
    if (owed_by === 'club' && status === 'paid') return { tag: 'handed back', tone }
    if (owed_by === 'club' && status === 'waived') return { tag: 'not wanted back', tone }
    return { tag, tone }
  }
  if (status === 'submitted') return { tag: 'being collected', tone: 'sky' }
  if (owed_by === 'club') return { tag: kind === 'transfer_refund' ? 'to transfer' : 'to hand back', tone: 'sky' }
  if (status === 'failed') return { tag: 'collection failed', tone: 'flare' }
  if (status === 'returned') return { tag: 'came back', tone: 'flare' }
  if (overdue) return { tag: 'overdue', tone: 'flare' }
  return { tag: settled > 0 && open > 0 ? 'partly paid' : 'open', tone: 'sky' }
}

const METHODS: Record<string, string> = {
  cash: 'in cash',
  transfer: 'by transfer',
  card: 'by card',
  cheque: 'by cheque',
  other: 'in another way',
}

const CAME_BACK: Record<string, string> = {
  returned: 'Payment came back',
  dispute_opened: 'Payment disputed at the bank',
  dispute_won: 'Dispute won',
  provider_refund: 'Refunded at the payment provider',
  mistake: 'Recorded by mistake',
}

/** What an entry is called; below it stands what `entryNote` says. */
export function entryTitle(entry: Entry, kind: string): string {
  switch (entry.kind) {
    case 'settled':
      if (entry.refund_id !== null) return kind === 'transfer_refund' ? 'Transferred' : 'Handed back in cash'
      if (entry.credit_entry_id !== null) return 'Paid from credit'
      return `Paid ${METHODS[entry.payment_method ?? ''] ?? ''}`.trim()
    case 'settlement_reversed':
      return 'Payment taken back'
    case 'waived':
      return entry.amount < 0 ? 'Asked for again' : 'Written off'
    case 'cancelled':
      return entry.amount < 0 ? 'Asked for again' : 'No longer asked for'
    case 'payment_reversed':
      return CAME_BACK[entry.detail ?? ''] ?? 'Payment came back'
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
  granted: 'Given',
  refunded: 'Refund kept as credit',
  returned: 'Given back',
  released: 'Given back, not used',
  spent: 'Spent',
  expired: 'Expired',
  withdrawn: 'Taken away',
  merged: 'From a merged customer',
}

export const creditTitle = ({ kind, amount }: { kind: string; amount: number }): string =>
  kind === 'merged' && amount < 0 ? 'Moved to another customer' : (CREDIT_KINDS[kind] ?? kind.replaceAll('_', ' '))
