import { type Static, Type } from 'typebox'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { missing } from '../../resources/constraints.ts'
import type { Resource } from '../../resources/resource.ts'
import { FlagValue, StatusValue } from './values.ts'

export const MembershipCategory = Type.Object(
  {
    membership_category_id: Type.Integer(),
    membership_seat_map_id: Nullable(Type.Integer({ description: 'where its members sit' })),
    title: Type.String(),
    show_online: FlagValue(),
    image: Nullable(Type.String({ description: 'absolute address' })),
    game_day_access: FlagValue({ description: '1: its members enter on their own barcode' }),
    hex_color: Nullable(Type.String({ description: '#rrggbb' })),
    order_by: Type.Integer({ description: 'position, smallest first' }),
    status: StatusValue(),
  },
  { title: 'MembershipCategory' },
)

export const MembershipCategoryRow = Type.Object({
  membership_category_id: Type.Integer(),
  membership_seat_map_id: Nullable(Type.Integer()),
  title: Type.String(),
  show_online: Type.Boolean(),
  image: Nullable(Type.String()),
  game_day_access: Type.Boolean(),
  hex_color: Nullable(Type.String()),
  order_by: Type.Integer(),
  status: Type.Integer(),
})
export type MembershipCategoryRow = Static<typeof MembershipCategoryRow>

export const selectMembershipCategories = (sql: Db) => sql`
  select t.membership_category_id, t.membership_seat_map_id, t.title, t.show_online, t.image, t.game_day_access,
    t.hex_color, t.order_by, t.status
  from membership_categories t`

export const toMembershipCategory = (row: MembershipCategoryRow) =>
  ({
    membership_category_id: row.membership_category_id,
    membership_seat_map_id: row.membership_seat_map_id,
    title: row.title,
    show_online: Number(row.show_online),
    image: row.image,
    game_day_access: Number(row.game_day_access),
    hex_color: row.hex_color,
    order_by: row.order_by,
    status: row.status,
  }) satisfies Static<typeof MembershipCategory>

export const membershipCategories: Resource<MembershipCategoryRow, Static<typeof MembershipCategory>> = {
  singular: 'membership_category',
  operationNames: {
    one: 'MembershipCategory',
    many: 'MembershipCategories',
    read: { one: 'ManagedMembershipCategory', many: 'ManagedMembershipCategories' },
  },
  object: 'membership_categories',
  scope: 'members:manage',
  listPath: '/v1/manage/membership_categories',
  itemPath: '/v1/manage/membership_categories/:membership_category_id',
  table: 'membership_categories',
  id: 'membership_category_id',
  tag: 'Membership catalogue',
  schema: MembershipCategory,
  constraints: {
    membership_categories_org_id_membership_seat_map_id_fkey: missing('membership_seat_map_id'),
  },
  select: selectMembershipCategories,
  toItem: toMembershipCategory,
}
