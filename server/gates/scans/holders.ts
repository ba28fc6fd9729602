import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { asScanned } from '../../sales/tickets/ticket-code.ts'
import type { Holder, MemberFacts, TicketFacts } from '../rules/facts.ts'
import type { MemberShown, Shown, TicketShown } from './shown.ts'

const DateOrNull = Type.Unsafe<Date | null>({ type: ['object', 'null'] })

export const TicketHolderRow = Type.Object({
  barcode: Nullable(Type.String()),
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
  seat_section: Nullable(Type.String()),
  seat_row: Nullable(Type.String()),
  seat_title: Nullable(Type.String()),
})
export type TicketHolderRow = Static<typeof TicketHolderRow>

export const MemberHolderRow = Type.Object({
  barcode: Type.String(),
  membership_member_id: Type.Integer(),
  membership_member_status_id: Type.Integer(),
  game_day_access: Type.Boolean(),
  seat_map_id: Nullable(Type.Integer()),
  expires: DateOrNull,
  overdue_from: DateOrNull,
  first_name: Type.String(),
  last_name: Type.String(),
  member_number: Type.String(),
  membership_type: Nullable(Type.String()),
  seat_section: Nullable(Type.String()),
  seat_row: Nullable(Type.String()),
  seat_title: Nullable(Type.String()),
})
export type MemberHolderRow = Static<typeof MemberHolderRow>

/** The tickets that have these barcodes. */
const findTickets = (orgId: OrgId, sql: Db, barcodes: string[]) => sql<TicketHolderRow[]>`
  select t.barcode, t.ticket_id, t.event_id, t.ticket_status_id, p.scanning_flag,
    array(
      select g.gate_id
      from price_category_gates g
      where g.org_id = t.org_id
        and g.price_category_id = t.price_category_id
    ) as gate_ids,
    t.valid_from, t.valid_until, t.ticket_name, c.title as category_title, p.title as price_title,
    coalesce(x.title, c.section_label) as seat_section, s.seat_row, s.seat_title
  from tickets t
  join prices p on p.org_id = t.org_id and p.price_id = t.price_id
  join price_categories c on c.org_id = t.org_id and c.price_category_id = t.price_category_id
  left join seats s on s.org_id = t.org_id and s.seat_id = t.seat_id
  left join seat_sections x
    on x.org_id = s.org_id and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id
  where t.org_id = ${orgId}
    and t.barcode = any (${barcodes})`

/** The members who have these barcodes. Game-day access comes with the type or with its category. */
const findMembers = (orgId: OrgId, sql: Db, barcodes: string[]) => sql<MemberHolderRow[]>`
  select m.barcode, m.membership_member_id, m.membership_member_status_id,
    coalesce(y.game_day_access or c.game_day_access, false) as game_day_access,
    s.seat_map_id, m.expires,
    (
      select min(i.due_at)
      from instalments i
      where i.org_id = m.org_id
        and i.membership_order_id = m.membership_order_id
        and i.instalment_status in ('due', 'failed')
    ) as overdue_from,
    m.first_name, m.last_name, m.member_number, y.title as membership_type,
    x.title as seat_section, s.seat_row, s.seat_title
  from members m
  left join membership_types y on y.org_id = m.org_id and y.membership_type_id = m.membership_type_id
  left join membership_categories c on c.org_id = y.org_id and c.membership_category_id = y.membership_category_id
  left join seats s on s.org_id = m.org_id and s.seat_id = m.membership_seat_id
  left join seat_sections x
    on x.org_id = s.org_id and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id
  where m.org_id = ${orgId}
    and m.barcode = any (${barcodes})`

/** As it was read, and as it would be written on a card by somebody who typed it in small letters. */
const spellings = (barcode: string): string[] => [...new Set([barcode, barcode.trim(), asScanned(barcode)])]

const msOrNull = (at: Date | null) => at?.getTime() ?? null

const ticketFacts = (row: TicketHolderRow): TicketFacts => ({
  kind: 'ticket',
  eventId: row.event_id,
  status: row.ticket_status_id,
  scanningFlag: row.scanning_flag,
  gateIds: row.gate_ids,
  validFrom: msOrNull(row.valid_from),
  validUntil: msOrNull(row.valid_until),
})

const memberFacts = (row: MemberHolderRow): MemberFacts => ({
  kind: 'member',
  status: row.membership_member_status_id,
  gameDayAccess: row.game_day_access,
  seatMapId: row.seat_map_id,
  expiresAt: msOrNull(row.expires),
  overdueFrom: msOrNull(row.overdue_from),
})

export type Found = { ticket: TicketHolderRow | undefined; member: MemberHolderRow | undefined }

/** As the rules take it. */
export const holderOf = ({ ticket, member }: Found): Holder | null =>
  ticket ? ticketFacts(ticket) : member ? memberFacts(member) : null

/**
 * Whose barcodes these are, by barcode as it was read; one of nobody is not in it. As it was read goes before as it may have been
 * typed, and a ticket before a member.
 */
export async function findHolders(orgId: OrgId, sql: Db, barcodes: string[]): Promise<Map<string, Found>> {
  const first = <Row>(rows: ReadonlyMap<string | null, Row>, barcode: string) =>
    spellings(barcode).flatMap((text) => rows.get(text) ?? [])[0]
  const holders = new Map<string, Found>()
  const tickets = byBarcode(await findTickets(orgId, sql, [...new Set(barcodes.flatMap(spellings))]))
  for (const barcode of barcodes) {
    const ticket = first(tickets, barcode)
    if (ticket) holders.set(barcode, { ticket, member: undefined })
  }
  const others = barcodes.filter((barcode) => !holders.has(barcode))
  if (others.length === 0) return holders
  const members = byBarcode(await findMembers(orgId, sql, [...new Set(others.flatMap(spellings))]))
  for (const barcode of others) {
    const member = first(members, barcode)
    if (member) holders.set(barcode, { ticket: undefined, member })
  }
  return holders
}

const byBarcode = <Row extends { barcode: string | null }>(rows: readonly Row[]): Map<string | null, Row> =>
  new Map(rows.map((row) => [row.barcode, row]))

export const shownOf = ({ ticket, member }: Found): Shown => ({
  ticket: ticket ? ticketShown(ticket) : null,
  member: member ? memberShown(member) : null,
})

/** What may be shown of one barcode. */
export async function findShown(orgId: OrgId, sql: Db, barcode: string): Promise<Shown> {
  const found = (await findHolders(orgId, sql, [barcode])).get(barcode)
  return shownOf(found ?? { ticket: undefined, member: undefined })
}

const ticketShown = (row: TicketHolderRow): TicketShown => ({
  ticket_id: row.ticket_id,
  ticket_name: row.ticket_name,
  category_title: row.category_title,
  price_title: row.price_title,
  seat_section: row.seat_section,
  seat_row: row.seat_row,
  seat_title: row.seat_title,
})

const memberShown = (row: MemberHolderRow): MemberShown => ({
  membership_member_id: row.membership_member_id,
  first_name: row.first_name,
  last_name: row.last_name,
  member_number: row.member_number,
  membership_type: row.membership_type,
  seat_section: row.seat_section,
  seat_row: row.seat_row,
  seat_title: row.seat_title,
})
