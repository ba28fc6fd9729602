import type { ScanConflict } from '@grandstand/sdk'
import { seatLabel } from '../parts/place.ts'
import { words } from '../words/gates.ts'

/** Why a fan was not let in, as a steward would say it. */
const REASONS: Record<string, string> = {
  already_used: words.usedAlready,
  unknown: words.notOneOfOurs,
  cancelled: words.cancelled,
  refunded: words.refunded,
  unpaid: words.notPaid,
  blocked: words.blocked,
  wrong_event: words.anotherEvent,
  wrong_gate: words.anotherGate,
  not_yet_valid: words.tooEarly,
  expired: words.tooLate,
  not_exited: words.didNotLeaveBefore,
  overdue: words.instalmentOverdue,
  second_admission: words.letInTwice,
}

export const reasonOf = (code: string): string => REASONS[code] ?? code.replaceAll('_', ' ')

type Holder = ScanConflict['holder']

/** Where they should sit, or at least stand. */
export const placeOf = (holder: Holder): string => seatLabel(holder)

/** What came of a conflict, as a steward would say it. */
export function outcomeOf(outcome: string, holder: Holder): string {
  if (outcome === 'went_out') return words.onePersonWhoWentOut
  if (outcome === 'passed_on') return words.itWasPassedOn
  const place = placeOf(holder)
  if (place === '') return words.wrongPersonInsideLookFor
  return holder.seat_title === null ? words.lookIn({ place }) : words.lookForSeat({ place })
}
