import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import { readOccupancy } from '../occupancy/occupancy.ts'
import { NullableObject } from '../scans/gate-scan.ts'
import { findShownMessage, StewardMessage } from '../steward-messages/steward-message.ts'

const counts = { entries: Type.Integer(), exits: Type.Integer(), refusals: Type.Integer() }

/** What the live view shows. Scans that were taken back count nowhere. */
export const LiveFigures = Type.Object(
  {
    event_id: Type.String(),
    as_of: Type.Integer({ description: 'Unix seconds' }),
    ...counts,
    followers: Type.Integer({ description: 'people who followed another through a turnstile without a scan' }),
    inside: Type.Integer({ description: 'tickets and members that entered and did not leave, by the log' }),
    inside_at_least: Type.Integer({ description: 'people inside at the least; see Occupancy' }),
    inside_at_most: Type.Integer({ description: 'and at the most' }),
    gates: Type.Array(
      Type.Object({
        gate_id: Type.Integer(),
        gate: Type.String(),
        closed: Type.Boolean({ description: 'lets no one in for now' }),
        ...counts,
        followers: Type.Integer(),
        entries_of_5_minutes: Type.Integer({ description: 'the last five' }),
      }),
      { description: 'those in use at the event’s place, and others where a ticket or card was scanned' },
    ),
    message: NullableObject(StewardMessage),
    reasons: Type.Array(Type.Object({ result: Type.String(), refusals: Type.Integer() }), {
      description: 'why people were refused, the most frequent first',
    }),
    minutes: Type.Array(
      Type.Object({ minute: Type.Integer({ description: 'Unix seconds of its start' }), ...counts }),
      {
        description: 'the last hour, minutes in which nothing happened left out',
      },
    ),
  },
  { title: 'LiveFigures' },
)
export type LiveFigures = Static<typeof LiveFigures>

export async function readFigures(orgId: OrgId, sql: Db, now: Date, eventId: number): Promise<LiveFigures> {
  const gates = await countByGate(orgId, sql, eventId, new Date(now.getTime() - 300_000))
  const reasons = await countByReason(orgId, sql, eventId)
  const minutes = await countByMinute(orgId, sql, eventId, new Date(now.getTime() - HOUR_MS))
  const occupancy = await readOccupancy(orgId, sql, now, eventId)
  const message = await findShownMessage(orgId, sql, now, eventId)
  return {
    event_id: String(eventId),
    as_of: unixSeconds(now),
    entries: occupancy.entries,
    exits: occupancy.exits,
    refusals: gates.reduce((total, gate) => total + gate.refusals, 0),
    followers: occupancy.followers,
    inside: occupancy.logged,
    inside_at_least: occupancy.at_least,
    inside_at_most: occupancy.at_most,
    gates: gates.map(({ gate_id, gate, closed, entries, exits, refusals, followers, recent }) => ({
      gate_id,
      gate,
      closed,
      entries,
      exits,
      refusals,
      followers,
      entries_of_5_minutes: recent,
    })),
    message,
    reasons: reasons.map(({ result, refusals }) => ({ result, refusals })),
    minutes: minutes.map(({ minute, entries, exits, refusals }) => ({
      minute: unixSeconds(minute),
      entries,
      exits,
      refusals,
    })),
  }
}

type Counts = { entries: number; exits: number; refusals: number }

const countResults = (sql: Db) => sql`
  count(*) filter (where s.result = 'admitted' and n.scan_id is null)::integer as entries,
  count(*) filter (where s.result = 'exit' and n.scan_id is null)::integer as exits,
  count(*) filter (where s.result not in ('admitted', 'exit', 'annulled'))::integer as refusals`

export const GateCounts = Type.Object({
  gate_id: Type.Integer(),
  gate: Type.String(),
  closed: Type.Boolean(),
  ...counts,
  followers: Type.Integer(),
  recent: Type.Integer(),
})
type GateCounts = Static<typeof GateCounts>

