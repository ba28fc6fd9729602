import { type Static, Type } from 'typebox'
import { keyIdOf, type OrgId } from '../../access/principal.ts'
import { ListOf } from '../../platform/http/lists.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { eventStatus } from '../../programme/statuses.ts'
import { deviceOf } from '../devices/device.ts'
import { CLOSES_AFTER_MS, closesAt, opensAt } from '../rules/decide.ts'
import { type GateEventRow, gateEventColumns, readGates } from './manifest-event.ts'

const GateEvent = Type.Object(
  {
    event_id: Type.String(),
    title: Type.String(),
    venue_id: Nullable(Type.String()),
    starts_at: Type.Integer({ description: 'Unix seconds' }),
    opens_at: Type.Integer({ description: 'when the first ticket is let in' }),
    closes_at: Type.Integer({ description: 'when the last one is' }),
    gates: Type.Array(Type.Object({ gate_id: Type.Integer(), name: Type.String() }), {
      description: 'where this device may scan',
    }),
  },
  { title: 'GateEvent' },
)

const path = '/v1/gate/events'
const EVENTS_MAX = 100
const AHEAD_MS = DAY_MS
/** No event is scanned longer than this after it began. */
const BACK_MS = 14 * DAY_MS

export const listGateEvents: Operation = (app, { sql, clock }) =>
  app.get(
    path,
    {
      config: { scope: 'gate:scan' },
      schema: {
        operationId: 'listGateEvents',
        summary: 'List the events that can be scanned',
        description: 'Live events that are on or start within a day, the next one first; at most 100.',
        tags: ['Gates'],
        response: { 200: ListOf('gate_events', GateEvent) },
      },
    },
    async ({ orgId, principal }) => {
      const deviceId = await deviceOf(orgId, sql, clock, keyIdOf(principal))
      const rows = await readEvents(orgId, sql, clock(orgId))
      const venueIds = [...new Set(rows.flatMap(({ venue_id }) => venue_id ?? []))]
      const gates = new Map<number, { gate_id: number; name: string }[]>()
      for (const venueId of venueIds) {
        const openGates = (await readGates(orgId, sql, venueId, deviceId)).filter((gate) => gate.open)
        gates.set(
          venueId,
          openGates.map(({ gate_id, name }) => ({ gate_id, name })),
        )
      }
      const gatesOf = ({ venue_id }: GateEventRow) => (venue_id === null ? [] : (gates.get(venue_id) ?? []))
      const data = rows.slice(0, EVENTS_MAX).map((row) => toGateEvent(row, gatesOf(row)))
      return { object: 'gate_events', url: path, has_more: rows.length > EVENTS_MAX, data }
    },
  )

const readEvents = (orgId: OrgId, sql: Db, now: Date) => sql<GateEventRow[]>`
  select ${gateEventColumns(sql)}
  from events
  where org_id = ${orgId}
    and event_status_id = ${eventStatus.live}
    and starts_at > ${new Date(now.getTime() - BACK_MS)}
    and starts_at < ${new Date(now.getTime() + AHEAD_MS)}
    and coalesce(ends_at, starts_at + ${CLOSES_AFTER_MS} * interval '1 millisecond') > ${now}
  order by starts_at, event_id
  limit ${EVENTS_MAX + 1}`

function toGateEvent(row: GateEventRow, gates: { gate_id: number; name: string }[]) {
  const times = {
    doorsAt: row.doors_at?.getTime() ?? null,
    startsAt: row.starts_at.getTime(),
    endsAt: row.ends_at?.getTime() ?? null,
  }
  return {
    event_id: String(row.event_id),
    title: row.title,
    venue_id: row.venue_id === null ? null : String(row.venue_id),
    starts_at: unixSeconds(row.starts_at),
    opens_at: unixSeconds(new Date(opensAt(times))),
    closes_at: unixSeconds(new Date(closesAt(times))),
    gates,
  } satisfies Static<typeof GateEvent>
}
