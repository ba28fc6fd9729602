import { calendarSequence, calendarUid } from '../../messages/mail/calendar-file.ts'
import { findOfferedWallets } from '../../papers/wallet/wallet-settings.ts'
import { eventUrl, type ShopAddress, shopColumns } from '../../people/shops/shop-address.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import type { EventSeatDeps, EventSeats } from '../../programme/event-seats/event-seats.ts'
import type { EventStatus } from '../../programme/events/event-status.ts'
import { refundsAfterMove } from '../../programme/events/refunds-after-move.ts'
import { eventStatus, ticketStatus } from '../../programme/statuses.ts'
import { overAt } from '../../programme/stock/sold-until.ts'
import { textIn } from '../../programme/translations.ts'
import { languageOfTicket, orderLanguage } from '../../tickets/orders/order-language.ts'
import { noSuchOrder, type SecretHolder } from '../../tickets/orders/order-secret.ts'
import type { RotationDeps } from '../../tickets/tickets/rotation-keys.ts'
import { selectTickets, type TicketRow } from '../../tickets/tickets/ticket.ts'
import { rotationOf } from '../../tickets/tickets/ticket-rotation.ts'
import { isOnPage } from './own-tickets.ts'
import { findPageDocuments } from './page-document.ts'
import { pageGroundOf, spotOf } from './page-ground.ts'
import { findPageRecipient } from './page-recipient.ts'
import { type RefundRequestRow, toRefundRequest } from './refund-request.ts'
import type { PageTicket, TicketPage } from './ticket-page.ts'

/** More than a fan scrolls through; a group has a PDF. */
const TICKETS_MAX = 500

export async function readTicketPage(
  { clock, publicUrl, rotation, eventSeats }: Pick<PlatformDeps, 'clock' | 'publicUrl'> & PageDeps,
  holder: SecretHolder,
  sql: Db,
): Promise<TicketPage> {
  const now = clock(holder.orgId)
  const [setting] = await findSetting(holder, sql)
  // An order of memberships has no event, and nothing to show at a gate.
  if (!setting) throw noSuchOrder()
  const rows = await findPageTickets(holder, sql)
  const used = new Set((await findUsed(holder, sql, rows)).map(({ ticket_id }) => ticket_id))
  const gates = new Map((await findGates(holder, sql, rows)).map((row) => [row.price_category_id, row.gates]))
  const { rotating_barcodes: rotates, event_id } = setting
  const keys = rotates ? await rotation.keysOf(holder.orgId, sql, event_id, rows[0]?.barcode ?? undefined) : undefined
  const ground = await findGround(eventSeats, holder, sql, setting, rows)
  const tickets: PageTicket[] = []
  for (const row of rows) {
    const barcode = row.ticket_status_id === ticketStatus.active ? row.barcode : null
    tickets.push({
      ...toPageTicket(row, used.has(row.ticket_id), gates.get(row.price_category_id) ?? []),
      // Where codes rotate it would be a copy, which no gate takes.
      short_code: barcode !== null && !rotates ? row.short_code : null,
      spot: ground ? spotOf(ground, row.seat_id) : null,
      rotation: keys && barcode !== null ? await rotationOf(keys, barcode) : null,
    })
  }
  const isBuyer = holder.ticketId === null
  const isOpen = setting.event_status_id !== eventStatus.cancelled && setting.over_at > now
  return {
    organisation: {
      name: setting.name,
      country: setting.country,
      logo_image: setting.logo_image,
      accent_color: setting.accent_color,
    },
    event: {
      event_id: String(setting.event_id),
      title: setting.title,
      venue_name: setting.venue_name,
      venue_address: setting.venue_address,
      timezone: setting.timezone,
      event_status_id: String(setting.event_status_id) as EventStatus,
      doors_open_unix: setting.doors_at && unixSeconds(setting.doors_at),
      event_start_unix: unixSeconds(setting.starts_at),
      event_end_unix: setting.ends_at && unixSeconds(setting.ends_at),
      shop_url: eventUrl(publicUrl, setting, setting.event_id),
      calendar_uid: calendarUid(holder.orgId, setting.event_id),
      calendar_sequence: calendarSequence(setting.event_changed_at),
    },
    order_id: setting.order_id,
    order_status: setting.order_status,
    language: setting.language,
    tickets,
    ground: ground ? pageGroundOf(ground) : null,
    passed_on: isBuyer ? setting.passed_on : 0,
    changes: setting.holder_changes && isOpen,
    wallets: await findOfferedWallets(holder.orgId, sql),
    mail_to: hidden(isBuyer ? setting.email_address : (rows[0]?.email_address ?? null)),
    refund: isBuyer ? await refundOf(holder, sql, now, setting) : null,
    documents: await findPageDocuments(holder, sql),
    document_recipient: await findPageRecipient(holder, sql, now),
  }
}

const toPageTicket = (
  row: TicketRow,
  used: boolean,
  gates: string[],
): Omit<PageTicket, 'rotation' | 'spot' | 'short_code'> => ({
  ticket_id: row.ticket_id,
  ticket_status_id: row.ticket_status_id,
  barcode: row.ticket_status_id === ticketStatus.active ? row.barcode : null,
  ticket_name: row.ticket_name,
  price_title: row.price_title,
  category_title: row.category_title,
  section_label: row.section_label,
  sub_section_title: row.sub_section_title,
  seat_level: row.seat_level,
  seat_aisle: row.seat_aisle,
  seat_row: row.seat_row,
  seat_title: row.seat_title,
  gate: row.gate,
  entrance: row.entrance,
  gates,
  used,
  valid_from_unix: row.valid_from && unixSeconds(row.valid_from),
  valid_until_unix: row.valid_until && unixSeconds(row.valid_until),
})

