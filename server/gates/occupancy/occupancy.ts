import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { addPeople, entriesIn, noPeople, type People, peopleOf } from '../rules/head-count.ts'
import { type CountingDevice, readCountingDevices, type UnsentDevice, unsentOf } from './unsent.ts'

const range = {
  at_least: Type.Integer({ description: 'people inside, at the least' }),
  at_most: Type.Integer({ description: 'and at the most' }),
}

const Block = Type.Object({ block: Nullable(Type.String()), ...range })

/** How many people are inside: a range, because a code names a ticket and not a person. */
export const Occupancy = Type.Object(
  {
    event_id: Type.String(),
    as_of: Type.Integer({ description: 'Unix seconds' }),
    timezone: Type.String({ description: 'of the event: the clock of the venue' }),
    entries: Type.Integer(),
    exits: Type.Integer(),
    ...range,
    logged: Type.Integer({ description: 'by the log alone, an unsettled second admission of a ticket left out' }),
    unsettled: Type.Integer({ description: 'people more, if every unsettled second admission was another person' }),
    followers: Type.Integer({
      description: 'people who followed another through a turnstile without a scan; in at_most',
    }),
    unsent_entries_max: Type.Integer({
      description: 'admissions at the most that devices have not sent yet; in at_most',
    }),
    unsent_exits_max: Type.Integer({ description: 'exits at the most that they have not sent; off at_least' }),
    stands: Type.Array(Type.Object({ stand: Nullable(Type.String()), ...range, blocks: Type.Array(Block) }), {
      description: 'by the log alone: of an admission that was not sent the place is not known',
    }),
    gates: Type.Array(Type.Object({ gate_id: Type.Integer(), gate: Type.String(), ...range }), {
      description: 'by the gate where each was last let in; by the log alone',
    }),
    devices: Type.Array(
      Type.Object({
        device_id: Type.Integer(),
        name: Type.String(),
        gate_id: Nullable(Type.Integer()),
        heard_at: Nullable(Type.Integer({ description: 'Unix seconds; null: never' })),
        scans_waiting: Type.Integer({ description: 'by its last report' }),
        may_hold: Type.Integer({ description: 'people who may have passed it of whom the log does not know yet' }),
      }),
      { description: 'devices that may hold admissions, those that may hold most first' },
    ),
  },
  { title: 'Occupancy' },
)
export type Occupancy = Static<typeof Occupancy>

export const SubjectGroup = Type.Object({
  stand: Nullable(Type.String()),
  block: Nullable(Type.String()),
  gate_id: Nullable(Type.Integer()),
  gate: Nullable(Type.String()),
  passes: Type.String(),
  subjects: Type.Integer(),
})
type SubjectGroup = Static<typeof SubjectGroup>

/** Everything about who is inside, admissions and exits included, from one statement: figures that disagree are none. */
export async function readOccupancy(orgId: OrgId, sql: Db, now: Date, eventId: number): Promise<Occupancy> {
  const groups = await readGroups(orgId, sql, eventId)
  const devices = await readCountingDevices(orgId, sql, now, eventId)
  const timezone = await readTimezone(orgId, sql, eventId)
  const followers = await countFollowers(orgId, sql, eventId)
  return occupancyOf({ eventId, now, timezone, groups, devices, followers })
}

type Read = {
  eventId: number
  now: Date
  timezone: string
  groups: readonly SubjectGroup[]
  devices: readonly CountingDevice[]
  followers: number
}

export function occupancyOf({ eventId, now, timezone, groups, devices, followers }: Read): Occupancy {
  const inLog = sumOf(groups)
  const entries = groups.reduce((sum, { passes, subjects }) => sum + entriesIn(passes) * subjects, 0)
  const passes = groups.reduce((sum, group) => sum + group.passes.length * group.subjects, 0)
  const exits = passes - entries
  const unsent = devices.map((device) => unsentOf(device, now)).filter(({ mayHold }) => mayHold > 0)
  const unsentMax = unsent.reduce((sum, { mayHold }) => sum + mayHold, 0)
  // Where exits are not scanned at all, those who leave count as inside anyway.
  const unsentExits = exits > 0 ? unsentMax : 0
  return {
    event_id: String(eventId),
    as_of: unixSeconds(now),
    timezone,
    entries,
    exits,
    at_least: Math.max(0, inLog.atLeast - unsentExits),
    at_most: inLog.atMost + followers + unsentMax,
    logged: inLog.atLeast,
    unsettled: inLog.atMost - inLog.atLeast,
    followers,
    unsent_entries_max: unsentMax,
    unsent_exits_max: unsentExits,
    stands: standsOf(groups),
    gates: gatesOf(groups),
    devices: unsent.toSorted((a, b) => b.mayHold - a.mayHold).map(toUnsentDevice),
  }
}

