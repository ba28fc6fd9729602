import type { Admission, HolderFacts, Refusal } from './facts.ts'

/** The values of `scanning_flag`. */
export const NEVER_SCANNED = 0
export const SINGLE_ENTRY = 1
export const REENTRY_AFTER_EXIT = 2
export const UNLIMITED = 3

/** A member goes out for a pie and comes back, and the card cannot be handed over the fence meanwhile. */
export const flagOf = (holder: HolderFacts): number =>
  holder.kind === 'ticket' ? holder.scanningFlag : REENTRY_AFTER_EXIT

/**
 * Whether one who has done this may enter. The only question that two gates can race for: the statement that records a scan
 * asks it again, in SQL, under the lock of the admission's row. `allowed` in gates/scans/record-scans.ts says the same, and a test
 * compares the two.
 */
export function mayEnter(flag: number, { entries, inside }: Admission): boolean {
  if (flag === SINGLE_ENTRY) return entries === 0
  if (flag === REENTRY_AFTER_EXIT) return !inside
  return flag === UNLIMITED
}

/** Why not, when `mayEnter` says no. */
export const usedResult = (flag: number): Refusal => (flag === REENTRY_AFTER_EXIT ? 'not_exited' : 'already_used')
