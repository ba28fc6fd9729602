import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import type { EventFacts, GateFacts, LoggedResult, Result } from '../rules/facts.ts'
import { detailOf, gatesFor, refusalDetails } from '../rules/guidance.ts'
import { type BarcodeHolder, holderFacts } from './holders.ts'

const GATES_MAX = 10

/** What a steward says next to a fan who is refused. */
export const Guidance = Type.Object(
  {
    detail: OneOf([...refusalDetails], { description: 'what the result comes down to' }),
    gates: Type.Array(
      Type.Object({ gate_id: Type.Integer(), name: Type.String(), directions: Nullable(Type.String()) }),
      { description: 'where they are let in now, where that is elsewhere; at most ten' },
    ),
    event: Type.Union([
      Type.Object({ event_id: Type.String(), title: Type.String(), starts_at: Type.Integer() }),
      Type.Null(),
    ]),
  },
  { title: 'Guidance' },
)
export type Guidance = Static<typeof Guidance>

const WITH_GUIDANCE: LoggedResult[] = ['blocked', 'wrong_gate', 'wrong_event']

type RefusedScan = { result: LoggedResult; event_id: number; gate_id: number }

/** Looked up for refusals alone: a fan who is let in waits for nothing here. */
export async function findGuidance(
  orgId: OrgId,
  sql: Db,
  scan: RefusedScan,
  holder: BarcodeHolder | undefined,
): Promise<Guidance | null> {
  if (!WITH_GUIDANCE.includes(scan.result)) return null
  const facts = holderFacts(holder, scan.event_id)
  const [event] = await findEvent(orgId, sql, scan.event_id)
  const gates = await findGates(orgId, sql, scan.event_id, scan.gate_id)
  const here = gates.find(({ gate_id }) => gate_id === scan.gate_id)
  if (!facts || !event || !here) return null
  const detail = detailOf({
    result: scan.result as Result,
    holder: facts,
    event: { ...UNTIMED, eventId: scan.event_id, status: event.event_status_id, venueId: event.venue_id },
    gate: gateFacts(here),
  })
  if (!detail) return null
  const gateIds = facts.kind === 'ticket' ? facts.gateIds : []
  const isAtVenue = ({ venue_id, archived }: GateRow) => !archived && venue_id === event.venue_id
  const elsewhere = detail === 'other_gate' || detail === 'gate_closed' || detail === 'other_device'
  const [ticketEvent] = detail === 'other_event' ? await findEvent(orgId, sql, holder?.ticket?.event_id ?? 0) : []
  return {
    detail,
    gates: (elsewhere ? gatesFor(gates.filter(isAtVenue), gateIds, scan.gate_id) : [])
      .slice(0, GATES_MAX)
      .map(({ gate_id, name, directions }) => ({ gate_id, name, directions })),
    event: ticketEvent
      ? {
          event_id: String(ticketEvent.event_id),
          title: ticketEvent.title,
          starts_at: unixSeconds(ticketEvent.starts_at),
        }
      : null,
  }
}

/** Time has been looked at: it is not what these results are about. */
const UNTIMED: Pick<EventFacts, 'doorsAt' | 'startsAt' | 'endsAt' | 'membershipSeatMapId'> = {
  doorsAt: null,
  startsAt: 0,
  endsAt: null,
  membershipSeatMapId: null,
}

const gateFacts = ({ gate_id, venue_id, archived, closed }: GateRow): GateFacts => ({
  gateId: gate_id,
  venueId: venue_id,
  archived,
  closed,
  open: !closed,
})

type EventRow = { event_id: number; title: string; starts_at: Date; event_status_id: number; venue_id: number | null }

const findEvent = (orgId: OrgId, sql: Db, eventId: number) => sql<EventRow[]>`
  select event_id, title, starts_at, event_status_id, venue_id
  from events
  where org_id = ${orgId}
    and event_id = ${eventId}`

type GateRow = {
  gate_id: number
  venue_id: number
  name: string
  directions: string | null
  archived: boolean
  closed: boolean
}

const findGates = (orgId: OrgId, sql: Db, eventId: number, gateId: number) => sql<GateRow[]>`
  select g.gate_id, g.venue_id, g.name, g.directions, g.gate_status = 'archived' as archived,
    g.closed_at is not null as closed
  from gates g
  where g.org_id = ${orgId}
    and (
      g.gate_id = ${gateId}
      or g.venue_id = (
        select venue_id
        from events
        where org_id = ${orgId}
          and event_id = ${eventId}
      )
    )
  order by g.gate_id`
