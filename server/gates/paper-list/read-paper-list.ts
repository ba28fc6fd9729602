import { type Static, Type } from 'typebox'
import type { Language } from '../../../faces/kit/languages.ts'
import { placeOfSeat, placeText } from '../../../faces/kit/place.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type FieldScope, masked } from '../../platform/http/guarded-fields.ts'
import { Nullable } from '../../platform/http/schema.ts'
import { type Db, type Sql, when } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { groupedCode, isTypedCode } from '../../platform/values/typed-code.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { GateEventRow } from '../manifest/manifest-event.ts'
import { memberRows } from '../manifest/manifest-members.ts'
import { mayMemberCome } from '../manifest/whitelist-entry.ts'
import type { EventFacts } from '../rules/facts.ts'
import type { ListedPerson } from './list-order.ts'

export const PaperEventRow = Type.Object({
  organisation: Type.String(),
  language: Type.String(),
  country: Type.String(),
  timezone: Type.String(),
  ...GateEventRow.properties,
})
export type PaperEvent = Static<typeof PaperEventRow>

export type PaperQuery = { event: EventFacts; gateId: number | undefined; language: Language }

/** Whether the reader may see a kind of field; a code that they may not see is masked. */
type May = (scope: FieldScope) => boolean

export async function readPaperEvent(orgId: OrgId, sql: Db, eventId: number): Promise<PaperEvent> {
  const [event] = await sql<PaperEvent[]>`
    select g.name as organisation, g.language, g.country, e.timezone, e.event_id, e.title, e.event_status_id, e.venue_id,
      e.doors_at, e.starts_at, e.ends_at, e.membership_seat_map_id, e.rotating_barcodes
    from events e
    join organisations g on g.org_id = ${orgId}
    where e.org_id = ${orgId}
      and e.event_id = ${eventId}`
  if (!event) throw new ApiError('resource_missing')
  return event
}

export const factsOfEvent = (event: PaperEvent): EventFacts => ({
  eventId: event.event_id,
  status: event.event_status_id,
  venueId: event.venue_id,
  doorsAt: event.doors_at?.getTime() ?? null,
  startsAt: event.starts_at.getTime(),
  endsAt: event.ends_at?.getTime() ?? null,
  membershipSeatMapId: event.membership_seat_map_id,
  rotatingBarcodes: event.rotating_barcodes,
})

const seat = {
  seat_section: Nullable(Type.String()),
  seat_block: Nullable(Type.String()),
  seat_row: Nullable(Type.String()),
  seat_title: Nullable(Type.String()),
}
const standing = {
  inside: Type.Boolean(),
  entered_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  gate: Nullable(Type.String()),
}

export const PaperTicketRow = Type.Object({
  name: Type.String(),
  code: Type.String(),
  category_title: Type.String(),
  ...seat,
  ...standing,
})
export const PaperMemberRow = Type.Object({ membership_member_id: Type.Integer(), ...seat, ...standing })

/** Everyone whom the gates let in: tickets, and members with match access, those with a season seat among them. */
export async function readPeople(orgId: OrgId, sql: Sql, query: PaperQuery, may: May): Promise<ListedPerson[]> {
  const { language } = query
  const tickets = await sql.readLong((tx) => findTicketHolders(orgId, tx, query))
  const people = tickets.map((row) => toPerson(row, { language, isShown: may('codes:read'), isMember: false }))
  const style = { language, isShown: may('cards:read'), isMember: true }
  for await (const rows of memberRows(orgId, sql, everyMember(query.event.eventId))) {
    const members = rows.filter((row) => mayMemberCome(row, query.event))
    const ids = members.map(({ membership_member_id }) => membership_member_id)
    const places = await sql.readLong((tx) => findMemberPlaces(orgId, tx, query.event.eventId, ids))
    const placeOf = new Map(places.map((place) => [place.membership_member_id, place]))
    for (const { membership_member_id, first_name, last_name, member_number } of members) {
      const place = placeOf.get(membership_member_id)
      const named = { name: `${first_name} ${last_name}`.trim(), code: member_number }
      if (place) people.push(toPerson({ ...place, ...named }, style))
    }
  }
  return people
}

/** As a scanner that is bound to no gate would be told. No code is hashed. */
const everyMember = (eventId: number) => ({
  eventId,
  since: undefined,
  binding: { scansHere: true, otherCategoryIds: [] },
  questionIds: [],
  hashes: { barcode: () => '', shortCode: () => '' },
})

