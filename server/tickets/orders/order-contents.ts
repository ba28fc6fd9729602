import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { Tags } from '../../resources/fields.ts'
import { Order, OrderRow, toOrder } from './order.ts'

/** Of a line with more of them the first are named: the order has them all. */
const SEATS_MAX = 10

const LineSeat = Type.Object(
  {
    section_label: Nullable(Type.String()),
    sub_section_title: Nullable(Type.String({ description: 'the block' })),
    seat_level: Nullable(Type.String()),
    seat_aisle: Nullable(Type.String()),
    seat_row: Nullable(Type.String()),
    seat_title: Nullable(Type.String()),
  },
  { title: 'OrderLineSeat' },
)

const OrderLine = Type.Object(
  {
    price_title: Nullable(Type.String({ description: 'the price type; null: a membership' })),
    category_title: Nullable(Type.String({ description: 'where its places are' })),
    membership_type_title: Nullable(Type.String({ description: 'null: tickets' })),
    quantity: Type.Integer(),
    seats: Type.Array(LineSeat, { description: `of its active tickets, ${SEATS_MAX} at most` }),
  },
  { title: 'OrderLine' },
)

/** What an order is for, in few words: event, price types and places. */
export const contentsFields = {
  event_title: Nullable(Type.String({ description: 'null: memberships' })),
  event_start_unix: Nullable(Type.Integer({ description: 'Unix seconds' })),
  event_timezone: Nullable(Type.String({ description: 'IANA name' })),
  lines: Type.Array(OrderLine),
}

export const ListedOrder = Type.Object({ ...Order.properties, tags: Tags, ...contentsFields }, { title: 'ListedOrder' })

export const TaggedOrderRow = Type.Object({ ...OrderRow.properties, tags: Type.Array(Type.String()) })
export type TaggedOrderRow = Static<typeof TaggedOrderRow>

export const OrderLineRow = Type.Object({
  order_id: Type.Integer(),
  event_title: Nullable(Type.String()),
  starts_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  timezone: Nullable(Type.String()),
  price_title: Nullable(Type.String()),
  category_title: Nullable(Type.String()),
  membership_type_title: Nullable(Type.String()),
  quantity: Type.Integer(),
  seats: Type.Unsafe<Static<typeof LineSeat>[]>({ type: 'array' }),
})
export type OrderLineRow = Static<typeof OrderLineRow>

/** Those of a page of orders, read together. */
export const findContents = (orgId: OrgId, sql: Db, orderIds: number[]) => sql<OrderLineRow[]>`
  select l.order_id, e.title as event_title, e.starts_at, e.timezone, p.title as price_title, c.title as category_title,
    y.title as membership_type_title, l.quantity, coalesce((
      select jsonb_agg(jsonb_build_object(
        'section_label', g.section_label, 'sub_section_title', g.sub_section_title, 'seat_level', g.seat_level,
        'seat_aisle', g.seat_aisle, 'seat_row', g.seat_row, 'seat_title', g.seat_title
      ))
      from (
        select coalesce(ss.title, c.section_label) as section_label, ss.sub_section_title, s.seat_level, s.seat_aisle,
          s.seat_row, s.seat_title
        from tickets t
        join seats s on s.org_id = ${orgId} and s.seat_id = t.seat_id
        left join seat_sections ss
          on ss.org_id = ${orgId} and ss.seat_map_id = s.seat_map_id and ss.seat_section_id = s.seat_section_id
        where t.org_id = ${orgId}
          and t.order_id = l.order_id
          and t.order_line_id = l.order_line_id
          and t.ticket_status_id = ${ticketStatus.active}
        order by t.ticket_id
        limit ${SEATS_MAX}
      ) g
    ), '[]'::jsonb) as seats
  from order_lines l
  left join events e on e.org_id = ${orgId} and e.event_id = l.event_id
  left join prices p on p.org_id = ${orgId} and p.price_id = l.price_id
  left join price_categories c on c.org_id = ${orgId} and c.price_category_id = l.price_category_id
  left join membership_types y on y.org_id = ${orgId} and y.membership_type_id = l.membership_type_id
  where l.org_id = ${orgId}
    and l.order_id = any (${orderIds}::bigint[])
  order by l.order_id, l.order_line_id`

export function toContents(rows: OrderLineRow[]) {
  const [first] = rows
  return {
    event_title: first?.event_title ?? null,
    event_start_unix: first?.starts_at ? unixSeconds(first.starts_at) : null,
    event_timezone: first?.timezone ?? null,
    lines: rows.map((row) => ({
      price_title: row.price_title,
      category_title: row.category_title,
      membership_type_title: row.membership_type_title,
      quantity: row.quantity,
      seats: row.seats,
    })),
  }
}

/** Orders of a list, each with what it is for. */
export async function withContents(orgId: OrgId, sql: Db, orders: TaggedOrderRow[]) {
  const ids = orders.map(({ order_id }) => order_id)
  const rows = ids.length === 0 ? [] : await findContents(orgId, sql, ids)
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id)
  return orders.map(
    (order) =>
      ({ ...toOrder(order), tags: order.tags, ...toContents(byOrder.get(order.order_id) ?? []) }) satisfies Static<
        typeof ListedOrder
      >,
  )
}
