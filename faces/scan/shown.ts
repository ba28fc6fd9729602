import type { GateScan } from '@grandstand/sdk'
import { type Direction, isLetThrough, type Result } from '../../server/gates/rules/facts.ts'
import { type NamedSeat, placeOfSeat, placeValues } from '../kit/place.ts'
import { type Group, type Guidance, type Holder, memberSubject, type Register, ticketSubject } from './register.ts'

/** What a steward sees of a scan, decided by the phone or by the service. */
export type Shown = {
  nonce: string
  result: Result
  direction: Direction
  /** Whether the service decided, or this phone. */
  isOffline: boolean
  name: string
  category: string
  price: string
  seat: string[]
  answers: { question: string; answer: string }[]
  /** How often they have come in, this time included. */
  entries: number
  previous: { gate: string; at: number } | null
  /** What to look at before they go in. */
  check: { kind: 'child' | 'concession' | 'overdue'; text?: string } | null
  /** What a steward says next, where the result alone does not. */
  guidance: Guidance | null
  /** When to come back, for a fan who is too early. Milliseconds since 1970. */
  from: number | null
  /** Whether a supervisor has let them in. */
  isOverride: boolean
  /** Those of the same order. */
  group: Group | null
  /** Others who were let in with this one, by the same tap; and those of them who were not. */
  also: { nonces: string[]; refused: { label: string; result: Result }[] }
}

type Parts = Pick<Shown, 'name' | 'category' | 'price' | 'seat' | 'answers' | 'check'>

export const NO_PARTS: Parts = { name: '', category: '', price: '', seat: [], answers: [], check: null }

type Checked = { concession?: string | null; gate_check?: string | null }

/** Of one who is let in and has to pay there is nothing to look at. */
const checkOf = ({ concession, gate_check }: Checked, isOverdue = false): Parts['check'] =>
  concession
    ? { kind: concession === 'child' ? 'child' : 'concession', text: gate_check ?? '' }
    : isOverdue
      ? { kind: 'overdue' }
      : null

const present = (...parts: (string | null | undefined)[]) => parts.filter((part): part is string => !!part)

/** Uses the answer of the service. */
export function partsOfAnswer({ ticket, member, notice }: GateScan): Parts {
  const seat = seatOf(ticket ?? member)
  if (ticket)
    return {
      name: ticket.ticket_name ?? '',
      category: ticket.category_title,
      price: ticket.price_title,
      seat,
      answers: ticket.answers,
      check: checkOf(ticket),
    }
  const name = member ? `${member.first_name} ${member.last_name}` : ''
  const [category, price] = [member?.membership_type ?? '', member?.member_number ?? '']
  return { ...NO_PARTS, name, category, price, seat, check: checkOf({}, !!notice) }
}

/** Whom the service found, as the register names them. */
export const subjectOf = ({ ticket, member }: GateScan): string | null =>
  ticket ? ticketSubject(ticket.ticket_id) : member && memberSubject(member.membership_member_id)

/** What the service says beside its result. */
export const saidOf = ({ previous, guidance }: GateScan): Pick<Shown, 'previous' | 'guidance'> => ({
  previous: previous && { gate: previous.gate, at: previous.scanned_at * 1000 },
  guidance: guidance ?? null,
})

/** Uses the list on the phone. */
export function partsOfHolder(register: Register, holder: Holder | undefined, at: number): Parts {
  if (!holder) return NO_PARTS
  const { ticket, member } = holder
  const titles = new Map(register.head.questions.map(({ question_id, title }) => [question_id, title]))
  return {
    name: member ? `${member.first_name} ${member.last_name}` : (ticket?.ticket_name ?? ''),
    category: register.categoryOf(holder)?.title ?? '',
    price: register.priceOf(holder)?.title ?? '',
    check: checkOf(register.priceOf(holder) ?? {}, (member?.soft_overdue_from ?? at) * 1000 < at),
    seat: seatOf(ticket),
    answers: (ticket?.answers ?? []).map(({ question_id, answer }) => ({
      question: titles.get(question_id) ?? '',
      answer,
    })),
  }
}

const seatOf = (seat: NamedSeat | null | undefined): string[] =>
  seat ? placeValues(placeOfSeat({ ...seat, category_title: null })) : []

type Scan = { result: Result | null; gateId: number; scannedAt: number }

/** The last entry that this phone knows of, where that is why. */
export function previousOf(find: () => Scan | undefined, { result }: Scan, register?: Register): Shown['previous'] {
  const earlier = result === 'already_used' || result === 'not_exited' ? find() : undefined
  if (!earlier) return null
  const gate = register?.head.gates.find(({ gate_id }) => gate_id === earlier.gateId)?.name ?? ''
  return { gate, at: earlier.scannedAt }
}

/** Of a code in which there is nothing to read. No scan is kept of it, so it has no name. */
export const unreadable = (direction: Direction): Shown => ({
  nonce: '',
  result: 'unknown',
  direction,
  isOffline: false,
  ...NO_PARTS,
  guidance: null,
  entries: 0,
  previous: null,
  from: null,
  isOverride: false,
  group: null,
  also: { nonces: [], refused: [] },
})

/** One line for the list of the last ten. */
export const labelOf = ({ name, category, seat }: Pick<Parts, 'name' | 'category' | 'seat'>): string =>
  present(name, seat.join(' ') || category).join(' · ')

/** One answer for several people: whom it names was let through, if any of them was. */
export function together(answers: Shown[], labelOfScan: (nonce: string) => string): Shown {
  const shown = answers.findLast(({ result }) => isLetThrough(result)) ?? answers.at(-1)
  if (!shown) throw new Error('nobody was to be let through')
  const others = answers.filter(({ nonce }) => nonce !== shown.nonce)
  const refused = others
    .filter(({ result }) => !isLetThrough(result))
    .map(({ nonce, result }) => ({ result, label: labelOfScan(nonce) }))
  return { ...shown, also: { nonces: others.map(({ nonce }) => nonce), refused } }
}
