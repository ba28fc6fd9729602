import { type Static, Type } from 'typebox'
import { type ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, Text } from '../../platform/http/schema.ts'
import { CalendarDate, CountryId, EmailAddress } from '../../resources/fields.ts'

/** Who a membership is for, as the buyer says it; what is left out of how they are reached is as the buyer is. */
export const MemberInput = Input({
  first_name: Text(100),
  last_name: Text(100),
  date_of_birth: Type.Optional(Nullable(CalendarDate())),
  gender: Type.Optional(Nullable(Text(50))),
  company_name: Type.Optional(Nullable(Text(200))),
  address: Type.Optional(Nullable(Text(200))),
  address2: Type.Optional(Nullable(Text(200))),
  suburb: Type.Optional(Nullable(Text(100))),
  state: Type.Optional(Nullable(Text(100))),
  postcode: Type.Optional(Nullable(Text(20))),
  country_id: Type.Optional(Nullable(CountryId)),
  mobile_number: Type.Optional(Nullable(Text(40))),
  email_address: Type.Optional(Nullable(EmailAddress)),
})
export type MemberInput = Static<typeof MemberInput>

/** What a body says of an item that is a membership. */
export const membershipFields = {
  membership_type_id: Type.Optional(Id({ description: 'instead of price_id: a membership of this type' })),
  membership_payment_option_id: Type.Optional(
    Id({ description: 'by which plan it is paid; without one it is paid at once' }),
  ),
  member: Type.Optional(MemberInput),
  seat_id: Type.Optional(Id({ description: 'of a membership of a season: the seat, in every event of the season' })),
  auto_renew: Type.Optional(Type.Boolean({ description: 'renew it by itself, where its type offers that' })),
}

type MembershipFields = {
  price_id?: number | undefined
  membership_type_id?: number | undefined
  membership_payment_option_id?: number | undefined
  member?: MemberInput | undefined
  auto_renew?: boolean | undefined
  seat_id?: number | undefined
  best_available?: boolean | number | undefined
  seat_section_id?: number | undefined
}

export type RequestedMembership = {
  typeId: number
  optionId: number | null
  member: MemberInput
  autoRenew: boolean
  /** A seat of the season by its id, or one of those side by side; null: none. */
  seat: number | 'best' | null
  sectionId: number | null
}

const OF_TICKETS = ['price_id', 'quantity', 'seat_ids'] as const
const OF_MEMBERSHIPS = ['membership_payment_option_id', 'member', 'seat_id', 'auto_renew'] as const

/**
 * The membership that an item asks for; undefined where it asks for tickets. What belongs to the other kind is refused, by its name within
 * the item, and so is an item that says neither which price nor which type.
 */
export function requestedMembershipOf(
  item: MembershipFields & Record<string, unknown>,
  nameOf = (field: string) => field,
): RequestedMembership | undefined {
  const { membership_type_id: typeId, member } = item
  const given = (names: readonly string[]) => names.filter((name) => item[name] !== undefined && item[name] !== false)
  const misplaced = typeId === undefined ? given(OF_MEMBERSHIPS) : given(OF_TICKETS)
  if (misplaced.length > 0) {
    const message = typeId === undefined ? 'Send it with membership_type_id only.' : 'Send it with price_id only.'
    throw invalidParameters(misplaced.map((name) => ({ param: nameOf(name), code: 'parameter_invalid', message })))
  }
  if (typeId === undefined) {
    if (item.price_id === undefined) throw missing(nameOf('price_id'), 'Send price_id or membership_type_id.')
    return undefined
  }
  if (member === undefined) throw missing(nameOf('member'), 'member is missing: who the membership is for.')
  return {
    typeId,
    optionId: item.membership_payment_option_id ?? null,
    member,
    autoRenew: item.auto_renew ?? false,
    seat: item.seat_id ?? (item.best_available ? 'best' : null),
    sectionId: item.seat_section_id ?? null,
  }
}

const missing = (param: string, message: string): ApiError =>
  invalidParameters([{ param, code: 'parameter_missing', message }])
