import { words } from '../words/box-office.ts'

/** So many units of each price, and the seats if the seller chose them. */
export type Cart = { units: Record<number, number>; seats: ChosenSeat[] }
export type ChosenSeat = { id: number; categoryId: number | null; label: string }
export type Method = 'cash' | 'card' | 'reader' | 'invoice' | 'free'

/** What a price says that matters at the counter; the API's own prices are such. */
export type Offer = {
  price_id: number
  price_category_id: number
  title: string
  /** Of one unit, without fees: what a discount takes from. */
  price: number
  total: number
  /** On top of the price; then what several cost together is for the server to say. */
  tax: number
  tickets_included: number
  membership_type_id: number | null
  status: string
  available: number
}

export const emptyCart: Cart = { units: {}, seats: [] }

/** Whether the API will judge by who it is that buys, and so has to be told. */
export const isForMembers = ({ membership_type_id }: Offer): boolean => membership_type_id !== null

/** Why it cannot be had at the counter now; undefined: it can. */
export function whyNotSold(offer: Offer, hasMember: boolean): string | undefined {
  if (isForMembers(offer) && !hasMember) return words.forMembersSayFirstWho
  if (offer.status === 'scheduled') return words.notOnSaleYet
  if (offer.status === 'sold_out' || offer.available === 0) return words.soldOut
  return offer.status === 'active' ? undefined : words.notOnSaleAnyMore
}

/** The cap of an order is for the shop: staff know whom they sell to. */
export const mostOf = ({ available }: Offer): number => Math.min(available, 100)

/** One more, or one fewer. Seats were chosen for another number, so that they are given back. */
export function addUnits(cart: Cart, offer: Offer, by: number): Cart {
  const units = Math.min(Math.max((cart.units[offer.price_id] ?? 0) + by, 0), mostOf(offer))
  return { units: { ...cart.units, [offer.price_id]: units }, seats: [] }
}

export type Line = { offer: Offer; units: number; sum: number }

export const linesOf = ({ units }: Cart, offers: Offer[]): Line[] =>
  offers
    .map((offer) => ({ offer, units: units[offer.price_id] ?? 0 }))
    .filter((line) => line.units > 0)
    .map((line) => ({ ...line, sum: inCents(line.offer.total * line.units) }))

export const totalOf = (lines: Line[]): number => inCents(lines.reduce((sum, line) => sum + line.sum, 0))
export const ticketsOf = (lines: Line[]): number =>
  lines.reduce((sum, { offer, units }) => sum + units * offer.tickets_included, 0)

export type FeeSettings = {
  currency: string
  transaction_fee_fixed: number
  transaction_fee_percentage: number
  transaction_fee_max: number | null
  transaction_fee_free_orders: boolean
  transaction_fee_boxoffice: boolean
}

/** The fee of the order, where the organisation asks it at the counter too. Its fixed amounts are of the organisation's currency. */
export function feeOf(total: number, currency: string, fee: FeeSettings): number {
  if (!fee.transaction_fee_boxoffice || (total === 0 && !fee.transaction_fee_free_orders)) return 0
  const isOwn = currency === fee.currency
  const both = (isOwn ? fee.transaction_fee_fixed : 0) + (total * fee.transaction_fee_percentage) / 100
  const capped = isOwn ? Math.min(both, fee.transaction_fee_max ?? both) : both
  return Math.round(inCents(capped) * minorUnits(currency)) / minorUnits(currency)
}

/** What they cost before tax comes on top: what the bill names one by one. */
export const beforeTax = ({ offer, units }: Line): number => inCents((offer.total - offer.tax) * units)

/** What a code takes off: a part of the prices, or an amount of its own. */
export type CodeRule = { percentage: number | null; amount: number | null }