type PersonRow = Omit<Static<typeof PaperTicketRow>, 'category_title'> & { category_title?: string }
type Style = { language: Language; isShown: boolean; isMember: boolean }

const toPerson = (row: PersonRow, { language, isShown, isMember }: Style): ListedPerson => ({
  name: row.name,
  place: placeText(placeOfSeat(row), language),
  stand: row.seat_section ?? row.category_title ?? null,
  code: isShown ? readable(row.code) : masked(row.code),
  isMember,
  entry: row.entered_at && row.gate !== null ? { at: row.entered_at, gate: row.gate } : null,
  isInside: row.inside,
})

const readable = (code: string): string => (isTypedCode(code) ? groupedCode(code) : code)

const lastEntry = (orgId: OrgId, sql: Db, eventId: number, isOwn: Fragment) => sql`
  lateral (
    select s.scanned_at as entered_at, g.name as gate
    from scans s
    join gates g on g.org_id = s.org_id and g.gate_id = s.gate_id
    where s.org_id = ${orgId}
      and s.event_id = ${eventId}
      and s.result = 'admitted'
      and ${isOwn}
      and not exists (
        select 1
        from scans n
        where n.org_id = ${orgId}
          and n.annuls_scan_id = s.scan_id
      )
    order by s.scanned_at desc, s.scan_id desc
    limit 1
  ) e`

/** A ticket without a name goes by its buyer's. One without a code to type has the number of its order, by which both search. */
const findTicketHolders = (orgId: OrgId, sql: Db, { event: { eventId }, gateId }: PaperQuery) => sql<
  Static<typeof PaperTicketRow>[]
>`
  select coalesce(t.ticket_name, trim(concat_ws(' ', o.first_name, o.last_name))) as name,
    coalesce(t.short_code, '#' || t.order_id) as code, c.title as category_title,
    coalesce(x.title, c.section_label) as seat_section, x.sub_section_title as seat_block, s.seat_row, s.seat_title,
    coalesce(a.inside, false) as inside, e.entered_at, e.gate
  from tickets t
  join prices p on p.org_id = t.org_id and p.price_id = t.price_id
  join price_categories c on c.org_id = t.org_id and c.price_category_id = t.price_category_id
  left join orders o on o.org_id = t.org_id and o.order_id = t.order_id
  left join seats s on s.org_id = t.org_id and s.seat_id = t.seat_id
  left join seat_sections x
    on x.org_id = s.org_id and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id
  left join ticket_admissions a on a.org_id = t.org_id and a.ticket_id = t.ticket_id
  left join ${lastEntry(orgId, sql, eventId, sql`s.ticket_id = t.ticket_id`)} on a.entries > 0
  where t.org_id = ${orgId}
    and t.event_id = ${eventId}
    and t.ticket_status_id = ${ticketStatus.active}
    and p.scanning_flag > 0
    ${when(
      sql,
      gateId,
      (id) => sql`and (
      not exists (
        select 1
        from price_category_gates k
        where k.org_id = ${orgId}
          and k.price_category_id = t.price_category_id
      )
      or exists (
        select 1
        from price_category_gates k
        where k.org_id = ${orgId}
          and k.price_category_id = t.price_category_id
          and k.gate_id = ${id}
      )
    )`,
    )}`

/** Where the seat of a member is, and when they came in. */
const findMemberPlaces = (orgId: OrgId, sql: Db, eventId: number, memberIds: number[]) => sql<
  Static<typeof PaperMemberRow>[]
>`
  select m.membership_member_id, x.title as seat_section, x.sub_section_title as seat_block, s.seat_row, s.seat_title,
    coalesce(a.inside, false) as inside, e.entered_at, e.gate
  from members m
  left join seats s on s.org_id = m.org_id and s.seat_id = m.membership_seat_id
  left join seat_sections x
    on x.org_id = s.org_id and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id
  left join member_admissions a
    on a.org_id = m.org_id and a.membership_member_id = m.membership_member_id and a.event_id = ${eventId}
  left join ${lastEntry(orgId, sql, eventId, sql`s.membership_member_id = m.membership_member_id`)} on a.entries > 0
  where m.org_id = ${orgId}
    and m.membership_member_id = any (${memberIds}::bigint[])`
