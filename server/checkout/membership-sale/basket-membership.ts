import { type Static, Type } from 'typebox'
import { collections } from '../../people/membership-catalogue/membership-payment-option.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import { toMajor } from '../../platform/values/money.ts'
import { localDate } from '../../platform/values/time.ts'
import type { BasketMembershipRow } from './basket-memberships.ts'
import { laterMinor, type PlanPart, planOf, planOver } from './plan.ts'

const amount = (description: string) => Type.Number({ description })

export const PlannedInstalment = Type.Object(
  {
    number: Type.Integer(),
    due_on: Type.String({ description: 'YYYY-MM-DD, by the calendar of the organisation' }),
    amount: amount('major unit of the currency'),
  },
  { title: 'PlannedInstalment' },
)

/** A membership in a basket, as its buyer sees it. Who it is for stays with the order. */
export const BasketMembership = Type.Object(
  {
    id: Type.String({ description: 'as an item of the basket' }),
    membership_type_id: Type.Integer(),
    type_title: Type.String(),
    membership_category_id: Type.Integer(),
    category_title: Type.String(),
    membership_payment_option_id: Nullable(Type.String({ description: 'null: paid at once' })),
    membership_member_id: Nullable(Type.Integer({ description: 'whose membership goes on; null: a new member' })),
    upgrade: Type.Boolean({ description: 'the price is the difference to the membership that it replaces' }),
    auto_renew: Type.Boolean(),
    season_id: Nullable(Type.Integer()),
    season_title: Nullable(Type.String()),
    seat: Nullable(
      Type.Object({
        seat_id: Type.Integer(),
        section_label: Nullable(Type.String()),
        sub_section_title: Nullable(Type.String({ description: 'the block' })),
        seat_level: Nullable(Type.String()),
        seat_aisle: Nullable(Type.String()),
        seat_row: Nullable(Type.String()),
        seat_title: Nullable(Type.String()),
        gate: Nullable(Type.String()),
      }),
    ),
    price: amount('major unit of the currency'),
    discount: amount('taken off the price'),
    tax: amount('on top of the price less its discount; 0 where the price includes it'),
    total: amount('price less discount, plus tax'),
    due_now: amount('of the total, with the checkout'),
    instalments: Type.Array(PlannedInstalment, {
      description: 'the plan, the first of them due with the checkout; none where all of it is paid at once',
    }),
    collection: OneOf([...collections], {
      description:
        'automatic: later instalments are charged on their days by what the first is paid with; say so before the buyer pays',
    }),
  },
  { title: 'BasketMembership' },
)

/** What its order takes off the price of a line, and what comes on top of it as tax. */
export type LineAmounts = { discountMinor: number; taxMinor: number }

const costOfMembership = ({ price_minor }: BasketMembershipRow, { discountMinor, taxMinor }: LineAmounts): number =>
  price_minor - discountMinor + taxMinor

/** The plan of a membership: as it was when its order was drafted, or as it would be today. */
export function planOfMembership(row: BasketMembershipRow, amounts: LineAmounts, now: Date): PlanPart[] | null {
  const { number_of_instalments, months_between, fixed_end_date, timezone: zone } = row
  if (row.plan !== null) return row.plan
  const today = localDate(now, zone)
  const openDays = row.open_days.filter((day) => day > today)
  if (openDays.length > 0) return planOver(costOfMembership(row, amounts), openDays)
  if (number_of_instalments === null || months_between === null) return null
  return planOf(
    costOfMembership(row, amounts),
    { number_of_instalments, months_between, fixed_end_date },
    { now, zone },
  )
}

export const toInstalments = (plan: PlanPart[] | null, currency: string) =>
  (plan ?? []).map(({ number, due_on, amount_minor }) => ({ number, due_on, amount: toMajor(amount_minor, currency) }))

export function toBasketMembership(
  row: BasketMembershipRow,
  amounts: LineAmounts,
  { currency, now }: { currency: string; now: Date },
) {
  const plan = planOfMembership(row, amounts, now)
  const totalMinor = costOfMembership(row, amounts)
  const { membership_payment_option_id: optionId } = row
  return {
    id: String(row.basket_item_id),
    membership_type_id: row.membership_type_id,
    type_title: row.type_title,
    membership_category_id: row.membership_category_id,
    category_title: row.category_title,
    membership_payment_option_id: optionId === null ? null : String(optionId),
    membership_member_id: row.membership_member_id,
    upgrade: row.is_upgrade,
    auto_renew: row.auto_renew,
    season_id: row.season_id,
    season_title: row.season_title,
    seat:
      row.seat_id === null
        ? null
        : {
            seat_id: row.seat_id,
            section_label: row.section_label,
            sub_section_title: row.sub_section_title,
            seat_level: row.seat_level,
            seat_aisle: row.seat_aisle,
            seat_row: row.seat_row,
            seat_title: row.seat_title,
            gate: row.seat_gate,
          },
    price: toMajor(row.price_minor, currency),
    discount: toMajor(amounts.discountMinor, currency),
    tax: toMajor(amounts.taxMinor, currency),
    total: toMajor(totalMinor, currency),
    due_now: toMajor(totalMinor - laterMinor(plan), currency),
    instalments: toInstalments(plan, currency),
    collection: row.collects && plan !== null ? ('automatic' as const) : ('by_hand' as const),
  } satisfies Static<typeof BasketMembership>
}
