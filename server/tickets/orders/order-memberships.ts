import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ContactField } from '../../platform/http/guarded-fields.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { toMajor } from '../../platform/values/money.ts'
import type { PlannedPart } from './charges.ts'

/** Where a member sits. */
const MembershipSeat = Type.Object(
  {
    seat_id: Type.Integer(),
    section_label: Type.String(),
    sub_section_title: Nullable(Type.String({ description: 'the block' })),
    seat_level: Nullable(Type.String()),
    seat_aisle: Nullable(Type.String()),
    seat_row: Nullable(Type.String()),
    seat_title: Type.String(),
    gate: Nullable(Type.String()),
  },
  { title: 'MembershipSeat' },
)
type MembershipSeat = Static<typeof MembershipSeat>

/** A line of an order that is a membership, bought or renewed. */
export const OrderMembership = Type.Object(
  {
    membership_member_id: Nullable(Type.Integer({ description: 'null until the order has made a member' })),
    member_number: Nullable(Type.String()),
    membership_member_status_id: Nullable(Type.Integer({ description: 'as it is now, whatever order it came from' })),
    first_name: Nullable(ContactField({ description: 'of the member' })),
    last_name: Nullable(ContactField({ description: 'of the member' })),
    membership_type_id: Type.Integer(),
    type_title: Type.String(),
    season_id: Nullable(Type.Integer({ description: 'that it is for' })),
    season_title: Nullable(Type.String()),
    seat: Nullable(MembershipSeat),
    price: Type.Number({ description: 'before discount, major unit of the currency' }),
    discount: Type.Number({ description: 'taken off the price' }),
  },
  { title: 'OrderMembership' },
)

export const OrderMembershipRow = Type.Object({
  order_id: Type.Integer(),
  membership_member_id: Nullable(Type.Integer()),
  member_number: Nullable(Type.String()),
  membership_member_status_id: Nullable(Type.Integer()),
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
  membership_type_id: Type.Integer(),
  type_title: Type.String(),
  season_id: Nullable(Type.Integer()),
  season_title: Nullable(Type.String()),
  seat: Type.Unsafe<MembershipSeat | null>({ type: ['object', 'null'] }),
  price_minor: Type.Integer(),
  discount_minor: Type.Integer(),
  ordered_on: Type.String({ description: 'YYYY-MM-DD, by the calendar of the organisation' }),
  plan: Type.Unsafe<PlannedPart[] | null>({ type: ['array', 'null'] }),
})
export type OrderMembershipRow = Static<typeof OrderMembershipRow>

/** In the order of the lines, each with its plan: that of its instalments, or until they are open that of its basket. The seat is that of the term. */
export const findMembershipsOfOrders = (orgId: OrgId, sql: Db, orderIds: number[]) => sql<OrderMembershipRow[]>`
  select l.order_id, l.membership_member_id, m.member_number, m.membership_member_status_id, m.first_name, m.last_name,
    y.membership_type_id, y.title as type_title, n.season_id, n.title as season_title, a.seat, l.price_minor, l.discount_minor,
    (o.created_at at time zone g.timezone)::date::text as ordered_on, coalesce(p.parts, b.plan) as plan
  from order_lines l
  join orders o on o.org_id = ${orgId} and o.order_id = l.order_id
  join organisations g on g.org_id = ${orgId}
  join membership_types y on y.org_id = ${orgId} and y.membership_type_id = l.membership_type_id
  left join members m on m.org_id = ${orgId} and m.membership_member_id = l.membership_member_id
  left join basket_memberships b
    on b.org_id = ${orgId} and b.basket_id = o.basket_id and b.order_line_id = l.order_line_id
  left join member_terms t
    on t.org_id = ${orgId} and t.order_id = l.order_id and t.membership_member_id = l.membership_member_id
  left join seasons n on n.org_id = ${orgId} and n.season_id = coalesce(t.season_id, b.season_id, y.season_id)
  left join lateral (
    select jsonb_build_object(
        'seat_id', s.seat_id, 'section_label', x.title, 'sub_section_title', x.sub_section_title, 'seat_level', s.seat_level,
        'seat_aisle', s.seat_aisle, 'seat_row', s.seat_row, 'seat_title', s.seat_title, 'gate', s.seat_gate
      ) as seat
    from seats s
    join seat_sections x
      on x.org_id = ${orgId} and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id
    where s.org_id = ${orgId}
      and s.seat_id = case
        when t.member_term_id is not null then t.seat_id
        when m.membership_order_id = l.order_id or b.is_upgrade then coalesce(m.membership_seat_id, b.seat_id)
        else b.seat_id
      end
  ) a on true
  left join lateral (
    select jsonb_agg(
        jsonb_build_object(
          'number', d.instalment_number, 'due_on', ((d.due_at - interval '1 second') at time zone g.timezone)::date::text,
          'amount_minor', d.amount_minor
        )
        order by d.instalment_number
      ) as parts
    from membership_plans q
    join debts d on d.org_id = ${orgId} and d.membership_plan_id = q.membership_plan_id
    where q.org_id = ${orgId}
      and q.order_id = l.order_id
      and q.order_line_id = l.order_line_id
  ) p on true
  where l.org_id = ${orgId}
    and l.order_id = any (${orderIds}::bigint[])
    and l.kind = 'membership'
  order by l.order_id, l.order_line_id`

export const toOrderMembership = (row: OrderMembershipRow, currency: string) =>
  ({
    membership_member_id: row.membership_member_id,
    member_number: row.member_number,
    membership_member_status_id: row.membership_member_status_id,
    first_name: row.first_name,
    last_name: row.last_name,
    membership_type_id: row.membership_type_id,
    type_title: row.type_title,
    season_id: row.season_id,
    season_title: row.season_title,
    seat: row.seat,
    price: toMajor(row.price_minor, currency),
    discount: toMajor(row.discount_minor, currency),
  }) satisfies Static<typeof OrderMembership>
