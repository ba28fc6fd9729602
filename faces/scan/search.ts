import type { ManifestMember, ManifestTicket } from '@grandstand/sdk'
import type { Admission } from '../../server/gates/rules/facts.ts'
import { placeOfSeat, placeValues } from '../kit/place.ts'
import { type Holder, memberSubject, type Register, ticketSubject } from './register.ts'

export type Found = {
  /** The name of the holder in the register. */
  subject: string
  name: string
  place: string
  /** Null for a member. */
  orderId: number | null
  state: 'inside' | 'left' | 'away' | 'invalid'
  /** A fan who says a number need not be picked by name; an order may have the number of a stranger's ticket. */
  by: 'order' | 'number' | 'name' | 'code'
}

const FOUND_MAX = 20
/** An order has at most this many tickets. */
const ORDER_MAX = 100
const SHORTEST = 2

/** Without accents and in small letters: no steward types Ångström in the rain. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** By the number of an order, ticket or member, or by any part of the name. Whom a number names come first. */
export function search(register: Register, text: string): Found[] {
  const wanted = plain(text.trim()).replace(/^#/, '')
  const isNumber = /^[0-9]+$/.test(wanted)
  if (wanted.length < SHORTEST && !isNumber) return []
  const { tickets, members } = register.holders()
  const ordered: Found[] = []
  const numbered: Found[] = []
  const named: Found[] = []
  const isNumbered = (id: number) => isNumber && String(id) === wanted
  for (const ticket of tickets) {
    if (isNumbered(ticket.order_id)) ordered.push(foundTicket(register, ticket, 'order'))
    else if (isNumbered(ticket.ticket_id)) numbered.push(foundTicket(register, ticket, 'number'))
    else if (named.length < FOUND_MAX && plain(ticket.ticket_name ?? '').includes(wanted))
      named.push(foundTicket(register, ticket, 'name'))
  }
  for (const member of members) {
    if (isNumbered(member.membership_member_id)) numbered.push(foundMember(register, member, 'number'))
    else if (named.length < FOUND_MAX && plain(nameOf(member)).includes(wanted))
      named.push(foundMember(register, member, 'name'))
  }
  return [...ordered.slice(0, ORDER_MAX), ...numbered, ...named]
}

/** Whose code was typed, as one who was searched for. */
export function foundBy(register: Register, { ticket, member }: Holder): Found | undefined {
  if (ticket) return foundTicket(register, ticket, 'code')
  return member && foundMember(register, member, 'code')
}

/** Members with this number on their cards: at most a few, where numbers differ in what stands between letters and digits. */
export async function foundByNumber(register: Register, text: string): Promise<Found[]> {
  const holders = await register.findNumber(text)
  return holders.flatMap(({ member }) => (member ? [foundMember(register, member, 'number')] : [])).slice(0, FOUND_MAX)
}

/** As far as can be told without asking the rules. */
export const isAway = ({ state }: Found) => state === 'away' || state === 'left'

function foundTicket(register: Register, ticket: ManifestTicket, by: Found['by']): Found {
  const { ticket_id, order_id, ticket_name, ticket_status_id } = ticket
  const holder = { subject: ticketSubject(ticket_id), ticket }
  const seat = placeValues(placeOfSeat(ticket)).join(' ')
  const place = seat === '' ? (register.categoryOf(holder)?.title ?? '') : seat
  const state = ticket_status_id === 1 ? stateOf(register.admissionOf(holder)) : 'invalid'
  return { subject: holder.subject, name: ticket_name ?? '', place, orderId: order_id, state, by }
}

function foundMember(register: Register, member: ManifestMember, by: Found['by']): Found {
  const subject = memberSubject(member.membership_member_id)
  const state = member.game_day_access ? stateOf(register.admissionOf({ subject, member })) : 'invalid'
  return { subject, name: nameOf(member), place: '', orderId: null, state, by }
}

const nameOf = ({ first_name, last_name }: ManifestMember) => `${first_name} ${last_name}`

const stateOf = ({ inside, entries }: Admission) => (inside ? 'inside' : entries > 0 ? 'left' : 'away')
