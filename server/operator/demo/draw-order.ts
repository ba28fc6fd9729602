import { HOUR_MS } from '../../platform/values/durations.ts'
import type { OrderOutcome } from './club.ts'
import type { DemoBuyer } from './customers.ts'
import { addMs, earliest } from './days.ts'
import { HARBOUR_CITY } from './harbour-city.ts'
import type { DemoOffer } from './offer.ts'
import type { DemoOrder } from './order.ts'
import { randomOf, type SeededRandom } from './seeded-random.ts'

type Drawn = {
  buyer: DemoBuyer
  offer: DemoOffer
  /** The buyer's own paid memberships. */
  memberTypes: ReadonlySet<number>
  discountId: number
  today: Date
}

/** Order number n, of this buyer for this event. */
export function drawOrder(n: number, { buyer, offer, memberTypes, discountId, today }: Drawn): DemoOrder {
  const random = randomOf('order', n)
  const outcome = outcomeFor(random.share(HARBOUR_CITY.orders), offer, today)
  // An expired order gives the use of its code back.
  const isDiscounted = random.chance(0.1) && outcome !== 'expired'
  const lines = drawLines(random, offer, memberTypes)
  const until = earliest(offer.starts_at, today, offer.cancelled_at ?? today).getTime() - HOUR_MS
  const createdAt = addMs(offer.published_at, random.below(Math.max(1, until - offer.published_at.getTime())))
  const isAtCounter = outcome === 'pending' || outcome === 'cancelled' || random.chance(0.15)
  return {
    series: 'order',
    n,
    buyer,
    offer,
    outcome,
    channel: isAtCounter ? 'boxoffice' : 'online',
    discountId: isDiscounted ? discountId : null,
    createdAt,
    lines,
    barcodes: randomOf('barcode', n),
  }
}

/** Buyers of a cancelled event get their money back; what is unpaid when an event begins has expired. */
function outcomeFor(drawn: OrderOutcome, { cancelled_at, starts_at }: DemoOffer, today: Date): OrderOutcome {
  if (cancelled_at) return 'refunded'
  return drawn === 'pending' && starts_at <= today ? 'expired' : drawn
}

/** One price, or two of them. */
function drawLines(random: SeededRandom, offer: DemoOffer, memberTypes: ReadonlySet<number>): DemoOrder['lines'] {
  const prices = offer.prices.filter(({ membership_type_id: type }) => type === null || memberTypes.has(type))
  const main = random.pick(prices)
  const other = random.chance(0.25) ? random.pick(prices) : main
  return [...new Set([main, other])].map((price) => ({
    price,
    quantity: price.tickets_included > 1 ? 1 : 1 + random.below(3),
  }))
}
