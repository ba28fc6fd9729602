/*
 * What the rules are told. Plain data and no more: instants are milliseconds since 1970, so that a scanner can keep them as
 * they came in the manifest.
 */

export type Direction = 'entry' | 'exit'

export const letThroughResults = ['admitted', 'exit'] as const

export const refusals = [
  'already_used',
  'unknown',
  'cancelled',
  'refunded',
  'unpaid',
  'blocked',
  'wrong_event',
  'wrong_gate',
  'not_yet_valid',
  'expired',
  'not_exited',
  'overdue',
  'stale_code',
] as const

export type LetThrough = (typeof letThroughResults)[number]
export type Refusal = (typeof refusals)[number]
/** Why a device that had been up to date would not have let a fan through; what has to do with time is left aside. */
export const lateRefusals = ['unpaid', 'cancelled', 'refunded', 'blocked', 'wrong_event', 'wrong_gate'] as const
export type LateRefusal = (typeof lateRefusals)[number]
/** What a scan can come to. */
export type Result = LetThrough | Refusal
/** What the log can say: a scan may also be the taking back of another. */
export type LoggedResult = Result | 'annulled'

export const isLetThrough = (result: LoggedResult): result is LetThrough => result === 'admitted' || result === 'exit'

/** What a steward reads on the screen. */
export const stewardTexts: Record<LoggedResult, string> = {
  admitted: 'Welcome.',
  exit: 'Goodbye.',
  already_used: 'This barcode has been used.',
  unknown: 'This barcode is not known.',
  cancelled: 'Cancelled.',
  refunded: 'The ticket was refunded.',
  unpaid: 'Not paid yet.',
  blocked: 'This barcode does not open a gate.',
  wrong_event: 'For another event.',
  wrong_gate: 'Please use another gate.',
  not_yet_valid: 'Not valid yet.',
  expired: 'No longer valid.',
  not_exited: 'Inside already; no exit was scanned.',
  overdue: 'An instalment is overdue.',
  stale_code: 'An old copy: ask for the code of this moment.',
  annulled: 'The scan was taken back.',
}

export type EventFacts = {
  eventId: number
  /** 0 draft, 1 live, 2 archived, 3 cancelled. */
  status: number
  venueId: number | null
  doorsAt: number | null
  startsAt: number
  endsAt: number | null
  /** The map of the season seats that are let in; null where seats do not matter. */
  membershipSeatMapId: number | null
  /** Whether only the code of the moment opens a gate. */
  rotatingBarcodes?: boolean
}

export type GateFacts = {
  gateId: number
  venueId: number
  archived: boolean
  /** Whether the device that asks may scan here, and no supervisor has closed it. */
  open: boolean
  /** Whether it is closed for everybody, for now. */
  closed?: boolean
}

export type TicketFacts = {
  kind: 'ticket'
  eventId: number
  /** 0 reserved, 1 active, 2 cancelled, 3 refunded, 4 replaced. */
  status: number
  scanningFlag: number
  /** Gates that let its category in; none: all of them. */
  gateIds: readonly number[]
  validFrom: number | null
  validUntil: number | null
}

export type MemberFacts = {
  kind: 'member'
  /** 0 unpaid, 1 paid, 2 instalments outstanding, 3 cancelled. */
  status: number
  /** Of the membership type or of its category. */
  gameDayAccess: boolean
  /** The map that the member's own seat is on; null without a seat. */
  seatMapId: number | null
  /** Whether the event is one of the member's season, and their seat, if they have one, theirs in it; null: they are of no season. */
  isOfEvent: boolean | null
  expiresAt: number | null
  /** From when on they are not let in, for an instalment that is not paid. */
  overdueFrom: number | null
  /** From when on they are let in, and the steward is told of it. */
  softOverdueFrom?: number | null
}

export type HolderFacts = TicketFacts | MemberFacts

/** What the log adds up to for one ticket, or for one member at one event. */
export type Admission = { entries: number; exits: number; inside: boolean }

/** Of one whom no gate has seen yet. */
export const nobodyYet: Admission = { entries: 0, exits: 0, inside: false }