const sumOf = (groups: readonly SubjectGroup[]): People =>
  groups.reduce((sum, { passes, subjects }) => addPeople(sum, peopleOf(passes), subjects), noPeople)

const toRange = ({ atLeast, atMost }: People) => ({ at_least: atLeast, at_most: atMost })

const byName = (a: string | null, b: string | null) =>
  Number(a === null) - Number(b === null) || (a ?? '').localeCompare(b ?? '', 'en', { numeric: true })

function standsOf(groups: readonly SubjectGroup[]): Occupancy['stands'] {
  return [...Map.groupBy(groups, ({ stand }) => stand)]
    .map(([stand, ofStand]) => ({
      stand,
      ...toRange(sumOf(ofStand)),
      blocks: [...Map.groupBy(ofStand, ({ block }) => block)]
        .map(([block, ofBlock]) => ({ block, ...toRange(sumOf(ofBlock)) }))
        .toSorted((a, b) => byName(a.block, b.block)),
    }))
    .toSorted((a, b) => byName(a.stand, b.stand))
}

function gatesOf(groups: readonly SubjectGroup[]): Occupancy['gates'] {
  const entered = groups.flatMap((group) =>
    group.gate_id === null || group.gate === null ? [] : [{ ...group, gate_id: group.gate_id, gate: group.gate }],
  )
  return [...Map.groupBy(entered, ({ gate_id }) => gate_id)]
    .map(([gate_id, ofGate]) => ({ gate_id, gate: ofGate[0]?.gate ?? '', ...toRange(sumOf(ofGate)) }))
    .toSorted((a, b) => byName(a.gate, b.gate))
}

const toUnsentDevice = ({ device, mayHold }: UnsentDevice) => ({
  device_id: device.device_id,
  name: device.name,
  gate_id: device.gate_id,
  heard_at: device.heard_at === null ? null : unixSeconds(device.heard_at),
  scans_waiting: device.scans_waiting,
  may_hold: mayHold,
})

/**
 * Tickets and members by their place, the gate where they were last let in, and what the log says of them in order
 * (`Passes` in rules/head-count.ts): a handful of groups for each block, however many people there are.
 */
const readGroups = (orgId: OrgId, sql: Db, eventId: number) => sql<SubjectGroup[]>`
  with passes as (
    select s.ticket_id, s.membership_member_id, s.gate_id, s.scanned_at, s.device_id, s.nonce,
      case
        when s.result = 'exit' then 'X'
        when c.outcome = 'went_out' then 'S'
        when c.outcome is not null then 'O'
        else 'E'
      end as pass
    from scans s
    left join scans n on n.org_id = ${orgId} and n.annuls_scan_id = s.scan_id
    left join scan_conflicts c
      on c.org_id = ${orgId} and c.second_scan_id = s.scan_id and c.scan_conflict_status = 'resolved'
    where s.org_id = ${orgId}
      and s.event_id = ${eventId}
      and s.result in ('admitted', 'exit')
      and n.scan_id is null
  ), subjects as (
    select ticket_id, membership_member_id,
      string_agg(pass, '' order by scanned_at, device_id, nonce) as passes,
      (array_agg(gate_id order by scanned_at desc, device_id desc, nonce desc) filter (where pass <> 'X'))[1] as gate_id
    from passes
    group by ticket_id, membership_member_id
  )
  select coalesce(x.title, c.section_label, c.title) as stand, x.sub_section_title as block, u.gate_id, g.name as gate,
    u.passes, count(*)::integer as subjects
  from subjects u
  left join gates g on g.org_id = ${orgId} and g.gate_id = u.gate_id
  left join tickets t on t.org_id = ${orgId} and t.ticket_id = u.ticket_id
  left join price_categories c on c.org_id = ${orgId} and c.price_category_id = t.price_category_id
  left join members m on m.org_id = ${orgId} and m.membership_member_id = u.membership_member_id
  left join seats s on s.org_id = ${orgId} and s.seat_id = coalesce(t.seat_id, m.membership_seat_id)
  left join seat_sections x
    on x.org_id = ${orgId} and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id
  group by coalesce(x.title, c.section_label, c.title), x.sub_section_title, u.gate_id, g.name, u.passes`

async function readTimezone(orgId: OrgId, sql: Db, eventId: number): Promise<string> {
  const [event] = await sql<{ timezone: string }[]>`
    select timezone
    from events
    where org_id = ${orgId}
      and event_id = ${eventId}`
  if (!event) throw new Error(`event ${eventId} is gone`)
  return event.timezone
}

/** Turnstiles counted them as they walked in; they have no code of which the log could say that they left. */
async function countFollowers(orgId: OrgId, sql: Db, eventId: number): Promise<number> {
  const [row] = await sql<{ followers: number }[]>`
    select coalesce(sum(followers), 0)::integer as followers
    from scan_passages
    where org_id = ${orgId}
      and event_id = ${eventId}`
  return row?.followers ?? 0
}
