import type { Admission } from '../../server/gates/rules/facts.ts'
import type { Register } from './register.ts'

export type Found = {
  /** The number of the ticket, or of the member. */
  id: string
  name: string
  place: string
  state: 'inside' | 'left' | 'away' | 'invalid'
}

const FOUND_MAX = 20
const SHORTEST = 2

/** Without accents and in small letters: nobody types Ångström in the rain. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** By any part of the name, or by the number of a ticket. */
export function search(register: Register, text: string): Found[] {
  const wanted = plain(text.trim())
  if (wanted.length < SHORTEST) return []
  const { tickets, members } = register.holders()
  const found: Found[] = []
  for (const ticket of tickets) {
    if (found.length === FOUND_MAX) return found
    const { ticket_id, ticket_name, seat_section, seat_row, seat_title, ticket_status_id } = ticket
    if (String(ticket_id) !== wanted && !plain(ticket_name ?? '').includes(wanted)) continue
    const holder = { subject: `t${ticket_id}`, ticket }
    const seat = [seat_section, seat_row, seat_title].filter((part) => part !== null).join(' ')
    const state = ticket_status_id === 1 ? stateOf(register.admissionOf(holder)) : 'invalid'
    const place = seat === '' ? (register.categoryOf(holder)?.title ?? '') : seat
    found.push({ id: String(ticket_id), name: ticket_name ?? '', place, state })
  }
  for (const member of members) {
    if (found.length === FOUND_MAX) return found
    const { membership_member_id, first_name, last_name, game_day_access } = member
    const name = `${first_name} ${last_name}`
    if (String(membership_member_id) !== wanted && !plain(name).includes(wanted)) continue
    const admission = register.admissionOf({ subject: `m${membership_member_id}`, member })
    const state = game_day_access ? stateOf(admission) : 'invalid'
    found.push({ id: String(membership_member_id), name, place: '', state })
  }
  return found
}

const stateOf = ({ inside, entries }: Admission) => (inside ? 'inside' : entries > 0 ? 'left' : 'away')
