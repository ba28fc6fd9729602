import type { CreateOrder, Member, MembershipOnSale } from '@grandstand/sdk'
import type { ChosenSeat } from './sale.ts'

/** One membership of a sale: of a new member, or by which a membership goes on. */
export type Joining = {
  /** Its fields in the form have it in their names. */
  key: number
  type: MembershipOnSale
  /** Whose membership is renewed or upgraded. */
  standing?: Member
  isUpgrade?: boolean
}

/** What the form has, by the names of its fields. */
export type Filled = Record<string, string>

export type OrderItem = CreateOrder['items'][number]

/** In the choice of a plan: on the days on which instalments of the membership are open. */
export const WITH_OPEN = 'open'
/** The option for a membership without a seat. */
export const NO_SEAT = 'none'

export const fieldName = ({ key }: Joining, name: string): string => `${name}.${key}`

const filledIn = (joining: Joining, filled: Filled, name: string): string =>
  (filled[fieldName(joining, name)] ?? '').trim()

export const isForAnAge = ({ age_from, age_until }: MembershipOnSale): boolean =>
  age_from !== null || age_until !== null

/** Whether it is known for whom it is, as far as what it costs depends on that. */
export const isPriced = (joining: Joining, filled: Filled): boolean =>
  joining.standing !== undefined || !isForAnAge(joining.type) || filledIn(joining, filled, 'date_of_birth') !== ''

/** Whether it is paid in parts. */
export const isPlanned = (joining: Joining, filled: Filled): boolean => filledIn(joining, filled, 'plan') !== ''

/** Whether it is sold with a seat that can be chosen. */
export const isSeated = (joining: Joining, filled: Filled): boolean =>
  joining.type.has_seats && filledIn(joining, filled, 'seat') !== NO_SEAT

/** Who shall sit together: all that are of the season of the first one with a seat, in the same sections. */
export function seatedTogether(joinings: Joining[], filled: Filled): Joining[] {
  const seated = joinings.filter((joining) => isSeated(joining, filled))
  const where = ({ type }: Joining) => `${type.season_id} ${type.seat_section_ids.toSorted((a, b) => a - b)}`
  return seated.filter((joining) => seated[0] && where(joining) === where(seated[0]))
}

/** As the API takes it. What has a seat gets the one that was chosen, keeps its own, or takes the best that is free. */
export function itemOf(joining: Joining, filled: Filled, seat: ChosenSeat | undefined): OrderItem {
  const { type, standing, isUpgrade = false } = joining
  const field = (name: string) => filledIn(joining, filled, name)
  const plan = field('plan')
  const born = field('date_of_birth')
  const whose = standing
    ? { membership_member_id: standing.membership_member_id, ...(isUpgrade && { upgrade: true }) }
    : {
        member: {
          first_name: field('first_name'),
          last_name: field('last_name'),
          ...(born !== '' && { date_of_birth: born }),
        },
      }
  const best = standing ? {} : { best_available: true }
  return {
    membership_type_id: type.membership_type_id,
    ...whose,
    ...(plan === WITH_OPEN && { over_open_instalments: true }),
    ...(plan !== '' && plan !== WITH_OPEN && { membership_payment_option_id: Number(plan) }),
    ...(isSeated(joining, filled) && (seat ? { seat_id: seat.id } : best)),
  }
}

/** All of them; chosen seats go to those who sit together, in their order. */
export function itemsOfJoinings(joinings: Joining[], filled: Filled, seats: ChosenSeat[]): OrderItem[] {
  const together = seatedTogether(joinings, filled)
  return joinings.map((joining) => itemOf(joining, filled, seats[together.indexOf(joining)]))
}

/** What it costs does not depend on names, which are still being typed. */
export const namedAnyhow = (item: OrderItem): OrderItem =>
  item.member ? { ...item, member: { ...item.member, first_name: '–', last_name: '–' } } : item

/** Types by which a membership can be upgraded: of its season. Where its own type is not on sale any more, all others. */
export function typesToUpgradeTo(types: MembershipOnSale[], { membership_type_id: ownId }: Member): MembershipOnSale[] {
  const current = types.find(({ membership_type_id }) => membership_type_id === ownId)
  return types.filter(
    ({ membership_type_id, season_id }) =>
      membership_type_id !== ownId && (current === undefined || current.season_id === season_id),
  )
}

/** Types by which it can go on, the likeliest first: its own where that is of no season, else one of its category. */
export function typesToRenewBy(types: MembershipOnSale[], member: Member): MembershipOnSale[] {
  const current = types.find(({ membership_type_id }) => membership_type_id === member.membership_type_id)
  const isOpen = ({ season_id }: MembershipOnSale) => season_id === null || season_id !== current?.season_id
  const rank = ({ membership_type_id, category_title, title }: MembershipOnSale) =>
    (membership_type_id === member.membership_type_id ? 4 : 0) +
    (title === member.type_title ? 2 : 0) +
    (category_title === member.category_title ? 1 : 0)
  return types.filter(isOpen).toSorted((a, b) => rank(b) - rank(a))
}
