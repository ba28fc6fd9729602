import { type Static, Type } from 'typebox'
import { ContactField, TicketCodeField } from '../../platform/http/guarded-fields.ts'
import { microseconds } from '../../platform/http/keyset.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { localDate, localTime, localUnixSeconds } from '../../platform/values/time.ts'
import { scanProperties, scanResults } from '../scans/gate-scan.ts'

const inZone = (example: string) => Type.String({ description: `in the event’s time zone: ${example}` })
const whose = (description: string) => Nullable(Type.String({ description }))

/** A row of the scan list; `tickets_sold` is there when it was asked for. */
export const Scan = Type.Object(
  {
    gate_id: Type.Integer(),
    scan_date: inZone('2026-03-14'),
    scan_time: inZone('19:30:00'),
    gate: Type.String({ description: 'name of the gate' }),
    result: OneOf(scanResults),
    ticket_name: whose('holder of the ticket, or the member'),
    order_id: Nullable(Type.Integer()),
    ticket_id: Nullable(Type.Integer()),
    barcode: TicketCodeField({ description: 'as it was read' }),
    price_category_id: Nullable(Type.Integer()),
    price_category_status: whose('of the ticket’s price category: active, inactive or archived'),
    membership_category_id: Nullable(Type.Integer({ description: 'of the member who was scanned' })),
    category_title: whose('price category of the ticket, or membership category of the member'),
    price_title: whose('price of the ticket, or membership type of the member'),
    email_address: Nullable(ContactField({ description: 'of the customer behind the ticket or the membership' })),
    unix_local_timestamp: Type.Integer({ description: 'Unix seconds plus the offset of the event’s zone' }),
    scan_id: Type.Integer(),
    device_id: Type.Integer({ description: 'which scanned, or took the scan back' }),
    direction: OneOf(['entry', 'exit']),
    membership_member_id: Nullable(Type.Integer()),
    annuls_scan_id: Nullable(Type.Integer({ description: 'the scan that this one took back' })),
    offline: Type.Boolean({ description: 'made without a network and sent later' }),
    by_search: Type.Boolean({ description: 'the barcode was not read: a steward found the holder' }),
    unix_timestamp: Type.Integer({ description: 'Unix seconds' }),
    tickets_sold: Type.Optional(
      Nullable(Type.Integer({ description: 'sold tickets of the price category, with include_sales' })),
    ),
  },
  { title: 'Scan' },
)

export const ListedScanRow = Type.Object({
  ...scanProperties,
  device_id: Type.Integer(),
  by_search: Type.Boolean(),
  gate: Type.String(),
  order_id: Nullable(Type.Integer()),
  ticket_name: Nullable(Type.String()),
  email_address: Nullable(Type.String()),
  price_category_id: Nullable(Type.Integer()),
  price_category_status: Type.Unsafe<'active' | 'inactive' | 'archived' | null>({ type: ['string', 'null'] }),
  membership_category_id: Nullable(Type.Integer()),
  category_title: Nullable(Type.String()),
  price_title: Nullable(Type.String()),
  /** Microseconds, for the cursor of the next page. */
  position: Type.Integer(),
})
export type ListedScanRow = Static<typeof ListedScanRow>

export const listedScanColumns = (sql: Db) => sql`
  s.scan_id, s.gate_id, s.device_id, g.name as gate, s.direction, s.result, s.barcode, s.ticket_id, s.membership_member_id,
  s.annuls_scan_id, s.offline, s.by_search, s.scanned_at, t.order_id,
  coalesce(t.ticket_name, m.first_name || ' ' || m.last_name) as ticket_name,
  coalesce(u.email_address, o.email_address, m.email_address) as email_address, t.price_category_id,
  c.price_category_status, y.membership_category_id, coalesce(c.title, k.title) as category_title,
  coalesce(p.title, y.title) as price_title, ${microseconds(sql, 's.scanned_at')} as position`

/** Scans as `s`, with the ticket or the member that was scanned. */
export const scansWithHolders = (sql: Db) => sql`
  from scans s
  join gates g on g.org_id = s.org_id and g.gate_id = s.gate_id
  left join tickets t on t.org_id = s.org_id and t.ticket_id = s.ticket_id
  left join prices p on p.org_id = t.org_id and p.price_id = t.price_id
  left join price_categories c on c.org_id = t.org_id and c.price_category_id = t.price_category_id
  left join orders o on o.org_id = t.org_id and o.order_id = t.order_id
  left join members m on m.org_id = s.org_id and m.membership_member_id = s.membership_member_id
  left join membership_types y on y.org_id = m.org_id and y.membership_type_id = m.membership_type_id
  left join membership_categories k on k.org_id = y.org_id and k.membership_category_id = y.membership_category_id
  left join customers u on u.org_id = s.org_id and u.user_id = coalesce(o.user_id, m.user_id)`

export const toScan = (row: Omit<ListedScanRow, 'position'>, zone: string) =>
  ({
    gate_id: row.gate_id,
    scan_date: localDate(row.scanned_at, zone),
    scan_time: localTime(row.scanned_at, zone),
    gate: row.gate,
    result: row.result,
    ticket_name: row.ticket_name,
    order_id: row.order_id,
    ticket_id: row.ticket_id,
    barcode: row.barcode,
    price_category_id: row.price_category_id,
    price_category_status: row.price_category_status,
    membership_category_id: row.membership_category_id,
    category_title: row.category_title,
    price_title: row.price_title,
    email_address: row.email_address,
    unix_local_timestamp: localUnixSeconds(row.scanned_at, zone),
    scan_id: row.scan_id,
    device_id: row.device_id,
    direction: row.direction,
    membership_member_id: row.membership_member_id,
    annuls_scan_id: row.annuls_scan_id,
    offline: row.offline,
    by_search: row.by_search,
    unix_timestamp: unixSeconds(row.scanned_at),
  }) satisfies Static<typeof Scan>
