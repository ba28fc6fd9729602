import type { OrgId } from '../../access/principal.ts'
import { ApiError, type Problem } from '../../platform/http/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { membersWithTypes } from './holders.ts'

/** How a scan says whose it is: by the code that was read, or by the number of a holder whom a steward found. */
export type NamedScan = {
  event_id: number
  barcode?: string | undefined
  ticket_id?: number | undefined
  membership_member_id?: number | undefined
}

const ways = ['barcode', 'ticket_id', 'membership_member_id'] as const

/** It has to say so in one way, and not in two that may not agree. */
export function nameProblem(scan: NamedScan, at: (field: string) => string = (field) => field): Problem | undefined {
  const [first, second] = ways.filter((way) => scan[way] !== undefined)
  if (first === undefined) {
    const param = at(ways[0])
    return { param, code: 'parameter_missing', message: `${param} is required.` }
  }
  if (second === undefined) return undefined
  const param = at(second)
  return { param, code: 'parameter_invalid', message: `${param} does not go with ${at(first)}.` }
}

/** Of a scan that names a holder by a number that nothing has. */
export function unknownHolder(scan: NamedScan, at: (field: string) => string = (field) => field): Problem {
  const param = at(scan.ticket_id === undefined ? 'membership_member_id' : 'ticket_id')
  return { param, code: 'resource_missing', message: `${param} names nothing that exists.` }
}

/**
 * The barcode of each scan, as if it had been typed: a holder found by number is held to the same rules. It is undefined
 * where the number is no holder's. A ticket of another event has no number here, so that a thief of one scanner cannot go through those of all events.
 */
export async function barcodesOf(orgId: OrgId, sql: Db, scans: readonly NamedScan[]): Promise<(string | undefined)[]> {
  const tickets = await findTicketBarcodes(orgId, sql, scans)
  const members = await findMemberBarcodes(orgId, sql, scans)
  return scans.map(({ barcode, event_id, ticket_id, membership_member_id }) => {
    if (barcode !== undefined) return barcode
    return ticket_id === undefined ? members.get(membership_member_id) : tickets.get(`${event_id} ${ticket_id}`)
  })
}

async function findTicketBarcodes(orgId: OrgId, sql: Db, scans: readonly NamedScan[]): Promise<Map<string, string>> {
  const ids = scans.flatMap(({ ticket_id }) => ticket_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await sql<{ event_id: number; ticket_id: number; barcode: string | null }[]>`
    select event_id, ticket_id, barcode
    from tickets
    where org_id = ${orgId}
      and ticket_id = any (${ids}::bigint[])
      and barcode is not null`
  return new Map(rows.map(({ event_id, ticket_id, barcode }) => [`${event_id} ${ticket_id}`, barcode ?? '']))
}

async function findMemberBarcodes(
  orgId: OrgId,
  sql: Db,
  scans: readonly NamedScan[],
): Promise<Map<number | undefined, string>> {
  const ids = scans.flatMap(({ membership_member_id }) => membership_member_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await sql<{ membership_member_id: number; barcode: string }[]>`
    select membership_member_id, barcode
    from members
    where org_id = ${orgId}
      and membership_member_id = any (${ids}::bigint[])`
  return new Map(rows.map((row) => [row.membership_member_id, row.barcode]))
}

/**
 * By number a scanner is told only of the holders in its manifest: one that is lost must not learn names by counting up. A
 * barcode proves by itself that the fan holds it.
 */
export async function requireInManifest(orgId: OrgId, sql: Db, deviceId: number, scan: NamedScan): Promise<void> {
  const { ticket_id: ticketId, membership_member_id: memberId, event_id: eventId } = scan
  const [found] =
    ticketId === undefined
      ? await findNamedMember(orgId, sql, deviceId, eventId, memberId ?? 0)
      : await findNamedTicket(orgId, sql, deviceId, eventId, ticketId)
  if (found) return
  const param = ticketId === undefined ? 'membership_member_id' : 'ticket_id'
  throw new ApiError('resource_missing', { param, message: `${param} names no holder in this scanner’s manifest.` })
}

const findNamedTicket = (orgId: OrgId, sql: Db, deviceId: number, eventId: number, ticketId: number) => sql<
  { ticket_id: number }[]
>`
  select t.ticket_id
  from tickets t
  where t.org_id = ${orgId}
    and t.ticket_id = ${ticketId}
    and t.event_id = ${eventId}
    and ${scansAt(
      orgId,
      sql,
      deviceId,
      eventId,
      sql`
        and (
          not exists (
            select 1
            from price_category_gates c
            where c.org_id = ${orgId}
              and c.price_category_id = t.price_category_id
          )
          or exists (
            select 1
            from price_category_gates c
            where c.org_id = ${orgId}
              and c.price_category_id = t.price_category_id
              and c.gate_id = o.gate_id
          )
        )`,
    )}`

const findNamedMember = (orgId: OrgId, sql: Db, deviceId: number, eventId: number, memberId: number) => sql<
  { membership_member_id: number }[]
>`
  select m.membership_member_id
  from ${membersWithTypes(sql)}
  where m.org_id = ${orgId}
    and m.membership_member_id = ${memberId}
    and m.membership_member_status_id <> ${memberStatus.cancelled}
    and (y.game_day_access or c.game_day_access)
    and ${scansAt(orgId, sql, deviceId, eventId, sql``)}`

/** A device that is bound to no gate, or to one of the event's place that `lets` in. */
const scansAt = (orgId: OrgId, sql: Db, deviceId: number, eventId: number, lets: Fragment) => sql`(
  not exists (
    select 1
    from device_gates o
    where o.org_id = ${orgId}
      and o.device_id = ${deviceId}
  )
  or exists (
    select 1
    from device_gates o
    join gates g on g.org_id = o.org_id and g.gate_id = o.gate_id
    left join events e on e.org_id = g.org_id and e.event_id = ${eventId} and e.venue_id is not null
    where o.org_id = ${orgId}
      and o.device_id = ${deviceId}
      and g.gate_status = 'active'
      and coalesce(e.venue_id, g.venue_id) = g.venue_id
      ${lets}
  )
)`
