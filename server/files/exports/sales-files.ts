import type { Static } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import {
  type ListedScanRow,
  listedScanColumns,
  Scan,
  scansWithHolders,
  toScan,
} from '../../gates/scan-log/listed-scan.ts'
import { asSeenBy, guardedIn, type May } from '../../platform/http/guarded-fields.ts'
import { fromMicroseconds } from '../../platform/http/keyset.ts'
import { type Db, type Sql, when } from '../../platform/postgres/database.ts'
import { localDate, localTime } from '../../platform/values/time.ts'
import type { Taxes } from '../../programme/tax-rates/taxes.ts'
import { Order, type OrderRow, orderColumns, toOrder } from '../../tickets/orders/order.ts'
import { selectTickets, Ticket, type TicketRow, toTicket } from '../../tickets/tickets/ticket.ts'
import { answerColumns } from './answer-columns.ts'
import { csvFile } from './csv-file.ts'
import { idPages, type Selection } from './selection.ts'

/** As a spreadsheet reads it, on the clock of the event. */
const localDateTime = (at: Date, zone: string) => `${localDate(at, zone)} ${localTime(at, zone)}`

/** The fields of an object; its answers come behind them, in columns of their own. */
const namesIn = (properties: object) => Object.keys(properties).filter((name) => name !== 'answers')

const orderFields = guardedIn(Order)
const ticketFields = guardedIn(Ticket)
const scanFields = guardedIn(Scan)

type ExportedOrder = OrderRow & {
  timezone: string
  event_title: string | null
  contents: string | null
}

/** The orders of the list, in its order. Of one event, with a column for each of its questions. */
export async function* orderFile(orgId: OrgId, sql: Sql, may: May, selection: Selection) {
  const answered = await answerColumns(orgId, sql, selection.event_id, 'order')
  const pages = idPages(orgId, 'orders', selection)
  const show = asSeenBy(may, orderFields)
  return yield* csvFile<ExportedOrder>(sql, {
    columns: ['order_time', 'timezone', 'event_title', 'contents', ...namesIn(Order.properties), ...answered.names],
    page: async (db, _after, most) => {
      const ids = await pages.next(db, most)
      return db<ExportedOrder[]>`
        select ${orderColumns(db)}, ${zoneOf(orgId, db, 'orders.event_id')} as timezone,
          ${titleOf(orgId, db, 'orders.event_id')} as event_title, ${contentsOf(orgId, db)} as contents
        from orders
        where org_id = ${orgId}
          and order_id = any (${ids}::bigint[])
        order by array_position(${ids}::bigint[], order_id)`
    },
    isEnd: pages.isEnd,
    cells: (row) => {
      const { answers, taxes, ...order } = show(toOrder(row))
      const { timezone, event_title, contents } = row
      const order_time = localDateTime(row.created_at, timezone)
      return {
        order_time,
        timezone,
        event_title,
        contents,
        ...order,
        taxes: taxCell(taxes),
        ...answered.cells(answers),
      }
    },
  })
}

/** As one cell: 3.19 VAT 19% of 20; 0.65 VAT 7% of 10. */
const taxCell = (taxes: Static<typeof Taxes>): string =>
  taxes.map(({ title, percentage, tax, gross }) => `${tax} ${title} ${percentage}% of ${gross}`).join('; ')

type OfEvent = Pick<Selection, 'event_id'>

type ExportedTicket = TicketRow & { timezone: string; event_title: string }

export async function* ticketFile(orgId: OrgId, sql: Sql, may: May, { event_id: eventId }: OfEvent) {
  const answered = await answerColumns(orgId, sql, eventId, 'ticket')
  const show = asSeenBy(may, ticketFields)
  return yield* csvFile<ExportedTicket>(sql, {
    columns: ['issued_time', 'timezone', 'event_title', ...namesIn(Ticket.properties), ...answered.names],
    page: (db, after, most) => db<ExportedTicket[]>`
      select page.*, ${zoneOf(orgId, db, 'page.event_id')} as timezone, ${titleOf(orgId, db, 'page.event_id')} as event_title
      from (
        ${selectTickets(orgId, db)}
        where t.org_id = ${orgId}
          ${when(db, eventId, (id) => db`and t.event_id = ${id}`)}
          and t.ticket_id > ${after?.ticket_id ?? 0}
        order by t.ticket_id
        limit ${most}
      ) as page
      order by page.ticket_id`,
    cells: (row) => {
      const { answers, ...ticket } = show(toTicket(row))
      const { timezone, event_title } = row
      const issued_time = localDateTime(row.created_at, timezone)
      return { issued_time, timezone, event_title, ...ticket, ...answered.cells(answers) }
    },
  })
}

type ExportedScan = ListedScanRow & { event_id: number; timezone: string }

/** The page is found along its index before anything is joined to it. */
export const scanFile = (orgId: OrgId, sql: Sql, may: May, { event_id: eventId }: OfEvent) => {
  const show = asSeenBy(may, scanFields)
  return csvFile<ExportedScan>(sql, {
    columns: ['event_id', ...Object.keys(Scan.properties).filter((name) => name !== 'tickets_sold')],
    page: (db, after, most) => db<ExportedScan[]>`
      select s.event_id, ${zoneOf(orgId, db, 's.event_id')} as timezone, ${listedScanColumns(db)}
      ${scansWithHolders(db)}
      where s.org_id = ${orgId}
        and s.scan_id = any (array(
          select scan_id
          from scans
          where org_id = ${orgId}
            ${when(db, eventId, (id) => db`and event_id = ${id}`)}
            ${when(db, after, (row) =>
              eventId === undefined
                ? db`and scan_id > ${row.scan_id}`
                : db`and (scanned_at, scan_id) > (${fromMicroseconds(db, row.position)}, ${row.scan_id})`,
            )}
          order by ${scanOrder(db, eventId)}
          limit ${most}
        ))
      order by ${eventId === undefined ? db`s.scan_id` : db`s.scanned_at, s.scan_id`}`,
    cells: (row) => ({ event_id: row.event_id, ...show(toScan(row, row.timezone)) }),
  })
}

const scanOrder = (db: Db, eventId: number | undefined) =>
  eventId === undefined ? db`scan_id` : db`scanned_at, scan_id`

/** What belongs to no event is on the organisation's own clock. */
const zoneOf = (orgId: OrgId, db: Db, eventId: string) => db`coalesce(
        (select e.timezone from events e where e.org_id = ${orgId} and e.event_id = ${db(eventId)}),
        (select o.timezone from organisations o where o.org_id = ${orgId})
      )`

const titleOf = (orgId: OrgId, db: Db, eventId: string) => db`(
        select e.title from events e where e.org_id = ${orgId} and e.event_id = ${db(eventId)}
      )`

/** `2 × Adult, Stand; 1 × Child, Stand`: the lines of an order in one cell. */
const contentsOf = (orgId: OrgId, db: Db) => db`(
        select string_agg(
          l.quantity || ' × ' || coalesce(y.title, p.title || ', ' || c.title), '; ' order by l.order_line_id
        )
        from order_lines l
        left join prices p on p.org_id = ${orgId} and p.price_id = l.price_id
        left join price_categories c on c.org_id = ${orgId} and c.price_category_id = l.price_category_id
        left join membership_types y on y.org_id = ${orgId} and y.membership_type_id = l.membership_type_id
        where l.org_id = ${orgId}
          and l.order_id = orders.order_id
      )`
