import type { GateScan } from '@grandstand/sdk'
import type { Direction, Result } from '../../server/gates/rules/facts.ts'
import type { Group, Holder, Register } from './register.ts'

/** What a steward sees of a scan, whoever decided it. */
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
  /** Whether a supervisor has let them in. */
  isOverride: boolean
  /** Those of the same order. */
  group: Group | null
  /** Others who were let in with this one, by the same tap; and those of them who were not. */
  also: { nonces: string[]; refused: { label: string; result: Result }[] }
}

type Parts = Pick<Shown, 'name' | 'category' | 'price' | 'seat' | 'answers'>

const present = (...parts: (string | null | undefined)[]) => parts.filter((part): part is string => !!part)

/** By what the service answered. */
export function partsOfAnswer({ ticket, member }: GateScan): Parts {
  const seat = present(...seatOf(ticket ?? member))
  if (ticket)
    return {
      name: ticket.ticket_name ?? '',
      category: ticket.category_title,
      price: ticket.price_title,
      seat,
      answers: ticket.answers,
    }
  const name = member ? `${member.first_name} ${member.last_name}` : ''
  return { name, category: member?.membership_type ?? '', price: member?.member_number ?? '', seat, answers: [] }
}

/** By what the phone knows itself. */
export function partsOfHolder(register: Register, holder: Holder | undefined): Parts {
  if (!holder) return { name: '', category: '', price: '', seat: [], answers: [] }
  const { ticket, member } = holder
  const titles = new Map(register.head.questions.map(({ question_id, title }) => [question_id, title]))
  return {
    name: member ? `${member.first_name} ${member.last_name}` : (ticket?.ticket_name ?? ''),
    category: register.categoryOf(holder)?.title ?? '',
    price: register.priceOf(holder)?.title ?? '',
    seat: present(...seatOf(ticket)),
    answers: (ticket?.answers ?? []).map(({ question_id, answer }) => ({
      question: titles.get(question_id) ?? '',
      answer,
    })),
  }
}

type Seat = { seat_section: string | null; seat_row: string | null; seat_title: string | null }

const seatOf = (seat: Seat | null | undefined) => [seat?.seat_section, seat?.seat_row, seat?.seat_title]

/** Of a code in which there is nothing to read. No scan is kept of it, so it has no name. */
export const nobodys = (direction: Direction): Shown => ({
  nonce: '',
  result: 'unknown',
  direction,
  isOffline: false,
  ...{ name: '', category: '', price: '', seat: [], answers: [] },
  entries: 0,
  previous: null,
  isOverride: false,
  group: null,
  also: { nonces: [], refused: [] },
})

/** One line for the list of the last ten. */
export const labelOf = ({ name, category, seat }: Parts): string =>
  present(name, seat.join(' ') || category).join(' · ')

/** One answer for several people: whom it names was let in, if anybody was. */
export function together(answers: Shown[], labelOfScan: (nonce: string) => string): Shown {
  const shown = answers.findLast(({ result }) => result === 'admitted') ?? answers.at(-1)
  if (!shown) throw new Error('nobody was to be let in')
  const others = answers.filter(({ nonce }) => nonce !== shown.nonce)
  const refused = others
    .filter(({ result }) => result !== 'admitted')
    .map(({ nonce, result }) => ({ result, label: labelOfScan(nonce) }))
  return { ...shown, also: { nonces: others.map(({ nonce }) => nonce), refused } }
}
