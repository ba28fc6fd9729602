import { type Static, Type } from 'typebox'
import { Id, Input, Nullable, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { catalogueStatus } from '../../programme/statuses.ts'
import { changeOf, createOf, stepOf } from '../../resources/change-operations.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { Flag, HexColor, WebAddress } from '../../resources/fields.ts'
import { listOf, retrieveOf } from '../../resources/read-operations.ts'
import type { ColumnValues } from '../../resources/resource.ts'
import { type MembershipCategoryRow, membershipCategories } from './membership-category.ts'
import { chooseSeatMap, refuseOtherMaps } from './seat-map-rule.ts'
import { flagColumn, OrderBy, StatusInput } from './values.ts'

/*
 * Operations (written by npm run openapi):
 * archiveMembershipCategory, changeMembershipCategory, createMembershipCategory, listManagedMembershipCategories
 * retrieveManagedMembershipCategory
 */

const Body = Input({
  title: Text(200),
  membership_seat_map_id: Type.Optional(Nullable(Id({ description: 'where its members sit; null: anywhere' }))),
  show_online: Type.Optional(Flag({ description: '1 unless you say' })),
  image: Type.Optional(Nullable(WebAddress)),
  game_day_access: Type.Optional(Flag({ description: '0 unless you say; 1: its members enter on their own barcode' })),
  hex_color: Type.Optional(Nullable(HexColor)),
  order_by: Type.Optional(OrderBy),
  status: Type.Optional(StatusInput),
})

export const manageMembershipCategories: Operation[] = [
  listOf(membershipCategories),
  retrieveOf(membershipCategories),
  createOf(membershipCategories, Body, toColumns),
  changeOf(membershipCategories, Body, async (body, category, at) => {
    const columns = await toColumns(body, at)
    const { membership_seat_map_id: seatMapId } = body
    if (seatMapId) await refuseOtherMaps(at, category.membership_category_id, seatMapId)
    return columns
  }),
  stepOf(
    membershipCategories,
    {
      verb: 'archive',
      done: 'archived',
      summary: 'Archive a membership category',
      description:
        'Its types and members stay as they are; it takes no further types. Setting `status` brings it back.',
    },
    () => ({ status: catalogueStatus.archived }),
  ),
]

async function toColumns(
  body: Partial<Static<typeof Body>>,
  at: ChangeContext,
): Promise<ColumnValues<MembershipCategoryRow>> {
  const { show_online, game_day_access, ...columns } = body
  if (body.membership_seat_map_id) await chooseSeatMap(at, body.membership_seat_map_id)
  return { ...columns, ...flagColumn('show_online', show_online), ...flagColumn('game_day_access', game_day_access) }
}