/** What a code takes off these lines. Fees stay; it is rounded once, half of the smallest coin up, as the API does. */
export function discountOf(lines: Line[], currency: string, { percentage, amount }: CodeRule): number {
  const coins = minorUnits(currency)
  const whole = Math.round(lines.reduce((sum, { offer, units }) => sum + offer.price * units, 0) * coins)
  if (percentage === null) return Math.min(Math.round((amount ?? 0) * coins), whole) / coins
  return Math.floor((whole * Math.round(percentage * 100) + 5000) / 10_000) / coins
}

/** How many of the smallest coin make one. */
function minorUnits(currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return 10 ** maximumFractionDigits
}

/** Sums of decimal fractions are a hair off; the finest coin of any currency is a thousandth. */
export const inCents = (amount: number): number => Math.round(amount * 1000) / 1000

/** What a sum comes to in cash where the least coin is this; half of it away from zero, as the server has it. */
export function inCoins(total: number, coin: number | null): number {
  if (coin === null) return total
  const [minor, step] = [Math.round(total * 1000), Math.round(coin * 1000)]
  return (Math.floor((2 * minor + step) / (2 * step)) * step) / 1000
}

/** What goes back over the counter; undefined while too little is there. Nothing typed is the exact amount. */
export function changeDue(total: number, given: number | undefined): number | undefined {
  if (given === undefined) return 0
  const change = inCents(given - total)
  return change < 0 ? undefined : change
}

/** Notes that a buyer may well hold out for it: the next whole ten, twenty, fifty and hundred. */
export function likelyNotes(total: number): number[] {
  const notes = [5, 10, 20, 50, 100].map((note) => Math.ceil(total / note) * note)
  return [...new Set(notes)].filter((note) => note > total).slice(0, 4)
}

/** As the API takes it. Where seats were chosen each price gets its own, in the order of choice; elsewhere the best that are free. */
export function itemsOf(lines: Line[], { seats }: Cart, isSeated: (categoryId: number) => boolean) {
  const left = new Map<number | null, number[]>()
  for (const { id, categoryId } of seats) left.set(categoryId, [...(left.get(categoryId) ?? []), id])
  return lines.map(({ offer: { price_id, price_category_id, tickets_included }, units }) => {
    const item = { price_id, quantity: units }
    if (!isSeated(price_category_id)) return item
    const seatIds = left.get(price_category_id)?.splice(0, units * tickets_included) ?? []
    return seatIds.length === 0 ? { ...item, best_available: true } : { ...item, seat_ids: seatIds }
  })
}

/** Whether as many seats were chosen in each part of the ground as tickets; none at all are the best available. */
export function seatsFit(lines: Line[], { seats }: Cart, isSeated: (categoryId: number) => boolean): boolean {
  if (seats.length === 0) return true
  const wanted = new Map<number | null, number>()
  for (const { offer, units } of lines)
    if (isSeated(offer.price_category_id))
      wanted.set(offer.price_category_id, (wanted.get(offer.price_category_id) ?? 0) + units * offer.tickets_included)
  const chosen = Map.groupBy(seats, ({ categoryId }) => categoryId)
  return (
    [...wanted].every(([categoryId, count]) => chosen.get(categoryId)?.length === count) &&
    [...chosen.keys()].every((categoryId) => wanted.has(categoryId))
  )
}

/** Where an event wants a name on every ticket, the buyer's is on all of them until the seller renames one. */
export const holdersOf = (isWanted: boolean, name: string, tickets: number, answered: Holder[] = []) =>
  isWanted || answered.length > 0
    ? {
        holders: Array.from({ length: Math.max(isWanted ? tickets : 0, answered.length) }, (_, ticket) => ({
          ...(isWanted && { ticket_name: name.trim() }),
          ...answered[ticket],
        })),
      }
    : {}

type Holder = { answers?: Record<string, string> | undefined }

/** The last word is the last name, as people write it. */
export function customerOf(name: string, email: string) {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const last = words.pop()
  const customer = {
    ...(words.length > 0 && { first_name: words.join(' ') }),
    ...(last !== undefined && { last_name: last }),
    ...(email.trim() !== '' && { email: email.trim() }),
  }
  return Object.keys(customer).length === 0 ? {} : { customer }
}
