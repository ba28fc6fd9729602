import { FollowerRow } from '../../server/fans/storefront/auto-renewal.ts'
import { OptionOnSaleRow, TypeOnSaleRow } from '../../server/fans/storefront/list-memberships-on-sale.ts'
import { MembershipCategoryRow } from '../../server/people/membership-catalogue/membership-category.ts'
import { MembershipPaymentOptionRow } from '../../server/people/membership-catalogue/membership-payment-option.ts'
import { MembershipTypeRow } from '../../server/people/membership-catalogue/membership-type.ts'
import { addMembershipCategory, addMembershipType, addPaymentOption } from '../builders/membership-catalogue.ts'
import { NOTHING } from '../builders/rows.ts'
import { addSeason } from '../builders/seasons.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'
import { managed } from './managed.ts'

type Add = (house: House, tenant: Tenant) => Promise<number>

/** The list of the organisation API, which takes no parameters. */
const listed = (add: Add) => async (house: House, tenant: Tenant) => {
  await add(house, tenant)
  return {}
}

export const membershipCatalogueExamples: Record<string, OperationExample> = {
  listMembershipCategories: { rows: [MembershipCategoryRow], make: listed(addMembershipCategory) },
  listMembershipTypes: { rows: [MembershipTypeRow], make: listed(addMembershipType) },
  listMembershipsOnSale: {
    rows: [TypeOnSaleRow, OptionOnSaleRow, FollowerRow],
    publishable: true,
    make: async (house, tenant) => {
      await addMembershipType(house, tenant)
      await addPaymentOption(house, tenant)
      return { filters: { channel: 'boxoffice' } }
    },
  },
  listMembershipPaymentOptions: { rows: [MembershipPaymentOptionRow], make: listed(addPaymentOption) },
  ...managed({
    one: 'MembershipCategory',
    many: 'MembershipCategories',
    read: { one: 'ManagedMembershipCategory', many: 'ManagedMembershipCategories' },
    id: 'membership_category_id',
    row: MembershipCategoryRow,
    listPath: () => '/v1/manage/membership_categories',
    add: addMembershipCategory,
    create: async (house, tenant) => {
      const { seatMapId } = await addSeatMap(house, tenant)
      const body = { title: 'Season', membership_seat_map_id: seatMapId, hex_color: '#00ff00', image: null }
      return { body, otherBody: { ...body, show_online: 0 }, ids: { 'body.membership_seat_map_id': NOTHING } }
    },
    change: { body: { title: 'Terrace', order_by: 3 }, otherBody: { game_day_access: 1 } },
  }),
  ...managed({
    one: 'MembershipType',
    many: 'MembershipTypes',
    read: { one: 'ManagedMembershipType', many: 'ManagedMembershipTypes' },
    id: 'membership_type_id',
    row: MembershipTypeRow,
    listPath: () => '/v1/manage/membership_types',
    add: addMembershipType,
    create: async (house, tenant) => {
      const membership_category_id = await addMembershipCategory(house, tenant)
      const season_id = await addSeason(house, tenant)
      const body = { membership_category_id, season_id, title: 'Adult', price: 249.5, expires: '2030-06-30' }
      const ids = { 'body.membership_category_id': NOTHING, 'body.season_id': NOTHING }
      return { body, otherBody: { ...body, price: 99 }, ids }
    },
    change: { body: { price: 10.5, expires: null }, otherBody: { offer_auto_renew: 1 } },
  }),
  ...managed({
    one: 'MembershipPaymentOption',
    many: 'MembershipPaymentOptions',
    read: { one: 'ManagedMembershipPaymentOption', many: 'ManagedMembershipPaymentOptions' },
    id: 'membership_payment_option_id',
    row: MembershipPaymentOptionRow,
    listPath: () => '/v1/manage/membership_payment_options',
    add: addPaymentOption,
    create: async () => ({
      body: { title: 'Ten months', number_of_instalments: 10, auto_renewal: 1 },
      otherBody: { title: 'At once' },
    }),
    change: { body: { fixed_end_date: 1_900_000_000 }, otherBody: { fixed_end_date: null } },
  }),
}
