import type { ScanConflict } from '@grandstand/sdk'

/** Why a fan was not let in, as a steward would say it. */
const REASONS: Record<string, string> = {
  already_used: 'Used already',
  unknown: 'Not one of ours',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  unpaid: 'Not paid',
  blocked: 'Blocked',
  wrong_event: 'Another event',
  wrong_gate: 'Another gate',
  not_yet_valid: 'Too early',
  expired: 'Too late',
  not_exited: 'Did not leave before',
  overdue: 'Instalment overdue',
  second_admission: 'Let in twice',
}

export const reasonOf = (code: string): string => REASONS[code] ?? code.replaceAll('_', ' ')

type Holder = ScanConflict['holder']

/** Where they should sit, or at least stand. */
export const placeOf = ({ seat_section, seat_row, seat_title, category_title }: Holder): string => {
  const seat = [seat_section, seat_row, seat_title].filter((part) => part !== null)
  return seat.length > 0 ? seat.join(' · ') : (category_title ?? '')
}

/** What came of a conflict, as a steward would say it. */
export function outcomeOf(outcome: string, holder: Holder): string {
  if (outcome === 'went_out') return 'One person, who went out in between'
  if (outcome === 'passed_on') return 'It was passed on'
  const place = placeOf(holder)
  if (place === '') return 'Wrong person inside: look for them'
  return `Wrong person inside: look ${holder.seat_title === null ? 'in' : 'for seat'} ${place}`
}
