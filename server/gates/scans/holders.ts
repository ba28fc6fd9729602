import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { overdueFrom, softOverdueFrom } from '../../ledger/instalments/overdue.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { readTypedCode } from '../../platform/values/typed-code.ts'
import type { Concession } from '../../programme/prices/price.ts'
import { withoutDigits } from '../../tickets/tickets/rotating-code.ts'
import { asScanned } from '../../tickets/tickets/ticket-code.ts'
import type { HolderFacts, MemberFacts, TicketFacts } from '../rules/facts.ts'
import { readText } from '../rules/read-text.ts'
import { answersAtGate, type GateAnswer } from './gate-answers.ts'
import { type OtherTerm, otherTerms } from './other-terms.ts'

/** Whose barcode it is: one of the two. */
export type BarcodeHolder = { ticket: TicketHolderRow; member?: never } | { ticket?: never; member: MemberHolderRow }

const DateOrNull = Type.Unsafe<Date | null>({ type: ['object', 'null'] })

const seatProperties = {
  seat_section: Nullable(Type.String()),
  seat_block: Nullable(Type.String({ description: 'the block of the stand' })),
  seat_row: Nullable(Type.String()),
  seat_title: Nullable(Type.String()),
}

export const TicketHolderRow = Type.Object({
  barcode: Nullable(Type.String()),
  short_code: Nullable(Type.String()),
  ticket_id: Type.Integer(),
  event_id: Type.Integer(),
  ticket_status_id: Type.Integer(),
  scanning_flag: Type.Integer(),
  gate_ids: Type.Array(Type.Integer()),
  valid_from: DateOrNull,
  valid_until: DateOrNull,
  ticket_name: Nullable(Type.String()),
  category_title: Type.String(),
  price_title: Type.String(),
  concession: Type.Unsafe<Concession | null>({ type: ['string', 'null'] }),
  gate_check: Nullable(Type.String()),
  answers: Type.Unsafe<GateAnswer[] | null>({ type: ['array', 'null'] }),
  ...seatProperties,
})
export type TicketHolderRow = Static<typeof TicketHolderRow>

/** What a gate knows of a member, in the row and in the API alike. */
export const memberProperties = {
  membership_member_id: Type.Integer(),
  barcode: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  membership_member_status_id: Type.Integer(),
  game_day_access: Type.Boolean(),
}

/** What `memberFactColumns` selects. */
export const memberFactProperties = {
  ...memberProperties,
  seat_map_id: Nullable(Type.Integer()),
  expires: DateOrNull,
  lasts_season: Type.Boolean(),
  overdue_from: DateOrNull,
  soft_overdue_from: DateOrNull,
}

export const MemberHolderRow = Type.Object({
  ...memberFactProperties,
  season_event_ids: Nullable(Type.Array(Type.Integer())),
  other_terms: Type.Unsafe<OtherTerm[] | null>({ type: ['array', 'null'] }),
  member_number: Type.String(),
  membership_type: Nullable(Type.String()),
  ...seatProperties,
})
export type MemberHolderRow = Static<typeof MemberHolderRow>

/**
 * Whose barcodes these are, by barcode as it was read; an unknown one is not in it. As it was read goes before as it may have been
 * typed, a ticket before a member, a barcode before the short code of a ticket, and that before the number of a member.
 */
export async function findHolders(orgId: OrgId, sql: Db, barcodes: string[]): Promise<Map<string, BarcodeHolder>> {
  const holders = new Map<string, BarcodeHolder>()
  const read = [...new Set(barcodes.flatMap(spellings))]
  const tickets = byBarcode(await findTickets(orgId, sql, sql`t.barcode = any (${read})`))
  for (const barcode of barcodes) {
    const ticket = inAnySpelling(tickets, barcode)
    if (ticket) holders.set(barcode, { ticket })
  }
  const ticketless = barcodes.filter((barcode) => !holders.has(barcode))
  if (ticketless.length === 0) return holders
  const members = byBarcode(
    await findMembers(orgId, sql, sql`m.barcode = any (${[...new Set(ticketless.flatMap(spellings))]})`),
  )
  for (const barcode of ticketless) {
    const member = inAnySpelling(members, barcode)
    if (member) holders.set(barcode, { member })
  }
  const isOpen = (barcode: string) => !holders.has(barcode)
  for (const [barcode, ticket] of await findByShortCode(orgId, sql, ticketless.filter(isOpen)))
    holders.set(barcode, { ticket })
  for (const [barcode, member] of await findByMemberNumber(orgId, sql, ticketless.filter(isOpen)))
    holders.set(barcode, { member })
  return holders
}

const typedCodes = (barcodes: string[]) =>
  barcodes.flatMap((barcode) => {
    const code = readTypedCode(readText(barcode))
    return code === undefined ? [] : [{ barcode, code }]
  })

