import type { Member } from '@grandstand/sdk'
import type { NamedSeat } from '../../kit/place.ts'
import { dateOf } from '../parts/format.ts'
import { seatLabel } from '../parts/place.ts'
import type { Tone } from '../parts/tone.ts'
import { common } from '../words/common.ts'
import { words } from '../words/members.ts'

/** The index of a state is its number in the API. */
export const MEMBER_STATES = ['unpaid', 'paid', 'instalments', 'cancelled']
const TONES: Tone[] = ['flare', 'good', 'sky', 'quiet']

export const isCancelled = ({ membership_member_status_id: state }: Member): boolean =>
  MEMBER_STATES[state] === 'cancelled'

/** How a membership stands, by word and by colour. */
export const memberState = ({ membership_member_status_id: state }: Member): { tag: string; tone: Tone } => ({
  tag: words.states[state] ?? String(state),
  tone: TONES[state] ?? 'quiet',
})

export const cardState = ({ membership_fulfilled }: Member): { tag: string; tone: Tone } =>
  membership_fulfilled === 'yes' ? { tag: words.sent2, tone: 'good' } : { tag: words.toBeSent, tone: 'sky' }

/** Undefined for a member without a seat. */
export const seatOf = (seat: NamedSeat): string | undefined => {
  if (seat.seat_section === null && seat.seat_title === null) return undefined
  return seatLabel({ ...seat, seat_gate: null })
}

/** The last day: most memberships end with the midnight after it. */
export const endOf = ({ expires }: Member): string => (expires === null ? common.never : dateOf(expires - 1))
