import { type Admission, isLetThrough, type LateRefusal, type LoggedResult, nobodyYet } from './facts.ts'
import { mayEnter, REENTRY_AFTER_EXIT } from './policy.ts'

/** One line of the log, of one ticket, or of one member at one event. */
export type LogEntry = {
  scanId: number
  deviceId: number
  nonce: string
  result: LoggedResult
  /** Milliseconds by our clock, as far as that was known when it arrived. */
  scannedAt: number
  /** How far the device's clock was ahead then, in milliseconds; absent for a scan that we decided. */
  clockSkew?: number | null
  /** What the rules say of a scan that the device decided. */
  lateRefusal?: LateRefusal | null
  /** A supervisor let them in, and answers for it. */
  isOverride?: boolean
  /** The scan that this one takes back. */
  annulsScanId: number | null
  /** What tells two scans of one nonce apart; see `scanDigest` in scan-log/admission-log.ts. */
  digest?: string
}

/** An admission that should not have been, and the one that stood against it; null: the rules did. */
export type Conflict = { firstScanId: number | null; secondScanId: number }

export type LogTotals = Admission & { lastScannedAt: number | null; conflicts: Conflict[] }

/**
 * What a log adds up to. It is put into the order in which things happened, whatever the order in which they arrived, and
 * what was taken back counts as if it had not been. An admission that the policy would have refused still counts, because
 * the fan did walk in; it also becomes a conflict. At another event the fan did not walk in here: a conflict, and no more.
 */
export function fold(flag: number, log: readonly LogEntry[]): LogTotals {
  const annulledIds = new Set(log.map(({ annulsScanId }) => annulsScanId))
  const passes = log.filter(({ result, scanId }) => isLetThrough(result) && !annulledIds.has(scanId))
  const atOtherEvents = passes.filter(({ lateRefusal }) => lateRefusal === 'wrong_event')
  const atThisEvent = correctClocks(passes.filter(({ lateRefusal }) => lateRefusal !== 'wrong_event')).sort(inOrder)
  let admission = nobodyYet
  let firstEntryId: number | undefined
  let latestEntryId: number | undefined
  const conflicts: Conflict[] = atOtherEvents
    .filter(({ result }) => result === 'admitted')
    .map(({ scanId }) => ({ firstScanId: null, secondScanId: scanId }))
  for (const { scanId, result, lateRefusal, isOverride = false } of atThisEvent) {
    if (result === 'exit') {
      admission = { ...admission, exits: admission.exits + 1, inside: false }
      continue
    }
    const earlierId = flag === REENTRY_AFTER_EXIT ? latestEntryId : firstEntryId
    if (isOverride) {
      // A supervisor has decided already: there is nothing to settle.
    } else if (earlierId !== undefined && !mayEnter(flag, admission)) {
      conflicts.push({ firstScanId: earlierId, secondScanId: scanId })
    } else if (lateRefusal) conflicts.push({ firstScanId: null, secondScanId: scanId })
    firstEntryId ??= scanId
    latestEntryId = scanId
    admission = { ...admission, entries: admission.entries + 1, inside: true }
  }
  return { ...admission, lastScannedAt: atThisEvent.at(-1)?.scannedAt ?? null, conflicts }
}

/** No upload takes longer; what differs by more is a clock that was set in between. */
const LATENCY_MS_MAX = 60_000

/**
 * An upload that was long on its way makes the clock look slow and its scans late. So of one device's samples the one that
 * travelled fastest counts for all: two of its scans are never in another order than its own clock had them.
 */
function correctClocks(log: readonly LogEntry[]): LogEntry[] {
  return log.map((entry) => {
    const skew = entry.clockSkew ?? null
    if (skew === null) return entry
    const samples = log.flatMap(({ deviceId, clockSkew }) => (deviceId === entry.deviceId ? (clockSkew ?? []) : []))
    const fastest = Math.max(...samples.filter((sample) => sample >= skew && sample <= skew + LATENCY_MS_MAX))
    return { ...entry, scannedAt: entry.scannedAt - (fastest - skew) }
  })
}

/** By the corrected clock; equal instants by device, nonce and digest, on which every copy of the log agrees. */
export const inOrder = (a: LogEntry, b: LogEntry): number =>
  a.scannedAt - b.scannedAt ||
  a.deviceId - b.deviceId ||
  byText(nonceOf(a), nonceOf(b)) ||
  byText(a.digest ?? '', b.digest ?? '')

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Whether the device's own name was free depends on what arrived first; the order must not. */
const nonceOf = ({ nonce }: LogEntry) => nonce.replace(/^(offline:)?(reused:[^:]*:)?/, '')
