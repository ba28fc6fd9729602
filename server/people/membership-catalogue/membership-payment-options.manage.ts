import { type Static, Type } from 'typebox'
import { Input, Integer, Nullable, OneOf, Text, UnixSeconds } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { fromUnixSeconds } from '../../platform/values/clock.ts'
import { catalogueStatus } from '../../programme/statuses.ts'
import { changeOf, createOf, stepOf } from '../../resources/change-operations.ts'
import { Flag } from '../../resources/fields.ts'
import { listOf, retrieveOf } from '../../resources/read-operations.ts'
import type { ColumnValues } from '../../resources/resource.ts'
import { collections, type MembershipPaymentOptionRow, membershipPaymentOptions } from './membership-payment-option.ts'
import { flagColumn, OrderBy, StatusInput } from './values.ts'

/*
 * Operations (written by npm run openapi):
 * archiveMembershipPaymentOption, changeMembershipPaymentOption, createMembershipPaymentOption
 * listManagedMembershipPaymentOptions, retrieveManagedMembershipPaymentOption
 */

const Body = Input({
  title: Text(200),
  auto_renewal: Type.Optional(Flag({ description: '0 unless you say' })),
  fixed_end_date: Type.Optional(
    Nullable(UnixSeconds({ description: 'when the plan ends whenever it began; null: it runs from the purchase' })),
  ),
  number_of_instalments: Type.Optional(
    Integer({ minimum: 1, maximum: 60, description: '1, which is paid at once, unless you say' }),
  ),
  months_between: Type.Optional(
    Integer({ minimum: 1, maximum: 12, description: 'from one instalment to the next; 1 unless you say' }),
  ),
  collection: Type.Optional(
    OneOf([...collections], { description: 'by_hand unless you say; automatic: what the first is paid with is kept' }),
  ),
  order_by: Type.Optional(OrderBy),
  status: Type.Optional(StatusInput),
})

export const manageMembershipPaymentOptions: Operation[] = [
  listOf(membershipPaymentOptions),
  retrieveOf(membershipPaymentOptions),
  createOf(membershipPaymentOptions, Body, toColumns),
  changeOf(membershipPaymentOptions, Body, toColumns),
  stepOf(
    membershipPaymentOptions,
    {
      verb: 'archive',
      done: 'archived',
      summary: 'Archive a membership payment option',
      description: 'Plans that run on it go on. Setting `status` brings it back.',
    },
    () => ({ status: catalogueStatus.archived }),
  ),
]

function toColumns(body: Partial<Static<typeof Body>>): ColumnValues<MembershipPaymentOptionRow> {
  const { auto_renewal, fixed_end_date, ...columns } = body
  return {
    ...columns,
    ...flagColumn('auto_renewal', auto_renewal),
    ...(fixed_end_date === undefined ? {} : { fixed_end_date: fromUnixSeconds(fixed_end_date) }),
  }
}
