import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import { copyTables, drawIds, numberOf, refreshStatistics } from './bulk.ts'
import { addMs, DEMO_NOW, type DemoOptions } from './demo-day.ts'
import { addDemoOrders } from './demo-orders.ts'
import { type DemoGate, type DemoVenue, findDemoVenues } from './demo-venues.ts'
import { type DemoScan, memberAdmissionRow, scanRow, ticketAdmissionRow } from './scan-rows.ts'
import { visitOf } from './visit-of.ts'
import { findMemberVisits, findVisitingMembers, findVisitors, type VisitingMember, type Visitor } from './visitors.ts'

const TABLES = ['scans', 'ticket_admissions', 'member_admissions'] as const
const BLOCK_TICKETS = 4000
const ORDERS_LEAST = 100
/** Orders come in runs to one event, and most of a year of rounds may lie ahead: among so many some are for what is over. */
const ORDERS_IN_VAIN_MAX = 2000

/** Adds so many scans of tickets and members at past events, after those of earlier calls. Answers the rows of all tables. */
export async function addDemoScans(
  orgId: OrgId,
  tx: Db,
  count: number,
  { today = DEMO_NOW, onRows }: DemoOptions = {},
): Promise<number> {
  let venues = await findDemoVenues(orgId, tx)
  let { last, ticketId } = await lastDemoScan(orgId, tx, venues)
  const end = last + count
  let rows = 0
  let inVain = 0
  let blocks = 0
  while (last < end) {
    const visitors = await findVisitors(orgId, tx, ticketId, BLOCK_TICKETS, today)
    const newest = visitors.at(-1)
    if (!newest) {
      if (inVain > ORDERS_IN_VAIN_MAX) throw new Error('no demo event at a venue is over, so there is nothing to scan')
      // Everybody has been scanned: more people come.
      const orders = Math.max(ORDERS_LEAST, end - last)
      rows += await addDemoOrders(orgId, tx, orders, { today })
      venues = await findDemoVenues(orgId, tx)
      inVain += orders
      continue
    }
    inVain = 0
    ticketId = newest.ticket_id
    const scans = (await scansOf(orgId, tx, last + 1, [...visitors], venues)).slice(0, end - last)
    rows += await copyScans(orgId, tx, scans)
    last += scans.length
    blocks += 1
    if (last < end) await refreshStatistics(tx, TABLES, blocks)
    onRows?.(scans.length)
  }
  return rows
}

/** The number of the last one, and the last ticket that was scanned: tickets are scanned in the order of their ids. */
async function lastDemoScan(orgId: OrgId, tx: Db, venues: DemoVenue[]): Promise<{ last: number; ticketId: number }> {
  const deviceIds = venues.flatMap(({ gates }) => gates.map(({ deviceId }) => deviceId))
  const rows = await tx<{ nonce: string; ticket_id: number | null }[]>`
    select s.nonce, s.ticket_id
    from unnest(${deviceIds}::bigint[]) as d (device_id)
    cross join lateral (
      (
        select nonce, ticket_id
        from scans
        where org_id = ${orgId}
          and device_id = d.device_id
          and nonce ~ '^demo-[0-9]{9}$'
        order by nonce desc
        limit 1
      )
      union all
      (
        select nonce, ticket_id
        from scans
        where org_id = ${orgId}
          and device_id = d.device_id
          and nonce ~ '^demo-[0-9]{9}$'
          and ticket_id is not null
        order by nonce desc
        limit 1
      )
    ) s`
  return {
    last: Math.max(0, ...rows.map(({ nonce }) => numberOf(nonce))),
    ticketId: Math.max(0, ...rows.map(({ ticket_id }) => ticket_id ?? 0)),
  }
}

/** Ticket by ticket: what it did, and now and then the buyer coming along as a member. */
async function scansOf(orgId: OrgId, tx: Db, first: number, visitors: Visitor[], venues: DemoVenue[]) {
  const gatesOf = new Map(venues.map(({ venueId, gates }) => [venueId, gates]))
  const userIds = visitors.flatMap(({ user_id }) => user_id ?? [])
  const rows = await findVisitingMembers(orgId, tx, userIds)
  const members = new Map(rows.map((member) => [member.user_id, member]))
  const memberIds = rows.map(({ membership_member_id }) => membership_member_id)
  const visits = new Set((await findMemberVisits(orgId, tx, memberIds)).map((visit) => pair(visit, visit.event_id)))
  const scans: DemoScan[] = []
  for (const visitor of visitors) {
    const gates = gatesOf.get(visitor.venue_id) ?? []
    const at = { eventId: visitor.event_id, restricted: visitor.restricted }
    for (const step of visitOf(visitor)) {
      const ticket = step.foreign ? {} : { ticketId: visitor.ticket_id }
      const n = first + scans.length
      const barcode = step.foreign ? `UNKNOWN${n}` : visitor.barcode
      scans.push({ ...at, ...step, ...gateAt(gates, step.gate), ...ticket, n, barcode })
    }
    const member = visitor.user_id === null ? undefined : members.get(visitor.user_id)
    if (!member || visits.has(pair(member, visitor.event_id))) continue
    visits.add(pair(member, visitor.event_id))
    scans.push(memberScan(first + scans.length, visitor, member, gates))
  }
  return scans
}

const pair = ({ membership_member_id }: { membership_member_id: number }, eventId: number) =>
  `${membership_member_id} ${eventId}`

function memberScan(n: number, { event_id, starts_at }: Visitor, member: VisitingMember, gates: DemoGate[]): DemoScan {
  const at = addMs(starts_at, -(5 + (n % 60)) * MINUTE_MS)
  const { membership_member_id: memberId, barcode } = member
  return {
    n,
    eventId: event_id,
    ...gateAt(gates, n % 3),
    memberId,
    barcode,
    direction: 'entry',
    result: 'admitted',
    at,
  }
}

function gateAt(gates: DemoGate[], index: number): DemoGate {
  const gate = gates[index % gates.length]
  if (!gate) throw new Error('the venue of a demo event has no gates')
  return gate
}

async function copyScans(orgId: OrgId, tx: Db, scans: DemoScan[]): Promise<number> {
  const ids = await drawIds(tx, { scans: scans.length })
  const logs = Map.groupBy(scans, ({ ticketId }) => ticketId)
  const rowsOf = {
    scans: scans.map((scan) => scanRow(orgId, ids.scans(), scan)),
    ticket_admissions: [...logs].flatMap(([ticketId, log]) =>
      ticketId === undefined ? [] : ticketAdmissionRow(orgId, ticketId, log),
    ),
    member_admissions: scans.flatMap((scan) => memberAdmissionRow(orgId, scan)),
  }
  return copyTables(tx, rowsOf)
}
