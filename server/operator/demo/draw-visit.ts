import { MINUTE_MS } from '../../platform/values/durations.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { addMs } from './days.ts'
import { ticketNumber } from './order.ts'
import { randomOf } from './seeded-random.ts'

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
  /** A code that is no ticket's. */
  foreign: boolean
}

const GATES = 3
const GATES_OF_RESTRICTED = 2

/** What happened to a ticket at the gates; nothing at all for one in ten. */
export function drawVisit(ticket: VisitingTicket): Step[] {
  const random = randomOf('visit', ticketNumber(ticket.barcode))
  let at = addMs(ticket.starts_at, -80 * MINUTE_MS + random.below(90 * MINUTE_MS))
  const gate = random.below(ticket.restricted ? GATES_OF_RESTRICTED : GATES)
  const steps: Step[] = []
  const step = (result: Step['result'], more: Partial<Step> = {}) => {
    steps.push({ direction: 'entry', result, gate, at, foreign: false, ...more })
    at = addMs(at, (1 + random.below(10)) * MINUTE_MS)
  }
  if (random.chance(0.1)) return []
  if (ticket.ticket_status_id === ticketStatus.cancelled) step('cancelled')
  else if (ticket.ticket_status_id === ticketStatus.refunded) step('refunded')
  if (steps.length > 0) return steps
  if (ticket.restricted && random.chance(0.05)) step('wrong_gate', { gate: GATES_OF_RESTRICTED })
  step('admitted')
  if (random.chance(0.02)) step('unknown', { foreign: true })
  const draw = random.below(100)
  if (ticket.scanning_flag === 1 && draw < 4) step('already_used')
  if (ticket.scanning_flag === 2 && draw < 4) step('not_exited')
  else if (ticket.scanning_flag === 2 && draw < 40) {
    step('exit', { direction: 'exit' })
    if (draw < 32) step('admitted')
  }
  if (ticket.scanning_flag === 3 && draw < 20) step('admitted')
  return steps
}
