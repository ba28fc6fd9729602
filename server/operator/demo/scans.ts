import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import { addMs, DEMO_NOW, type DemoOptions } from './days.ts'
import { drawVisit, type Step } from './draw-visit.ts'
import { demoName, numberOf } from './numbered.ts'
import { addDemoOrders } from './orders.ts'
import { type DemoGate, type DemoVenue, findDemoVenues } from './venues.ts'
import { findMemberVisits, findVisitingMembers, findVisitors, type Visitor } from './visitors.ts'
import { type RowId, stamp, Writer } from './writer.ts'

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
  const writer = new Writer(orgId)
  let rows = 0
  let inVain = 0
  while (last < end) {
    const visitors = await findVisitors(orgId, tx, ticketId, BLOCK_TICKETS, today)
    const newest = visitors.at(-1)
    if (!newest) {
      if (inVain > ORDERS_IN_VAIN_MAX) throw new Error('no demo event at a venue is over, so there is nothing to scan')
      // Every ticket has been scanned: more are sold.
      const orders = Math.max(ORDERS_LEAST, end - last)
      rows += await addDemoOrders(orgId, tx, orders, { today })
      venues = await findDemoVenues(orgId, tx)
      inVain += orders
      continue
    }
    inVain = 0
    ticketId = newest.ticket_id
    const scans = (await scansOf(orgId, tx, last + 1, [...visitors], venues)).slice(0, end - last)
    addScans(writer, scans)
    rows += await writer.write(tx)
    last += scans.length
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

export type DemoScan = Pick<Step, 'direction' | 'result' | 'at'> &
  DemoGate & { n: number; eventId: number; ticketId: number | null; memberId: number | null; barcode: string }

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
    const { event_id: eventId, ticket_id, barcode, starts_at } = visitor
    const gates = gatesOf.get(visitor.venue_id) ?? []
    for (const { gate, foreign, direction, result, at } of drawVisit(visitor)) {
      const n = first + scans.length
      const code = foreign ? { ticketId: null, barcode: `UNKNOWN${n}` } : { ticketId: ticket_id, barcode }
      scans.push({ n, eventId, ...gateAt(gates, gate), memberId: null, ...code, direction, result, at })
    }
    const member = visitor.user_id === null ? undefined : members.get(visitor.user_id)
    if (!member || visits.has(pair(member, eventId))) continue
    visits.add(pair(member, eventId))
    const n = first + scans.length
    const code = { ticketId: null, memberId: member.membership_member_id, barcode: member.barcode }
    const at = addMs(starts_at, -(5 + (n % 60)) * MINUTE_MS)
    scans.push({ n, eventId, ...gateAt(gates, n % 3), ...code, direction: 'entry', result: 'admitted', at })
  }
  return scans
}

const pair = ({ membership_member_id }: { membership_member_id: number }, eventId: number) =>
  `${membership_member_id} ${eventId}`

function gateAt(gates: DemoGate[], index: number): DemoGate {
  const gate = gates[index % gates.length]
  if (!gate) throw new Error('the venue of a demo event has no gates')
  return gate
}

function addScans(writer: Writer, scans: DemoScan[]): void {
  for (const { n, eventId, gateId, deviceId, direction, result, barcode, ticketId, memberId, at } of scans) {
    writer.add('scans', {
      event_id: eventId,
      gate_id: gateId,
      device_id: deviceId,
      nonce: demoName(n),
      direction,
      result,
      barcode,
      ticket_id: ticketId,
      membership_member_id: memberId,
      scanned_at: at,
      created_at: at,
    })
    // A member comes to an event once.
    if (memberId !== null) {
      const who = { membership_member_id: memberId, event_id: eventId }
      writer.add('member_admissions', { ...who, entries: 1, inside: true, last_scanned_at: at, ...stamp(at) })
    }
  }
  for (const [ticketId, log] of Map.groupBy(scans, (scan) => scan.ticketId)) {
    if (ticketId !== null) addAdmission(writer, ticketId, log)
  }
}

/** What a ticket's scans add up to; no row where it was never let through. */
export function addAdmission(writer: Writer, ticketId: RowId, log: Pick<Step, 'result' | 'at'>[]): void {
  const through = log.filter(({ result }) => result === 'admitted' || result === 'exit')
  const [first] = through
  const last = through.at(-1)
  if (!first || !last) return
  const entries = through.filter(({ result }) => result === 'admitted').length
  writer.add('ticket_admissions', {
    ticket_id: ticketId,
    entries,
    exits: through.length - entries,
    inside: last.result === 'admitted',
    last_scanned_at: last.at,
    ...stamp(first.at, last.at),
  })
}