/** What a steward typed, by barcode as it was sent. */
async function findByShortCode(orgId: OrgId, sql: Db, barcodes: string[]): Promise<[string, TicketHolderRow][]> {
  const typed = typedCodes(barcodes)
  if (typed.length === 0) return []
  const rows = await findTickets(orgId, sql, sql`t.short_code = any (${typed.map(({ code }) => code)})`)
  const byCode = new Map(rows.map((row) => [row.short_code, row]))
  return typed.flatMap(({ barcode, code }): [string, TicketHolderRow][] => {
    const ticket = byCode.get(code)
    return ticket ? [[barcode, ticket]] : []
  })
}

/**
 * The number that is printed on a card, if we have drawn it. A number of the organisation's own can be guessed, and a forged card with it
 * would open the gate: the scanner looks it up in its list, and a steward asks for the name.
 */
async function findByMemberNumber(orgId: OrgId, sql: Db, barcodes: string[]): Promise<[string, MemberHolderRow][]> {
  const typed = typedCodes(barcodes)
  if (typed.length === 0) return []
  const codes = typed.map(({ code }) => code)
  const rows = await findMembers(orgId, sql, sql`m.member_number = any (${codes})`)
  const byNumber = new Map(rows.map((row) => [row.member_number, row]))
  return typed.flatMap(({ barcode, code }): [string, MemberHolderRow][] => {
    const member = byNumber.get(code)
    return member ? [[barcode, member]] : []
  })
}

/** Whether it was found by what is typed, and not by its barcode. */
export const isShortCodeOf = ({ short_code }: TicketHolderRow, read: string): boolean =>
  short_code !== null && readTypedCode(read) === short_code

/**
 * As it was read, without what no barcode has, as it would be written on a card if a steward typed it in small letters, and without the
 * digits of the moment.
 */
function spellings(barcode: string): string[] {
  const read = readText(barcode)
  return [...new Set([barcode, read.trim(), asScanned(read), withoutDigits(read).barcode])]
}

const byBarcode = <Row extends { barcode: string | null }>(rows: readonly Row[]): Map<string | null, Row> =>
  new Map(rows.map((row) => [row.barcode, row]))

const inAnySpelling = <Row>(rows: ReadonlyMap<string | null, Row>, barcode: string): Row | undefined =>
  spellings(barcode).flatMap((spelling) => rows.get(spelling) ?? [])[0]

const findTickets = (orgId: OrgId, sql: Db, isWanted: Fragment) => sql<TicketHolderRow[]>`
  select t.barcode, t.short_code, t.ticket_id, t.event_id, t.ticket_status_id, p.scanning_flag,
    array(
      select g.gate_id
      from price_category_gates g
      where g.org_id = ${orgId}
        and g.price_category_id = t.price_category_id
    ) as gate_ids,
    t.valid_from, t.valid_until, t.ticket_name, c.title as category_title, p.title as price_title, p.concession, p.gate_check,
    coalesce(x.title, c.section_label) as seat_section, x.sub_section_title as seat_block, s.seat_row, s.seat_title, ${answersAtGate(orgId, sql)} as answers
  from tickets t
  join prices p on p.org_id = t.org_id and p.price_id = t.price_id
  join price_categories c on c.org_id = t.org_id and c.price_category_id = t.price_category_id
  left join seats s on s.org_id = t.org_id and s.seat_id = t.seat_id
  left join seat_sections x
    on x.org_id = s.org_id and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id
  where t.org_id = ${orgId}
    and ${isWanted}`

const findMembers = (orgId: OrgId, sql: Db, isNamed: Fragment) => sql<MemberHolderRow[]>`
  select ${memberFactColumns(orgId, sql)}, ${seasonEvents(orgId, sql)} as season_event_ids,
    ${otherTerms(orgId, sql)} as other_terms, m.member_number, y.title as membership_type, x.title as seat_section, x.sub_section_title as seat_block, s.seat_row,
    s.seat_title
  from ${membersWithTypes(sql)}
  ${seasonOfMembers(orgId, sql)}
  left join seat_sections x
    on x.org_id = s.org_id and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id
  where m.org_id = ${orgId}
    and ${isNamed}`

/**
 * Events that the member's season lets them in at: with a seat those in which it is claimed for them, else those of the season. Null where
 * the member is of no season.
 */
const seasonEvents = (orgId: OrgId, sql: Db) => sql`case
  when m.membership_seat_id is not null and exists (
    select 1
    from season_seats h
    where h.org_id = ${orgId}
      and h.membership_member_id = m.membership_member_id
  ) then array(
    select a.event_id
    from season_seats h
    join seat_claims a on a.org_id = h.org_id and a.season_id = h.season_id and a.seat_id = h.seat_id
    where h.org_id = ${orgId}
      and h.membership_member_id = m.membership_member_id
  )
  when y.season_id is not null then array(
    select v.event_id
    from season_events v
    where v.org_id = ${orgId}
      and v.season_id = y.season_id
  )
end`

