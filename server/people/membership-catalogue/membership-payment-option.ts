import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import type { Resource } from '../../resources/resource.ts'
import { FlagValue, StatusValue } from './values.ts'

export const collections = ['by_hand', 'automatic'] as const

export const MembershipPaymentOption = Type.Object(
  {
    membership_payment_option_id: Type.String(),
    title: Type.String(),
    auto_renewal: FlagValue(),
    fixed_end_date: Nullable(
      Type.Integer({ description: 'Unix seconds at which the plan ends whenever it began; null: from the purchase' }),
    ),
    number_of_instalments: Type.Integer({ description: '1: paid at once' }),
    months_between: Type.Integer({ description: 'from one instalment to the next' }),
    collection: OneOf([...collections], {
      description:
        'automatic: instalments are charged on their days by what the first was paid with; by_hand: fans pay them by link, or staff record them',
    }),
    order_by: Type.Integer({ description: 'position, smallest first' }),
    status: StatusValue(),
  },
  { title: 'MembershipPaymentOption' },
)

export const MembershipPaymentOptionRow = Type.Object({
  membership_payment_option_id: Type.Integer(),
  title: Type.String(),
  auto_renewal: Type.Boolean(),
  fixed_end_date: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  number_of_instalments: Type.Integer(),
  months_between: Type.Integer(),
  collection: OneOf([...collections]),
  order_by: Type.Integer(),
  status: Type.Integer(),
})
export type MembershipPaymentOptionRow = Static<typeof MembershipPaymentOptionRow>

export const selectMembershipPaymentOptions = (sql: Db) => sql`
  select t.membership_payment_option_id, t.title, t.auto_renewal, t.fixed_end_date, t.number_of_instalments,
    t.months_between, t.collection, t.order_by, t.status
  from membership_payment_options t`

export const toMembershipPaymentOption = (row: MembershipPaymentOptionRow) =>
  ({
    membership_payment_option_id: String(row.membership_payment_option_id),
    title: row.title,
    auto_renewal: Number(row.auto_renewal),
    fixed_end_date: row.fixed_end_date && unixSeconds(row.fixed_end_date),
    number_of_instalments: row.number_of_instalments,
    months_between: row.months_between,
    collection: row.collection,
    order_by: row.order_by,
    status: row.status,
  }) satisfies Static<typeof MembershipPaymentOption>

export const membershipPaymentOptions: Resource<MembershipPaymentOptionRow, Static<typeof MembershipPaymentOption>> = {
  singular: 'membership_payment_option',
  operationNames: {
    one: 'MembershipPaymentOption',
    many: 'MembershipPaymentOptions',
    read: { one: 'ManagedMembershipPaymentOption', many: 'ManagedMembershipPaymentOptions' },
  },
  object: 'membership_payment_options',
  scope: 'members:manage',
  listPath: '/v1/manage/membership_payment_options',
  itemPath: '/v1/manage/membership_payment_options/:membership_payment_option_id',
  table: 'membership_payment_options',
  id: 'membership_payment_option_id',
  tag: 'Membership catalogue',
  schema: MembershipPaymentOption,
  select: selectMembershipPaymentOptions,
  toItem: toMembershipPaymentOption,
}
