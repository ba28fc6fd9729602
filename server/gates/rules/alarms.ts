/** What can be wrong with a scanner, the worst first. */
export const alarmKinds = ['silent', 'lost', 'nonce', 'aside', 'stuck', 'disk', 'list', 'clock', 'battery'] as const
export type AlarmKind = (typeof alarmKinds)[number]

/** What is known of a scanner, by its own report; null: it has not said. */
export type ScannerFacts = {
  isRevoked: boolean
  /** Since its last report. */
  silentMs: number | null
  /** Since its key was last used, for a report or anything else: a turnstile may never report. */
  heardMs: number | null
  /** An event is on where it may scan. */
  isEventOn: boolean
  /** It has a key, and gates of its own: it is expected there. */
  isBound: boolean
  waiting: number | null
  /** For how long the queue has not become shorter, by the report. */
  waitingMs: number | null
  /** Scans that the service does not take. */
  aside: number | null
  listAgeMs: number | null
  storagePercent: number | null
  skewMs: number | null
  batteryPercent: number | null
  /** Since a scan last came under the nonce of another one. */
  reusedMs: number | null
}

/** A scanner with a network reports every quarter of a minute. */
const SILENT_MS = 90_000
/** So long during an event without a word, of whatever kind the device is. The last use of a key is noted to the minute. */
const UNHEARD_MS = 120_000
/** So long after its last word a scanner is put away, and its silence no alarm; unless it has scans that were not uploaded. */
const PUT_AWAY_MS = 12 * 3_600_000
const STUCK_MS = 60_000
const LIST_MS = 300_000
const STORAGE_PERCENT = 90
/** Codes that change are good for less than a minute. */
const SKEW_MS = 5_000
const BATTERY_PERCENT = 15
/** A counter that has begun anew reuses nonces until it passes where it was. */
const REUSED_MS = 3_600_000

const isMore = (value: number | null, limit: number) => value !== null && value > limit

/** The same on the steward's phone and on the supervisor's board, worst first. */
export function alarmsOf(facts: ScannerFacts): AlarmKind[] {
  const {
    silentMs,
    heardMs,
    isEventOn,
    isBound,
    waiting,
    waitingMs,
    aside,
    listAgeMs,
    storagePercent,
    skewMs,
    batteryPercent,
    reusedMs,
  } = facts
  const hasOwn = isMore(waiting, 0) || isMore(aside, 0)
  // What it had not uploaded when it was taken off the gates is on it alone.
  if (facts.isRevoked) return hasOwn ? ['lost'] : []
  const hasReused = reusedMs !== null && reusedMs < REUSED_MS
  const isInUse = isBound || (heardMs !== null && heardMs <= PUT_AWAY_MS)
  const isUnheard = isEventOn && isInUse && (heardMs === null || heardMs > UNHEARD_MS)
  if (silentMs === null || (silentMs > PUT_AWAY_MS && !hasOwn))
    return [...(isUnheard ? ['silent' as const] : []), ...(hasReused ? ['nonce' as const] : [])]
  const isRaised: Record<AlarmKind, boolean> = {
    silent: isUnheard || silentMs > SILENT_MS,
    lost: false,
    nonce: hasReused,
    aside: isMore(aside, 0),
    stuck: isMore(waiting, 0) && isMore(waitingMs === null ? null : waitingMs + silentMs, STUCK_MS),
    disk: isMore(storagePercent, STORAGE_PERCENT),
    list: isMore(listAgeMs, LIST_MS),
    clock: isMore(skewMs === null ? null : Math.abs(skewMs), SKEW_MS),
    battery: batteryPercent !== null && batteryPercent < BATTERY_PERCENT,
  }
  return alarmKinds.filter((kind) => isRaised[kind])
}
