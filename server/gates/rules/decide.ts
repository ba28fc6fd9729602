import type {
  Admission,
  Direction,
  EventFacts,
  GateFacts,
  HolderFacts,
  LateRefusal,
  MemberFacts,
  Refusal,
  Result,
  TicketFacts,
} from './facts.ts'
import { flagOf, mayEnter, NEVER_SCANNED, usedResult } from './policy.ts'

export type Question = {
  /** Whose barcode it is; null: an unknown one. */
  holder: HolderFacts | null
  event: EventFacts
  gate: GateFacts
  direction: Direction
  /** What the code that was read is worth now, where the event's codes rotate. */
  code?: 'fixed' | 'fresh' | 'stale' | undefined
  /** Milliseconds since 1970. */
  at: number
}

/** The whole decision, where no other scanner decides at the same time: in a scanner without a network, and in the tests. */
export function decide(question: Question, admission: Admission): Result {
  const refusal = scanRefusal(question)
  if (refusal) return refusal
  if (question.direction === 'exit') return 'exit'
  const flag = question.holder ? flagOf(question.holder) : NEVER_SCANNED
  return mayEnter(flag, admission) ? 'admitted' : usedResult(flag)
}

/**
 * Everything that does not depend on what was scanned before: undefined lets the log decide. The first reason that holds is
 * given, from the barcode outwards: whose it is, what became of it, the event, the gate, the time.
 */
export function scanRefusal({ holder, event, gate, direction, code, at }: Question): Refusal | undefined {
  if (!holder) return 'unknown'
  if (holder.kind === 'ticket' && holder.eventId !== event.eventId) return 'wrong_event'
  // No fan is kept in: once the barcode is of this event, neither money nor time nor gate is asked for on the way out.
  if (direction === 'exit') return undefined
  return (
    (holder.kind === 'ticket' ? refusalOfTicket(holder) : refusalOfMember(holder, event, at)) ??
    (holder.kind === 'ticket' ? refusalOfCode(event, code) : undefined) ??
    refusalOfEvent(event) ??
    refusalOfGate(holder, event, gate) ??
    refusalOfTime(holder, event, at)
  )
}

/** By ticket_status_id. A replaced ticket is blocked: its successor has another barcode. */
const TICKET_REFUSALS: Record<number, LateRefusal> = { 0: 'unpaid', 2: 'cancelled', 3: 'refunded', 4: 'blocked' }

function refusalOfTicket({ status, scanningFlag }: TicketFacts): LateRefusal | undefined {
  return TICKET_REFUSALS[status] ?? (scanningFlag === NEVER_SCANNED ? 'blocked' : undefined)
}

/** A ticket on paper or on a screenshot is a copy. The card of a member does not rotate, nor does a barcode that we have not signed. */
const refusalOfCode = (
  { rotatingBarcodes = false }: EventFacts,
  code: Question['code'] = 'stale',
): Refusal | undefined => (rotatingBarcodes && code === 'stale' ? 'stale_code' : undefined)

/** By membership_member_status_id. */
const MEMBER_REFUSALS: Record<number, LateRefusal> = { 0: 'unpaid', 3: 'cancelled' }

function refusalOfMember(member: MemberFacts, event: EventFacts, at: number): Refusal | undefined {
  const refusal = MEMBER_REFUSALS[member.status]
  if (refusal) return refusal
  if (!member.gameDayAccess) return 'blocked'
  if (member.expiresAt !== null && member.expiresAt <= at) return 'expired'
  if (member.overdueFrom !== null && member.overdueFrom < at) return 'overdue'
  // Of no season: a seat is let in where its map is used; a member without one stands, wherever members are let in.
  const { membershipSeatMapId: eventMapId } = event
  const isOfMap = eventMapId === null || member.seatMapId === null || member.seatMapId === eventMapId
  return (member.isOfEvent ?? isOfMap) ? undefined : 'wrong_event'
}

/** Let in, with an instalment open for so long that the steward is told. */
export const isSoftOverdue = (holder: HolderFacts | null, at: number): boolean =>
  holder?.kind === 'member' && (holder.softOverdueFrom ?? Number.POSITIVE_INFINITY) < at

export type LateQuestion = { holder: HolderFacts; eventId: number; direction: Direction; open: boolean }

/**
 * What is wrong with one whom a device let through by itself, as far as it can be told when we hear of it: time and money may
 * have been right then.
 */
export function lateRefusalOf({ holder, eventId, direction, open }: LateQuestion): LateRefusal | undefined {
  if (holder.kind === 'ticket' && holder.eventId !== eventId) return 'wrong_event'
  if (direction === 'exit') return undefined
  const refusal =
    holder.kind === 'ticket'
      ? refusalOfTicket(holder)
      : (MEMBER_REFUSALS[holder.status] ?? (holder.gameDayAccess ? undefined : 'blocked'))
  return refusal ?? (open ? undefined : 'wrong_gate')
}

/** By event_status_id. */
const EVENT_REFUSALS: Record<number, Refusal> = { 0: 'blocked', 2: 'expired', 3: 'cancelled' }

const refusalOfEvent = ({ status }: EventFacts): Refusal | undefined => EVENT_REFUSALS[status]

function refusalOfGate(holder: HolderFacts, { venueId }: EventFacts, gate: GateFacts): Refusal | undefined {
  const isOtherVenue = venueId !== null && gate.venueId !== venueId
  const gateIds = holder.kind === 'ticket' ? holder.gateIds : []
  const isOtherGate = gateIds.length > 0 && !gateIds.includes(gate.gateId)
  return isOtherVenue || gate.archived || !gate.open || isOtherGate ? 'wrong_gate' : undefined
}

/** A ticket may have a window of its own, such as a child's that ends at eight or a sponsor's that begins early. */
function refusalOfTime(holder: HolderFacts, event: EventFacts, at: number): Refusal | undefined {
  const { from, until } = timesOf(holder, event)
  if (at < from) return 'not_yet_valid'
  return at >= until ? 'expired' : undefined
}

/** When they are let in. */
export function timesOf(holder: HolderFacts, event: EventTimes): { from: number; until: number } {
  const { validFrom, validUntil } = holder.kind === 'ticket' ? holder : { validFrom: null, validUntil: null }
  return { from: validFrom ?? opensAt(event), until: validUntil ?? closesAt(event) }
}

type EventTimes = Pick<EventFacts, 'doorsAt' | 'startsAt' | 'endsAt'>

const HOUR_MS = 3_600_000

/** An event that does not say when its doors open lets people in this long before its start. */
export const OPENS_BEFORE_MS = 12 * HOUR_MS
/** An event that does not say when it ends lets people in this long after its start. */
export const CLOSES_AFTER_MS = 24 * HOUR_MS

export const opensAt = ({ doorsAt, startsAt }: EventTimes): number => doorsAt ?? startsAt - OPENS_BEFORE_MS

export const closesAt = ({ startsAt, endsAt }: EventTimes): number => endsAt ?? startsAt + CLOSES_AFTER_MS