/** The same of one event. */
export const isOfEvent = (orgId: OrgId, sql: Db, eventId: number) => sql`case
  when m.membership_seat_id is not null and exists (
    select 1
    from season_seats h
    where h.org_id = ${orgId}
      and h.membership_member_id = m.membership_member_id
  ) then exists (
    select 1
    from season_seats h
    join seat_claims a on a.org_id = h.org_id and a.season_id = h.season_id and a.seat_id = h.seat_id
    where h.org_id = ${orgId}
      and h.membership_member_id = m.membership_member_id
      and a.event_id = ${eventId}
  )
  when y.season_id is not null then exists (
    select 1
    from season_events v
    where v.org_id = ${orgId}
      and v.season_id = y.season_id
      and v.event_id = ${eventId}
  )
end`

/** Of the rows of `membersWithTypes`. Game-day access comes with the type or with its category. */
export const memberFactColumns = (orgId: OrgId, sql: Db) => sql`
  m.membership_member_id, m.barcode, m.first_name, m.last_name, m.membership_member_status_id,
  coalesce(y.game_day_access or c.game_day_access, false) as game_day_access, s.seat_map_id, m.expires,
  coalesce(m.expires >= (n.last_day + 1)::timestamp at time zone u.timezone, false) as lasts_season,
  ${overdueFrom(orgId, sql)} as overdue_from, ${softOverdueFrom(orgId, sql)} as soft_overdue_from`

/** Beside `membersWithTypes`, for `memberFactColumns`: the season `n` of the type, and the organisation `u`, whose calendar its days are of. */
export const seasonOfMembers = (orgId: OrgId, sql: Db) => sql`
  left join seasons n on n.org_id = ${orgId} and n.season_id = y.season_id
  left join organisations u on u.org_id = ${orgId} and n.season_id is not null`

/** Who is a member to the last day of a season comes to its events, also to those that were put off until after it. */
export const expiresAtEvent = (
  { expires, lasts_season }: { expires: Date | null; lasts_season: boolean },
  isOfEvent: boolean | null,
): Date | null => (isOfEvent && lasts_season ? null : expires)

/** Members `m`, with the type `y`, the category `c` and the seat `s` that they may have. */
export const membersWithTypes = (sql: Db) => sql`
  members m
  left join membership_types y on y.org_id = m.org_id and y.membership_type_id = m.membership_type_id
  left join membership_categories c on c.org_id = y.org_id and c.membership_category_id = y.membership_category_id
  left join seats s on s.org_id = m.org_id and s.seat_id = m.membership_seat_id`

/** As the rules take it, at the event: null for no holder. */
export function holderFacts(holder: BarcodeHolder | undefined, eventId: number): HolderFacts | null {
  if (!holder) return null
  return holder.ticket ? ticketFacts(holder.ticket) : memberFacts(holder.member, eventId)
}

const ticketFacts = (row: TicketHolderRow): TicketFacts => ({
  kind: 'ticket',
  eventId: row.event_id,
  status: row.ticket_status_id,
  scanningFlag: row.scanning_flag,
  gateIds: row.gate_ids,
  validFrom: msOrNull(row.valid_from),
  validUntil: msOrNull(row.valid_until),
})

function memberFacts(row: MemberHolderRow, eventId: number): MemberFacts {
  const other = row.other_terms?.find(({ event_ids }) => event_ids.includes(eventId))
  if (other) return factsOfTerm(row, other)
  const isOfEvent = row.season_event_ids?.includes(eventId) ?? null
  return {
    kind: 'member',
    status: row.membership_member_status_id,
    gameDayAccess: row.game_day_access,
    seatMapId: row.seat_map_id,
    isOfEvent,
    expiresAt: msOrNull(expiresAtEvent(row, isOfEvent)),
    overdueFrom: msOrNull(row.overdue_from),
    softOverdueFrom: msOrNull(row.soft_overdue_from),
  }
}

/** At an event of last season or of the next one, the term of that season counts. */
const factsOfTerm = (row: MemberHolderRow, term: OtherTerm): MemberFacts => ({
  kind: 'member',
  status: term.membership_member_status_id,
  gameDayAccess: term.game_day_access,
  seatMapId: row.seat_map_id,
  isOfEvent: true,
  expiresAt: null,
  overdueFrom: term.overdue_from,
  softOverdueFrom: term.soft_overdue_from,
})

const msOrNull = (at: Date | null) => at?.getTime() ?? null