/** A gate without any scan yet is the one that a supervisor wants to see. */
const countByGate = (orgId: OrgId, sql: Db, eventId: number, since: Date) => sql<GateCounts[]>`
  select g.gate_id, g.name as gate, g.closed_at is not null as closed, coalesce(c.entries, 0) as entries,
    coalesce(c.exits, 0) as exits, coalesce(c.refusals, 0) as refusals, coalesce(c.recent, 0) as recent,
    (
      select coalesce(sum(p.followers), 0)::integer
      from scan_passages p
      where p.org_id = ${orgId}
        and p.event_id = ${eventId}
        and p.gate_id = g.gate_id
    ) as followers
  from gates g
  left join (
    select s.gate_id, ${countResults(sql)},
      count(*) filter (where s.result = 'admitted' and n.scan_id is null and s.scanned_at > ${since})::integer as recent
    from scans s
    left join scans n on n.org_id = s.org_id and n.annuls_scan_id = s.scan_id
    where s.org_id = ${orgId}
      and s.event_id = ${eventId}
    group by s.gate_id
  ) c on c.gate_id = g.gate_id
  where g.org_id = ${orgId}
    and (
      c.gate_id is not null
      or g.gate_status = 'active' and g.venue_id = (
        select venue_id
        from events
        where org_id = ${orgId}
          and event_id = ${eventId}
      )
    )
  order by g.gate_id`

const countByReason = (orgId: OrgId, sql: Db, eventId: number) => sql<{ result: string; refusals: number }[]>`
  select result, count(*)::integer as refusals
  from scans
  where org_id = ${orgId}
    and event_id = ${eventId}
    and result not in ('admitted', 'exit', 'annulled')
  group by result
  order by refusals desc, result`

const countByMinute = (orgId: OrgId, sql: Db, eventId: number, since: Date) => sql<(Counts & { minute: Date })[]>`
  select date_trunc('minute', s.scanned_at) as minute, ${countResults(sql)}
  from scans s
  left join scans n on n.org_id = s.org_id and n.annuls_scan_id = s.scan_id
  where s.org_id = ${orgId}
    and s.event_id = ${eventId}
    and s.scanned_at > ${since}
    and s.result <> 'annulled'
  group by date_trunc('minute', s.scanned_at)
  order by minute`

/**
 * Changes whenever something is recorded, by the newest instant and how many scans bear it; when people followed others; when a
 * gate is closed or opened; when a conflict is settled or opened again; and when stewards are sent a message, or it is recalled.
 */
export async function readMark(orgId: OrgId, sql: Db, eventId: number): Promise<string> {
  const [scans] = await sql<{ created_at: Date; scans: number }[]>`
    select created_at, count(*)::integer as scans
    from scans
    where org_id = ${orgId}
      and event_id = ${eventId}
    group by created_at
    order by created_at desc
    limit 1`
  const [gates] = await sql<{ closed: number }[]>`
    select coalesce(sum(gate_id), 0)::bigint as closed
    from gates
    where org_id = ${orgId}
      and closed_at is not null`
  const [passages] = await sql<{ followers: number }[]>`
    select coalesce(sum(followers), 0)::integer as followers
    from scan_passages
    where org_id = ${orgId}
      and event_id = ${eventId}`
  const [conflicts] = await sql<{ changed_at: Date | null }[]>`
    select max(changed_at) as changed_at
    from scan_conflicts
    where org_id = ${orgId}
      and event_id = ${eventId}`
  const [messages] = await sql<{ changed_at: Date | null }[]>`
    select max(changed_at) as changed_at
    from steward_messages
    where org_id = ${orgId}
      and event_id = ${eventId}`
  const changedAt = [conflicts, messages].map((rows) => rows?.changed_at?.getTime() ?? '').join(' ')
  return `${scans?.created_at.getTime() ?? ''} ${scans?.scans ?? ''} ${passages?.followers ?? ''} ${gates?.closed ?? ''} ${changedAt}`
}
