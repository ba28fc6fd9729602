import { type Static, Type } from 'typebox'
import { Id, Input, Nullable, Text, UnixSeconds } from '../../platform/http/schema.ts'
import { fromUnixSeconds } from '../../platform/values/clock.ts'
import { CalendarDate, EmailAddress, Flag } from '../../resources/fields.ts'
import { postalAddress } from '../../resources/postal-address.ts'
import type { ColumnValues } from '../../resources/resource.ts'
import type { MemberRow } from './member.ts'

/** Text of digits, as the service's description has it; in JSON a number is taken, too. */
const CustomerId = Type.Unsafe<string | number>({
  type: ['string', 'integer'],
  pattern: '^[0-9]{1,15}$',
  minimum: 1,
  maximum: 999_999_999_999_999,
  description: 'the user_id of a customer',
})

/** Whatever of a member can be written as it is: the rest follows from payments, fulfilment and the seat map. */
export const MemberFields = Input({
  user_id: CustomerId,
  first_name: Text(100),
  last_name: Text(100),
  member_number: Type.Optional(Text(64, { description: 'generated unless you say' })),
  person_id: Type.Optional(
    Nullable(Text(64, { description: 'one person over several memberships; generated unless you say' })),
  ),
  membership_type_id: Type.Optional(Nullable(Id())),
  date_of_birth: Type.Optional(Nullable(CalendarDate())),
  expires: Type.Optional(Nullable(UnixSeconds({ description: 'Unix seconds' }))),
  auto_renew: Type.Optional(Flag()),
  gender: Type.Optional(Nullable(Text(50))),
  ...postalAddress,
  mobile_number: Type.Optional(Nullable(Text(40))),
  email_address: Type.Optional(Nullable(EmailAddress)),
  marketing_emails: Type.Optional(Type.Boolean()),
})
export type MemberFields = Static<typeof MemberFields>

export function toColumns(fields: Partial<MemberFields>): ColumnValues<MemberRow> {
  const { user_id, expires, auto_renew, ...columns } = fields
  return {
    ...columns,
    ...(user_id === undefined ? {} : { user_id: Number(user_id) }),
    ...(expires === undefined ? {} : { expires: fromUnixSeconds(expires) }),
    ...(auto_renew === undefined ? {} : { auto_renew: auto_renew === 1 }),
  }
}
