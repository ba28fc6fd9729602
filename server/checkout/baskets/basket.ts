import { type Static, Type } from 'typebox'
import type { Language } from '../../../faces/kit/languages.ts'
import { OrderSecretField } from '../../platform/http/guarded-fields.ts'
import { ForSecretKeys, Nullable, OneOf } from '../../platform/http/schema.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { localDate } from '../../platform/values/time.ts'
import type { DiscountRule } from '../../programme/discounts/apply-discount.ts'
import type { TaxShare } from '../../programme/tax-rates/split-tax.ts'
import { Taxes, toTaxes } from '../../programme/tax-rates/taxes.ts'
import { inLanguage } from '../../programme/translations.ts'
import { Charges, chargesOf, toCharges } from '../../tickets/orders/charges.ts'
import { orderStatuses } from '../../tickets/orders/order.ts'
import { Ticket } from '../../tickets/tickets/ticket.ts'
import {
  BasketMembership,
  type LineAmounts,
  planOfMembership,
  toBasketMembership,
} from '../membership-sale/basket-membership.ts'
import { laterMinor } from '../membership-sale/plan.ts'
import { type BasketStatus, basketIdOf, basketStatuses, statusAt } from './basket-state.ts'
import { basketCost, type Cost, costAsSold } from './cost-of-basket.ts'
import type { BasketContents, BasketItemRow, BasketRow, BasketSeatRow } from './find-baskets.ts'
import type { Channel } from './item-rules.ts'
import { ruleOf } from './totals.ts'
import { type FeeRule, feeRuleOf } from './transaction-fee.ts'

const amount = (description: string) => Type.Number({ description })

const { gate, entrance } = Ticket.properties

const BasketSeat = Type.Object(
  {
    seat_id: Type.Integer(),
    section_label: Type.String(),
    sub_section_title: Nullable(Type.String()),
    seat_level: Nullable(Type.String()),
    seat_aisle: Nullable(Type.String()),
    seat_row: Nullable(Type.String()),
    seat_title: Type.String(),
    gate,
    entrance,
  },
  { title: 'BasketSeat' },
)

const BasketItem = Type.Object(
  {
    id: Type.String(),
    price_id: Type.Integer(),
    title: Type.String({ description: 'of the price' }),
    price_category_id: Type.Integer(),
    price_category_title: Type.String(),
    section_label: Nullable(Type.String({ description: 'of the price category, for tickets without a seat' })),
    gate,
    entrance,
    quantity: Type.Integer(),
    tickets: Type.Integer({ description: 'tickets, and places, of all units' }),
    price: amount('of one unit, major unit of the currency'),
    service_fee: amount('of one unit'),
    service_tax: amount('of one unit'),
    rebate: ForSecretKeys(amount('of one unit: what the organisation gets back out of the service fee')),
    discount: amount('taken off the price of all units'),
    tax: amount('on top of the price of all units less its discount; 0 where the price includes it'),
    total: amount('of all units: price less discount, plus service fee, service tax and tax'),
    seats: Type.Array(BasketSeat, {
      description: 'of reserved seating, while the basket holds them; then they are on the tickets of the order',
    }),
  },
  { title: 'BasketItem' },
)

export const Basket = Type.Object(
  {
    id: Type.String(),
    status: OneOf([...basketStatuses]),
    org_id: Type.String(),
    event_id: Nullable(Type.String({ description: 'of the items; null while there are none' })),
    currency: Nullable(Type.String({ description: 'ISO 4217; that of the event, or of the memberships' })),
    discount_code: Nullable(Type.String()),
    items: Type.Array(BasketItem, { description: 'tickets' }),
    memberships: Type.Array(BasketMembership),
    subtotal: amount('prices, before discount and fees'),
    discount_amount: amount('taken off the prices'),
    service_fee: amount('of all items'),
    service_tax: amount('of all items'),
    transaction_fee: amount('for the order as a whole'),
    rebate: ForSecretKeys(
      amount('of all items: what the organisation gets back out of the service fee; no part of the total'),
    ),
    tax: amount('on top of prices and of the transaction fee; 0 where they include it'),
    total: amount('what it costs'),
    taxes: Taxes,
    due_now: amount('what the fan pays with the checkout: the total, less what a plan leaves for later'),
    charges: Charges,
    expires_at: Type.Integer({ description: 'Unix seconds; the places are free then' }),
    created: Type.Integer({ description: 'Unix seconds' }),
    order: Nullable(
      Type.Object({
        order_id: Type.Integer(),
        order_uuid: Type.String(),
        order_status: OneOf([...orderStatuses]),
        order_secret: Nullable(
          OrderSecretField({ description: 'opens it at /v1/storefront/order; null while the basket can be changed' }),
        ),
      }),
    ),
  },
  { title: 'Basket' },
)
export type Basket = Static<typeof Basket>

/** What is being paid, or has been, stays what it is when the discount changes. */
const ruleShown = (row: BasketRow): DiscountRule | null =>
  row.basket_status === 'paying' || row.basket_status === 'checked_out'
    ? { basisPoints: null, amountMinor: row.order_discount_minor }
    : ruleOf(row)

