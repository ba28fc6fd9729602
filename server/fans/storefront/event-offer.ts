import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { type AvailabilityRules, availabilityOf } from '../../programme/prices/list-availability.ts'
import { BorneRateColumn } from '../../programme/tax-rates/borne-rate.ts'
import { costOfUnit } from '../../programme/tax-rates/unit-tax.ts'

const sales = ['open', 'members', 'scheduled', 'sold_out', 'ended'] as const

export const EventOffer = Type.Object(
  {
    sale: OneOf([...sales], {
      description:
        'open: anybody can buy; members: only members can, now; scheduled: it has not begun; ended: it is over, or nothing is sold online',
    }),
    from_total: Nullable(
      Type.Number({
        description:
          'the least that a ticket costs, with fee and tax; before the sale, what it will cost; null: nothing is sold',
      }),
    ),
    from_tax: Type.Number({
      description: 'of from_total, what comes on top of the price and the fee by a rate of tax',
    }),
    opens_unix: Nullable(
      Type.Integer({ description: 'when the sale begins for everybody; null: it has, or will not' }),
    ),
    members_open_unix: Nullable(Type.Integer({ description: 'when it begins for members, if that is before' })),
    few_left: Type.Boolean({ description: 'as the organisation reckons it (few_places_left), where it shows that' }),
    places_left: Nullable(Type.Integer({ description: 'null where the organisation does not show it' })),
  },
  { title: 'EventOffer' },
)
export type EventOffer = Static<typeof EventOffer>

/** A price that is shown online, as far as the offer of its event depends on it. */
export const OfferedPriceRow = Type.Object({
  event_id: Type.Integer(),
  price_category_id: Type.Integer(),
  price_minor: Type.Integer(),
  service_fee_minor: Type.Integer(),
  service_tax_minor: Type.Integer(),
  tax_rate: BorneRateColumn,
  fee_tax_rate: BorneRateColumn,
  supply_day: Type.String(),
  tickets_included: Type.Integer(),
  for_members: Type.Boolean(),
  available_from: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  sold_until: Type.Unsafe<Date>({ type: 'object' }),
  /** Of the price, and of its category. */
  places_left: Type.Integer(),
  pool_left: Type.Integer(),
  currency: Type.String(),
})
export type OfferedPriceRow = Static<typeof OfferedPriceRow>

/** What one line of a programme says of an event's tickets: whether, from when, from how much, and how many are left. */
export function offerOfEvent(prices: OfferedPriceRow[], rules: AvailabilityRules, now: Date): EventOffer {
  const coming = prices.filter(({ sold_until }) => sold_until > now)
  const left = coming.filter(({ places_left, tickets_included }) => places_left >= tickets_included)
  const hasBegun = ({ available_from }: OfferedPriceRow) => available_from === null || available_from <= now
  const openNow = left.filter(hasBegun)
  const forAll = ({ for_members }: OfferedPriceRow) => !for_members
  const later = left.filter((price) => !hasBegun(price))
  const sale = saleOf({ coming, openNow, later })
  const priced = sale === 'open' ? openNow.filter(forAll) : sale === 'members' ? openNow : later
  const placesLeft = sumOfPools(openNow)
  const [opens, membersOpen] = [later.filter(forAll), later.filter(({ for_members }) => for_members)].map(earliest)
  const isOpen = sale === 'open'
  return {
    sale,
    ...leastOf(priced),
    opens_unix: isOpen || opens === undefined ? null : opens,
    members_open_unix:
      sale === 'scheduled' && membersOpen !== undefined && membersOpen < (opens ?? Infinity) ? membersOpen : null,
    few_left: openNow.length > 0 && availabilityOf(placesLeft, rules) === 'few',
    places_left: rules.places_left_shown === 'number' && openNow.length > 0 ? placesLeft : null,
  }
}

function saleOf(sold: Record<'coming' | 'openNow' | 'later', OfferedPriceRow[]>): EventOffer['sale'] {
  if (sold.openNow.some(({ for_members }) => !for_members)) return 'open'
  if (sold.openNow.length > 0) return 'members'
  if (sold.later.length > 0) return 'scheduled'
  return sold.coming.length > 0 ? 'sold_out' : 'ended'
}

/** Of single tickets where there are any: what a family pays says nothing of what one costs. */
function leastOf(prices: OfferedPriceRow[]): Pick<EventOffer, 'from_total' | 'from_tax'> {
  const singles = prices.filter(({ tickets_included }) => tickets_included === 1)
  const [least] = (singles.length > 0 ? singles : prices)
    .map((price) => ({ ...costOfUnit(price, price.supply_day), price }))
    .sort((a, b) => a.totalMinor - b.totalMinor)
  if (!least) return { from_total: null, from_tax: 0 }
  const { price, totalMinor, taxMinor, serviceTaxMinor } = least
  const byRateMinor = taxMinor + serviceTaxMinor - price.service_tax_minor
  return { from_total: toMajor(totalMinor, price.currency), from_tax: toMajor(byRateMinor, price.currency) }
}

const earliest = (prices: OfferedPriceRow[]): number | undefined =>
  prices
    .flatMap(({ available_from }) => (available_from === null ? [] : [unixSeconds(available_from)]))
    .sort((a, b) => a - b)[0]

/** Prices of one category share its places. */
function sumOfPools(prices: OfferedPriceRow[]): number {
  const pools = new Map(prices.map(({ price_category_id, pool_left }) => [price_category_id, pool_left]))
  return [...pools.values()].reduce((sum, places) => sum + places, 0)
}
