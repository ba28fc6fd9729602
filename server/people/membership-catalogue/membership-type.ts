import { type Static, Type } from 'typebox'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { toMajor } from '../../platform/values/money.ts'
import { missing } from '../../resources/constraints.ts'
import type { Resource } from '../../resources/resource.ts'
import { FlagValue, StatusValue } from './values.ts'

export const MembershipType = Type.Object(
  {
    membership_type_id: Type.Integer(),
    membership_category_id: Type.Integer(),
    category_title: Type.String(),
    title: Type.String(),
    price: Type.Number({ description: 'in the currency of the organisation, major unit' }),
    expires: Nullable(
      Type.String({ description: 'YYYY-MM-DD, the last day, in the time zone of the organisation; null does not end' }),
    ),
    offer_auto_renew: FlagValue(),
    show_online: FlagValue(),
    game_day_access: FlagValue({ description: '1: its members enter on their own barcode' }),
    order_by: Type.Integer({ description: 'position, smallest first' }),
    status: StatusValue(),
  },
  { title: 'MembershipType' },
)

export const MembershipTypeRow = Type.Object({
  membership_type_id: Type.Integer(),
  membership_category_id: Type.Integer(),
  category_title: Type.String(),
  title: Type.String(),
  price_minor: Type.Integer(),
  currency: Type.String(),
  expires: Nullable(Type.String()),
  offer_auto_renew: Type.Boolean(),
  show_online: Type.Boolean(),
  game_day_access: Type.Boolean(),
  order_by: Type.Integer(),
  status: Type.Integer(),
})
export type MembershipTypeRow = Static<typeof MembershipTypeRow>

export const selectMembershipTypes = (sql: Db) => sql`
  select t.membership_type_id, t.membership_category_id, c.title as category_title, t.title, t.price_minor, o.currency,
    t.expires::text as expires, t.offer_auto_renew, t.show_online, t.game_day_access, t.order_by, t.status
  from membership_types t
  join membership_categories c using (org_id, membership_category_id)
  join organisations o using (org_id)`

export const toMembershipType = (row: MembershipTypeRow) =>
  ({
    membership_type_id: row.membership_type_id,
    membership_category_id: row.membership_category_id,
    category_title: row.category_title,
    title: row.title,
    price: toMajor(row.price_minor, row.currency),
    expires: row.expires,
    offer_auto_renew: Number(row.offer_auto_renew),
    show_online: Number(row.show_online),
    game_day_access: Number(row.game_day_access),
    order_by: row.order_by,
    status: row.status,
  }) satisfies Static<typeof MembershipType>

export const membershipTypes: Resource<MembershipTypeRow, Static<typeof MembershipType>> = {
  singular: 'membership_type',
  operationNames: {
    one: 'MembershipType',
    many: 'MembershipTypes',
    read: { one: 'ManagedMembershipType', many: 'ManagedMembershipTypes' },
  },
  object: 'membership_types',
  scope: 'members:manage',
  listPath: '/v1/manage/membership_types',
  itemPath: '/v1/manage/membership_types/:membership_type_id',
  table: 'membership_types',
  id: 'membership_type_id',
  tag: 'Membership catalogue',
  schema: MembershipType,
  constraints: { membership_types_org_id_membership_category_id_fkey: missing('membership_category_id') },
  select: selectMembershipTypes,
  toItem: toMembershipType,
}
