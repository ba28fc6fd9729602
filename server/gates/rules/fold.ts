import { type Admission, type LoggedResult, nobodyYet } from './facts.ts'
import { mayEnter, REENTRY_AFTER_EXIT } from './policy.ts'

/** One line of the log, of one ticket, or of one member at one event. */
export type LogEntry = {
  scanId: number
  deviceId: number
  nonce: string
  result: LoggedResult
  /** In any unit, as long as it is the same for all. */
  scannedAt: number
  /** The scan that this one takes back. */
  annulsScanId: number | null
}

/** An admission that should not have been, and the one that stood against it. */
export type Conflict = { firstScanId: number; secondScanId: number }

export type Folded = Admission & { lastScannedAt: number | null; conflicts: Conflict[] }

/**
 * What a log adds up to. It is put into the order in which things happened, whatever the order in which they arrived, and
 * what was taken back counts as if it had not been. An admission that the policy would have refused still counts, because
 * somebody did walk in; it also becomes a conflict.
 */
export function fold(flag: number, log: readonly LogEntry[]): Folded {
  const annulled = new Set(log.map(({ annulsScanId }) => annulsScanId))
  const through = log
    .filter(({ result, scanId }) => (result === 'admitted' || result === 'exit') && !annulled.has(scanId))
    .sort(inOrder)
  let state = nobodyYet
  let first: number | undefined
  let latest: number | undefined
  const conflicts: Conflict[] = []
  for (const { scanId, result } of through) {
    if (result === 'exit') {
      state = { ...state, exits: state.exits + 1, inside: false }
      continue
    }
    const against = flag === REENTRY_AFTER_EXIT ? latest : first
    if (against !== undefined && !mayEnter(flag, state)) conflicts.push({ firstScanId: against, secondScanId: scanId })
    first ??= scanId
    latest = scanId
    state = { ...state, entries: state.entries + 1, inside: true }
  }
  return { ...state, lastScannedAt: through.at(-1)?.scannedAt ?? null, conflicts }
}

/** By the corrected clock; equal instants by device and nonce, which every copy of the log agrees on. */
export const inOrder = (a: LogEntry, b: LogEntry): number =>
  a.scannedAt - b.scannedAt || a.deviceId - b.deviceId || (a.nonce < b.nonce ? -1 : a.nonce > b.nonce ? 1 : 0)
