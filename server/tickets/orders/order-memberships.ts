import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ContactField } from '../../platform/http/guarded-fields.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { toMajor } from '../../platform/values/money.ts'

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
  price_minor: Type.Integer(),
  discount_minor: Type.Integer(),
})
export type OrderMembershipRow = Static<typeof OrderMembershipRow>

/** The memberships are in the order of the order's lines. */
export const findMembershipsOfOrders = (orgId: OrgId, sql: Db, orderIds: number[]) => sql<OrderMembershipRow[]>`
  select l.order_id, l.membership_member_id, m.member_number, m.membership_member_status_id, m.first_name, m.last_name,
    y.membership_type_id, y.title as type_title, l.price_minor, l.discount_minor
  from order_lines l
  join membership_types y on y.org_id = ${orgId} and y.membership_type_id = l.membership_type_id
  left join members m on m.org_id = ${orgId} and m.membership_member_id = l.membership_member_id
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
    price: toMajor(row.price_minor, currency),
    discount: toMajor(row.discount_minor, currency),
  }) satisfies Static<typeof OrderMembership>
