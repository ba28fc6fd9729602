/** What is chosen, price by price: how many units. */
export type Wishes = Record<number, number>

/** Seats that were chosen one by one, price by price. */
export type ChosenSeats = Record<number, number[]>

type Offer = {
  price_id: number
  total: number
  tax: number
  tickets_included: number
  max_per_order: number | null
  max_per_customer: number | null
  max_per_member: number | null
  price_category_id: number
  status: string
}
type Places = { price_category_id: number; places_left: number | null; availability: string }
type Fee = {
  transaction_fee_fixed: number
  transaction_fee_percentage: number
  transaction_fee_max: number | null
  transaction_fee_free_orders: boolean
}

/** Units of one item that the API takes at most. */
const UNITS_MAX = 100

/** How many units there can be at most, and what keeps them from being more. */
export type UnitsLimit = { most: number; by: 'sale' | 'order' | 'customer' | 'member' | 'left' }

/**
 * How many units of a price can be chosen: by its own caps, by what one person may have of the event, and by the places that are left
 * beside what else is chosen. Where several hold, the strictest is named.
 */
export function unitsLimit(
  offer: Offer,
  offers: Offer[],
  { places, wishes, perCustomer = null }: { places: Places[]; wishes: Wishes; perCustomer?: number | null },
): UnitsLimit {
  if (offer.status !== 'active') return { most: 0, by: 'sale' }
  const { tickets_included: included, price_category_id: categoryId } = offer
  const ticketsOf = (others: Offer[]) =>
    others
      .filter(({ price_id }) => price_id !== offer.price_id)
      .reduce((sum, { price_id, tickets_included }) => sum + (wishes[price_id] ?? 0) * tickets_included, 0)
  const beside = (tickets: number | null | undefined, others: Offer[]) =>
    tickets == null ? Number.POSITIVE_INFINITY : Math.max(0, Math.floor((tickets - ticketsOf(others)) / included))
  const inCategory = offers.filter(({ price_category_id }) => price_category_id === categoryId)
  const left = places.find(({ price_category_id }) => price_category_id === categoryId)?.places_left
  const limits: UnitsLimit[] = [
    { most: Math.min(offer.max_per_order ?? UNITS_MAX, UNITS_MAX), by: 'order' },
    { most: offer.max_per_member ?? Number.POSITIVE_INFINITY, by: 'member' },
    { most: offer.max_per_customer ?? Number.POSITIVE_INFINITY, by: 'customer' },
    { most: beside(perCustomer, offers), by: 'customer' },
    { most: beside(left, inCategory), by: 'left' },
  ]
  return limits.reduce((strictest, limit) => (limit.most < strictest.most ? limit : strictest))
}

/**
 * Tickets and what they cost with everything in it, the fee of the order too: the price that is paid in the end. Only tax that comes on top is
 * left to the basket, which rounds it for all units together.
 */
export function sumOf(offers: Offer[], wishes: Wishes, fee: Fee) {
  let tickets = 0
  let plusTax = false
  let cents = 0
  for (const { price_id, total, tax, tickets_included } of offers) {
    const units = wishes[price_id] ?? 0
    tickets += units * tickets_included
    plusTax ||= units > 0 && tax > 0
    // In whole thousandths: no currency has a smaller unit, and sums of fractions drift.
    cents += Math.round(total * 1000) * units
  }
  const whole = cents / 1000
  const isFree = tickets === 0 || (whole === 0 && !fee.transaction_fee_free_orders)
  const uncapped = isFree ? 0 : fee.transaction_fee_fixed + (whole * fee.transaction_fee_percentage) / 100
  const orderFee = Math.min(uncapped, fee.transaction_fee_max ?? uncapped)
  return { tickets, orderFee, total: whole + orderFee, plusTax }
}

/** Prices under the category that they sell places of, in the order in which they come. */
export function byCategory<T extends { price_category_id: number; price_category_title: string }>(
  offers: T[],
): { id: number; title: string; offers: T[] }[] {
  const categories = new Map<number, { id: number; title: string; offers: T[] }>()
  for (const offer of offers) {
    const category = categories.get(offer.price_category_id)
    if (category) category.offers.push(offer)
    else
      categories.set(offer.price_category_id, {
        id: offer.price_category_id,
        title: offer.price_category_title,
        offers: [offer],
      })
  }
  return [...categories.values()]
}
