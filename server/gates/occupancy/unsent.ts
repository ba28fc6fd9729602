import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { closesAt, opensAt } from '../rules/decide.ts'
import { mayHold } from '../rules/head-count.ts'
import { UNLIMITED } from '../rules/policy.ts'

/** A device that can admit people at one event, as the service knows it. */
export type CountingDevice = {
  device_id: number
  name: string
  gate_id: number | null
  heard_at: Date
  scans_waiting: number
  /** Not uploaded, or refused by the service; of this event as far as its last report says. */
  reported: number
  revoked_at: Date | null
  opensAt: number
  closesAt: number
  /** Of whom it can let in each once; null where a price allows any number of entries. */
  holders: number | null
}

export type UnsentDevice = { device: CountingDevice; mayHold: number }

export function unsentOf(device: CountingDevice, now: Date): UnsentDevice {
  const from = Math.max(device.heard_at.getTime(), device.opensAt)
  const until = Math.min(now.getTime(), device.closesAt, device.revoked_at?.getTime() ?? Number.POSITIVE_INFINITY)
  const { reported, holders } = device
  return { device, mayHold: mayHold({ reported, unheardMs: until - from, holders }) }
}

/**
 * Devices that may have admitted people at this event: bound to a gate of its venue, or to none and not reported from
 * elsewhere; and heard since a day before the doors, because without the event's list a device admits no one.
 */
export async function readCountingDevices(
  orgId: OrgId,
  sql: Db,
  now: Date,
  eventId: number,
): Promise<CountingDevice[]> {
  const [event] = await readEvent(orgId, sql, eventId)
  if (!event) throw new Error(`event ${eventId} is gone`)
  const times = {
    doorsAt: event.doors_at?.getTime() ?? null,
    startsAt: event.starts_at.getTime(),
    endsAt: event.ends_at?.getTime() ?? null,
  }
  const window = { opensAt: opensAt(times), closesAt: closesAt(times) }
  if (now.getTime() < window.opensAt) return []
  const holders = event.is_unlimited ? null : event.tickets + event.members
  const rows = await readDevices(orgId, sql, now, {
    eventId,
    venueId: event.venue_id,
    since: new Date(window.opensAt - DAY_MS),
  })
  return rows.flatMap((row) => {
    if (row.heard_at === null) return []
    const isOfEvent = row.reported_at !== null && row.reported_at.getTime() >= window.opensAt
    const waiting = isOfEvent ? (row.scans_waiting ?? 0) : 0
    return [
      {
        device_id: row.device_id,
        name: row.name,
        gate_id: row.gate_id,
        heard_at: row.heard_at,
        scans_waiting: waiting,
        reported: waiting + (isOfEvent ? (row.scans_aside ?? 0) : 0),
        revoked_at: row.revoked_at,
        ...window,
        holders,
      },
    ]
  })
}

const Time = Type.Unsafe<Date>({ type: 'object' })
const MaybeTime = Type.Unsafe<Date | null>({ type: ['object', 'null'] })

export const CountingEventRow = Type.Object({
  venue_id: Nullable(Type.Integer()),
  doors_at: MaybeTime,
  starts_at: Time,
  ends_at: MaybeTime,
  tickets: Type.Integer(),
  members: Type.Integer(),
  is_unlimited: Type.Boolean(),
})
type EventRow = Static<typeof CountingEventRow>

const readEvent = (orgId: OrgId, sql: Db, eventId: number) => sql<EventRow[]>`
  select e.venue_id, e.doors_at, e.starts_at, e.ends_at,
    (
      select count(*)::integer
      from tickets
      where org_id = ${orgId}
        and event_id = ${eventId}
    ) as tickets,
    (
      select count(*)::integer
      from members
      where org_id = ${orgId}
        and membership_member_status_id = any (${[memberStatus.paid, memberStatus.instalments]}::integer[])
    ) as members,
    exists (
      select 1
      from prices
      where org_id = ${orgId}
        and event_id = ${eventId}
        and scanning_flag = ${UNLIMITED}
    ) as is_unlimited
  from events e
  where e.org_id = ${orgId}
    and e.event_id = ${eventId}`

export const CountingDeviceRow = Type.Object({
  device_id: Type.Integer(),
  name: Type.String(),
  gate_id: Nullable(Type.Integer()),
  heard_at: MaybeTime,
  reported_at: MaybeTime,
  scans_waiting: Nullable(Type.Integer()),
  scans_aside: Nullable(Type.Integer()),
  revoked_at: MaybeTime,
})
type DeviceRow = Static<typeof CountingDeviceRow>

/** Scans of the last minutes tell more exactly than its key when a device was heard; see `scans_by_created_at`. */
const RECENT_MS = 5 * 60_000

type At = { eventId: number; venueId: number | null; since: Date }

const readDevices = (orgId: OrgId, sql: Db, now: Date, { eventId, venueId, since }: At) => sql<DeviceRow[]>`
  with heard as (
    select device_id, max(created_at) as at
    from scans
    where org_id = ${orgId}
      and event_id = ${eventId}
      and created_at > ${new Date(now.getTime() - RECENT_MS)}
    group by device_id
  ), bound as (
    select d.device_id, min(d.gate_id) as gate_id, count(*) as gates,
      bool_or(g.venue_id = ${venueId}::bigint) as at_event
    from device_gates d
    join gates g on g.org_id = d.org_id and g.gate_id = d.gate_id
    where d.org_id = ${orgId}
    group by d.device_id
  )
  select d.device_id, d.name, coalesce(d.reported_gate_id, case when b.gates = 1 then b.gate_id end) as gate_id,
    greatest(k.last_used_at, d.reported_at, h.at) as heard_at, d.reported_at, d.scans_waiting, d.scans_aside, d.revoked_at
  from devices d
  join api_keys k on k.org_id = d.org_id and k.key_id = d.key_id
  left join heard h on h.device_id = d.device_id
  left join bound b on b.device_id = d.device_id
  left join gates r on r.org_id = d.org_id and r.gate_id = d.reported_gate_id
  where d.org_id = ${orgId}
    and coalesce(b.at_event, r.venue_id = ${venueId}::bigint, true)
    and greatest(k.last_used_at, d.reported_at, h.at) >= ${since}`