/** The same holds for the transaction fee, whatever the organisation sets it to meanwhile. */
const feeRuleShown = (row: BasketRow, channel: Channel): FeeRule | null =>
  row.basket_status === 'paying' || row.basket_status === 'checked_out'
    ? { fixedMinor: row.order_transaction_fee_minor ?? 0, basisPoints: 0, maxMinor: null, onFreeOrders: true }
    : feeRuleOf(row, row.currency, channel)

/** And for the tax. */
function costShown(contents: BasketContents, channel: Channel, now: Date): { cost: Cost; taxes: TaxShare[] | null } {
  const { row } = contents
  const cost = basketCost(contents, ruleShown(row), feeRuleShown(row, channel), now)
  return row.basket_status === 'paying' || row.basket_status === 'checked_out'
    ? { cost: costAsSold(cost, row.order_added_tax_minor ?? 0), taxes: row.order_taxes }
    : { cost, taxes: cost.tax.order.taxes }
}

/** ISO 4217 for a sum without a currency: an empty basket has zero sums, and nothing that says in what they are paid. */
const NO_CURRENCY = 'XXX'

/** Where it is sold, and whose language its texts are in. */
type BasketReader = { channel?: Channel | undefined; language?: Language | undefined }

export function toBasket(
  orgId: number,
  contents: BasketContents,
  now: Date,
  { channel = 'online', language }: BasketReader = {},
): Basket {
  const { row, items, seats, memberships } = contents
  const currency = row.currency ?? NO_CURRENCY
  const { cost, taxes } = costShown(contents, channel, now)
  const amountsOf = (index: number) => ({
    discountMinor: cost.lineDiscounts[index] ?? 0,
    taxMinor: cost.lineTaxes[index] ?? 0,
  })
  const plans = memberships.map((membership, index) =>
    planOfMembership(membership, amountsOf(items.length + index), now),
  )
  const later = plans.reduce((sum, plan) => sum + laterMinor(plan), 0)
  const today = localDate(now, memberships[0]?.timezone ?? 'UTC')
  const seatsOf = Map.groupBy(seats, ({ basket_item_id }) => basket_item_id)
  return {
    id: basketIdOf(row.basket_id),
    status: statusAt(row.basket_status as BasketStatus, row.expires_at, now),
    org_id: String(orgId),
    event_id: row.event_id === null ? null : String(row.event_id),
    currency: row.currency,
    discount_code: row.discount_code,
    items: items.map((item, index) =>
      toItem(item, amountsOf(index), seatsOf.get(item.basket_item_id) ?? [], { currency, language }),
    ),
    memberships: memberships.map((membership, index) =>
      toBasketMembership(membership, amountsOf(items.length + index), { currency, now }),
    ),
    subtotal: toMajor(cost.price_minor, currency),
    discount_amount: toMajor(cost.discount_minor, currency),
    service_fee: toMajor(cost.service_fee_minor, currency),
    service_tax: toMajor(cost.service_tax_minor, currency),
    transaction_fee: toMajor(cost.transaction_fee_minor, currency),
    rebate: toMajor(cost.rebate_minor, currency),
    tax: toMajor(cost.tax_minor, currency),
    total: toMajor(cost.total_minor, currency),
    taxes: toTaxes(taxes, currency),
    due_now: toMajor(cost.total_minor - later, currency),
    charges: toCharges(chargesOf(cost.total_minor, plans, today), currency),
    expires_at: unixSeconds(row.expires_at),
    created: unixSeconds(row.created_at),
    order:
      row.order_id === null || row.order_uuid === null || row.order_status === null
        ? null
        : {
            order_id: row.order_id,
            order_uuid: row.order_uuid,
            order_status: row.order_status,
            order_secret: null,
          },
  }
}

function toItem(
  item: BasketItemRow,
  { discountMinor, taxMinor }: LineAmounts,
  seats: BasketSeatRow[],
  { currency, language }: { currency: string; language: Language | undefined },
) {
  const { price_translations: ofPrice, category_translations: ofCategory } = item
  const full = item.quantity * (item.price_minor + item.service_fee_minor + item.service_tax_minor)
  return {
    id: String(item.basket_item_id),
    price_id: item.price_id,
    title: inLanguage(ofPrice, language, 'title', item.title),
    price_category_id: item.price_category_id,
    price_category_title: inLanguage(ofCategory, language, 'title', item.price_category_title),
    section_label: inLanguage(ofCategory, language, 'section_label', item.section_label),
    gate: item.gate,
    entrance: item.entrance,
    quantity: item.quantity,
    tickets: item.places,
    price: toMajor(item.price_minor, currency),
    service_fee: toMajor(item.service_fee_minor, currency),
    service_tax: toMajor(item.service_tax_minor, currency),
    rebate: toMajor(item.rebate_minor, currency),
    discount: toMajor(discountMinor, currency),
    tax: toMajor(taxMinor, currency),
    total: toMajor(full - discountMinor + taxMinor, currency),
    seats: seats.map((seat) => ({
      seat_id: seat.seat_id,
      section_label: seat.section_label,
      sub_section_title: seat.sub_section_title,
      seat_level: seat.seat_level,
      seat_aisle: seat.seat_aisle,
      seat_row: seat.seat_row,
      seat_title: seat.seat_title,
      gate: seat.gate ?? item.gate,
      entrance: seat.gate === null ? item.entrance : seat.entrance,
    })),
  } satisfies Static<typeof BasketItem>
}
