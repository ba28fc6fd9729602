import { MINUTE_MS } from '../../platform/values/durations.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { addMs } from './demo-day.ts'
import { fateOf } from './fate.ts'
import { ticketNumber } from './order-of.ts'

export type VisitingTicket = {
  ticket_id: number
  ticket_status_id: number
  barcode: string
  /** 1 single entry, 2 re-entry after an exit, 3 unlimited. */
  scanning_flag: number
  starts_at: Date
  /** It enters by the first two gates of the venue only. */
  restricted: boolean
}
export type Step = {
  direction: 'entry' | 'exit'
  result: 'admitted' | 'exit' | 'already_used' | 'unknown' | 'cancelled' | 'refunded' | 'wrong_gate' | 'not_exited'
  /** Index of the gate at the venue. */
  gate: number
  at: Date
  /** Not the ticket's own, and nobody's. */
  foreign: boolean
}

const GATES = 3
const GATES_OF_RESTRICTED = 2

/** What happened to a ticket at the gates; nothing at all for one in ten. */
export function visitOf(ticket: VisitingTicket): Step[] {
  const lot = fateOf('visit', ticketNumber(ticket.barcode))
  let at = addMs(ticket.starts_at, -80 * MINUTE_MS + lot.below(90 * MINUTE_MS))
  const gate = lot.below(ticket.restricted ? GATES_OF_RESTRICTED : GATES)
  const steps: Step[] = []
  const step = (result: Step['result'], more: Partial<Step> = {}) => {
    steps.push({ direction: 'entry', result, gate, at, foreign: false, ...more })
    at = addMs(at, (1 + lot.below(10)) * MINUTE_MS)
  }
  if (lot.chance(0.1)) return []
  if (ticket.ticket_status_id === ticketStatus.cancelled) step('cancelled')
  else if (ticket.ticket_status_id === ticketStatus.refunded) step('refunded')
  if (steps.length > 0) return steps
  if (ticket.restricted && lot.chance(0.05)) step('wrong_gate', { gate: GATES_OF_RESTRICTED })
  step('admitted')
  if (lot.chance(0.02)) step('unknown', { foreign: true })
  const draw = lot.below(100)
  if (ticket.scanning_flag === 1 && draw < 4) step('already_used')
  if (ticket.scanning_flag === 2 && draw < 4) step('not_exited')
  else if (ticket.scanning_flag === 2 && draw < 40) {
    step('exit', { direction: 'exit' })
    if (draw < 32) step('admitted')
  }
  if (ticket.scanning_flag === 3 && draw < 20) step('admitted')
  return steps
}

export type DemoAdmission = { entries: number; exits: number; inside: boolean; firstAt: Date; lastAt: Date }

/** What the log adds up to; undefined when nobody was let through. */
export function admissionOf(steps: Pick<Step, 'result' | 'at'>[]): DemoAdmission | undefined {
  const through = steps.filter(({ result }) => result === 'admitted' || result === 'exit')
  const [first] = through
  const last = through.at(-1)
  if (!first || !last) return undefined
  const entries = through.filter(({ result }) => result === 'admitted').length
  return {
    entries,
    exits: through.length - entries,
    inside: last.result === 'admitted',
    firstAt: first.at,
    lastAt: last.at,
  }
}
