import type { Member } from '@grandstand/sdk'
import { dateOf } from '../parts/format.ts'
import { Tag } from '../parts/page.tsx'

/** By the number that the API gives them. */
export const MEMBER_STATES = ['unpaid', 'paid', 'instalments', 'cancelled']
const TONES = ['flare', 'good', 'sky', 'quiet'] as const

export const isCancelled = ({ membership_member_status_id: state }: Member): boolean =>
  MEMBER_STATES[state] === 'cancelled'

export function MemberState({ member }: { member: Member }) {
  const state = member.membership_member_status_id
  return <Tag tone={TONES[state] ?? 'quiet'}>{MEMBER_STATES[state] ?? state}</Tag>
}

export const CardTag = ({ member }: { member: Member }) =>
  member.membership_fulfilled === 'yes' ? <Tag tone="good">sent</Tag> : <Tag tone="sky">to be sent</Tag>

export const memberName = ({ first_name, last_name }: Member): string => `${first_name} ${last_name}`

/** `North Stand, row F, seat 12`; undefined for a member without a seat. */
export function seatOf({ seat_section, seat_row, seat_title }: Member): string | undefined {
  const parts = [seat_section, seat_row && `row ${seat_row}`, seat_title && `seat ${seat_title}`].filter(Boolean)
  return parts.length === 0 ? undefined : parts.join(', ')
}

export const endOf = ({ expires }: Member): string => (expires === null ? 'never' : dateOf(expires))
