import { type Static, Type } from 'typebox'
import { type ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, Text } from '../../platform/http/schema.ts'
import { CalendarDate, EmailAddress } from '../../resources/fields.ts'
import { postalAddress } from '../../resources/postal-address.ts'

/** Who a membership is for, as the buyer says it; what is left out of how they are reached is as the buyer is. */
export const MemberInput = Input({
  first_name: Text(100),
  last_name: Text(100),
  date_of_birth: Type.Optional(Nullable(CalendarDate())),
  gender: Type.Optional(Nullable(Text(50))),
  ...postalAddress,
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
  membership_member_id: Type.Optional(
    Id({
      description:
        'instead of member: whose membership goes on, under the same number, in the next term. With a publishable key the basket has to be proven to be this member’s',
    }),
  ),
  upgrade: Type.Optional(
    Type.Boolean({
      description: 'with membership_member_id: another type from now on, for the difference of both prices',
    }),
  ),
  over_open_instalments: Type.Optional(
    Type.Boolean({ description: 'of an upgrade: the difference is paid on the days of the instalments that are open' }),
  ),
  seat_id: Type.Optional(Id({ description: 'of a membership of a season: the seat, in every event of the season' })),
  auto_renew: Type.Optional(Type.Boolean({ description: 'renew it by itself, where its type offers that' })),
}

type MembershipFields = {
  price_id?: number | undefined
  membership_type_id?: number | undefined
  membership_payment_option_id?: number | undefined
  member?: MemberInput | undefined
  membership_member_id?: number | undefined
  upgrade?: boolean | undefined
  over_open_instalments?: boolean | undefined
  auto_renew?: boolean | undefined
  seat_id?: number | undefined
  best_available?: boolean | number | undefined
  seat_section_id?: number | undefined
}

export type RequestedMembership = {
  typeId: number
  optionId: number | null
  /** A new member, or one who is there: whose membership is renewed, or upgraded. */
  member: MemberInput | null
  memberId: number | null
  isUpgrade: boolean
  isSpread: boolean
  autoRenew: boolean
  /** A seat of the season by its id, or one of those side by side; null: none. */
  seat: number | 'best' | null
  sectionId: number | null
}

const OF_TICKETS = ['price_id', 'quantity', 'seat_ids'] as const
const OF_MEMBERSHIPS = [
  'membership_payment_option_id',
  'member',
  'membership_member_id',
  'upgrade',
  'over_open_instalments',
  'seat_id',
  'auto_renew',
] as const

/**
 * The membership that an item asks for; undefined where it asks for tickets. What belongs to the other kind is refused, by its name within
 * the item, and so is an item that says neither which price nor which type.
 */
export function requestedMembershipOf(
  item: MembershipFields & Record<string, unknown>,
  nameOf = (field: string) => field,
): RequestedMembership | undefined {
  const { membership_type_id: typeId, member = null, membership_member_id: memberId = null } = item
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
  if (member === null && memberId === null)
    throw missing(nameOf('member'), 'member is missing: who the membership is for.')
  const clash = clashOf(item)
  if (clash) throw invalidParameters([{ ...clash, param: nameOf(clash.param), code: 'parameter_invalid' }])
  return {
    typeId,
    optionId: item.membership_payment_option_id ?? null,
    member,
    memberId,
    isUpgrade: item.upgrade ?? false,
    isSpread: item.over_open_instalments ?? false,
    autoRenew: item.auto_renew ?? false,
    seat: item.seat_id ?? (item.best_available ? 'best' : null),
    sectionId: item.seat_section_id ?? null,
  }
}

/** What does not go with what else an item says. */
function clashOf(item: MembershipFields): { param: string; message: string } | undefined {
  const { member, membership_member_id: memberId, upgrade = false, over_open_instalments: isSpread = false } = item
  if (member !== undefined && memberId !== undefined) {
    return { param: 'membership_member_id', message: 'Send member for a new member, or membership_member_id.' }
  }
  if (upgrade && memberId === undefined) {
    return { param: 'upgrade', message: 'Send it with membership_member_id only.' }
  }
  if (isSpread && !upgrade) return { param: 'over_open_instalments', message: 'Send it with upgrade only.' }
  if (isSpread && item.membership_payment_option_id !== undefined) {
    return { param: 'over_open_instalments', message: 'Send it without membership_payment_option_id.' }
  }
  return undefined
}

const missing = (param: string, message: string): ApiError =>
  invalidParameters([{ param, code: 'parameter_missing', message }])