/** The buyer knows the address; a finder of the link must not learn it: a•••@example.org. */
export const hidden = (address: string | null): string | null => address?.replace(/^(.)[^@]*@/u, '$1•••@') ?? null

export type PageDeps = RotationDeps & EventSeatDeps

type Setting = ShopAddress & {
  name: string
  country: string
  logo_image: string | null
  accent_color: string | null
  holder_changes: boolean
  refund_request_hours: number | null
  refunds_after_move: Date | null
  event_id: number
  title: string
  timezone: string
  event_status_id: number
  event_changed_at: Date
  rotating_barcodes: boolean
  doors_at: Date | null
  starts_at: Date
  ends_at: Date | null
  over_at: Date
  venue_name: string | null
  venue_address: string | null
  order_id: number
  order_status: string
  language: string | null
  email_address: string | null
  passed_on: number
  seat_map_id: number | null
  drawing_revision: number | null
}

const findSetting = ({ orgId, orderId }: SecretHolder, sql: Db) => sql<Setting[]>`
  select g.name, g.country, ${shopColumns(orgId, sql)}, g.logo_image, g.accent_color, g.holder_changes, g.refund_request_hours, ${refundsAfterMove(orgId, sql)} as refunds_after_move, e.event_id, ${textIn(sql, 'e', 'title', orderLanguage(sql))} as title, e.timezone,
    e.event_status_id, e.rotating_barcodes, e.doors_at, e.starts_at, e.ends_at, e.changed_at as event_changed_at, ${overAt(sql, 'e')} as over_at, v.name as venue_name,
    nullif(concat_ws(', ', v.address, v.address2, v.suburb, v.state, v.postcode), '') as venue_address, o.order_id,
    o.order_status, o.language, o.email_address, (
      select count(*)
      from tickets
      where org_id = ${orgId}
        and order_id = ${orderId}
        and transferred
        and ticket_status_id <> ${ticketStatus.replaced}
    ) as passed_on, m.seat_map_id, m.drawing_revision
  from orders o
  join organisations g on g.org_id = o.org_id
  join events e on e.org_id = o.org_id and e.event_id = o.event_id
  left join venues v on v.org_id = e.org_id and v.venue_id = e.venue_id
  left join seat_maps m on m.org_id = e.org_id and m.seat_map_id = e.seat_map_id and e.reserved_seating
  where o.org_id = ${orgId}
    and g.org_id = ${orgId}
    and e.org_id = ${orgId}
    and o.order_id = ${orderId}`

export const findPageTickets = (holder: SecretHolder, sql: Db) => sql<TicketRow[]>`
  ${selectTickets(holder.orgId, sql, languageOfTicket(holder.orgId, sql))}
  where t.org_id = ${holder.orgId}
    and ${isOnPage(sql, holder)}
  order by ss.order_by, ss.seat_section_id, s.row_position, s.seat_position, t.ticket_id
  limit ${TICKETS_MAX}`

const findUsed = ({ orgId }: SecretHolder, sql: Db, rows: TicketRow[]) => sql<{ ticket_id: number }[]>`
  select ticket_id
  from ticket_admissions
  where org_id = ${orgId}
    and ticket_id = any (${rows.map(({ ticket_id }) => ticket_id)}::bigint[])
    and entries > 0`

const findGates = ({ orgId }: SecretHolder, sql: Db, rows: TicketRow[]) => sql<
  { price_category_id: number; gates: string[] }[]
>`
  select c.price_category_id, array_agg(g.name order by g.name) as gates
  from price_category_gates c
  join gates g on g.org_id = c.org_id and g.gate_id = c.gate_id
  where c.org_id = ${orgId}
    and g.org_id = ${orgId}
    and c.price_category_id = any (${rows.map(({ price_category_id }) => price_category_id)}::bigint[])
  group by c.price_category_id`

/** Where the tickets have seats, the ground that they are on. */
async function findGround(
  eventSeats: EventSeats,
  { orgId }: SecretHolder,
  sql: Db,
  setting: Setting,
  rows: TicketRow[],
) {
  const { seat_map_id, drawing_revision } = setting
  if (seat_map_id === null || drawing_revision === null || rows.every(({ seat_id }) => seat_id === null))
    return undefined
  return eventSeats.ground(orgId, sql, seat_map_id, drawing_revision)
}

async function refundOf({ orgId, orderId }: SecretHolder, sql: Db, now: Date, setting: Setting) {
  const [last] = await sql<RefundRequestRow[]>`
    select t.refund_request_id, t.order_id, t.ticket_ids, t.reason, t.refund_request_status, t.note, t.created_at, t.settled_at
    from refund_requests t
    where t.org_id = ${orgId}
      and t.order_id = ${orderId}
    order by t.created_at desc, t.refund_request_id desc
    limit 1`
  const until = refundDeadline(setting)
  if (until === null && !last) return null
  const isOpen = until !== null && until > now && setting.order_status === 'confirmed'
  return { until_unix: isOpen ? unixSeconds(until) : null, request: last ? toRefundRequest(last) : null }
}

/** Until when a refund may be asked for, by the organisation's rule or because the event was moved; null where it may not at all. */
export function refundDeadline({
  refund_request_hours: hours,
  refunds_after_move: moved,
  starts_at,
}: Pick<Setting, 'refund_request_hours' | 'refunds_after_move' | 'starts_at'>): Date | null {
  const usual = hours === null ? null : new Date(starts_at.getTime() - hours * HOUR_MS)
  if (usual === null || moved === null) return usual ?? moved
  return usual > moved ? usual : moved
}
