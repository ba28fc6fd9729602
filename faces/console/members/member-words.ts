import type { Member } from '@grandstand/sdk'
import { dateOf } from '../parts/format.ts'
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

/** `North Stand, row F, seat 12`; undefined for a member without a seat. */
export function seatOf({
  seat_section,
  seat_row,
  seat_title,
}: Pick<Member, 'seat_section' | 'seat_row' | 'seat_title'>): string | undefined {
  const parts = [
    seat_section,
    seat_row && words.row({ row: seat_row }),
    seat_title && words.seatLower({ seat: seat_title }),
  ].filter(Boolean)
  return parts.length === 0 ? undefined : parts.join(', ')
}

/** The last day: most memberships end with the midnight after it. */
export const endOf = ({ expires }: Member): string => (expires === null ? common.never : dateOf(expires - 1))
