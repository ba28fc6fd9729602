import type { OrgId } from '../../access/principal.ts'
import { foldEmail } from '../../people/customers/customer.ts'
import type { ApiError } from '../../platform/http/errors.ts'
import { atShard } from '../../platform/postgres/at-shard.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { StockError } from '../../programme/stock/errors.ts'
import { findProofs, personBuying, storeProofs } from '../member-proof/proofs.ts'
import { type BoughtLine, type CappedBuyer, findBought, type Purchaser, type Units } from './find-bought.ts'

/**
 * What one customer may have of a price, in units, and of an event, in tickets, in all orders that are being paid or confirmed.
 * A customer is the person that the buyer has proven to be; of a buyer who has proven nothing, the customer with the e-mail address of
 * the order, or is signed in. Any buyer can type any address, so what was bought under it by others is not counted for its owner who
 * has proven to be it.
 */

/** An order that is about to count, as the caps look at it. */
export type CountedSale = {
  orderId: number
  basketId: string
  eventId: number
  /** Of the event. */
  eventCap: number | null
  email: string | null
  /** The fan who is signed in. */
  fan: Purchaser | null
  items: (Units & { max_per_customer: number | null })[]
}

export const isCapped = ({ eventCap, items }: Pick<CountedSale, 'eventCap' | 'items'>): boolean =>
  eventCap !== null || items.some(({ max_per_customer }) => max_per_customer !== null)

/** For each sale, in the order of arrival, why its customer cannot have it; null where they can, and then it counts for the next. */
export async function capRefusals(orgId: OrgId, tx: Tx, now: Date, sales: CountedSale[]): Promise<(ApiError | null)[]> {
  await lockCaps(orgId, tx, sales)
  const basketIds = sales.map(({ basketId }) => basketId)
  const proofs = new Map((await findProofs(orgId, tx, basketIds)).map((row) => [row.basket_id, row]))
  const buyers = sales.map(({ basketId, email, fan }) => ({
    email: email === null ? null : foldEmail(email),
    userId: personBuying(fan?.provenUserId ?? null, proofs.get(basketId)),
    identity: fan?.identity ?? null,
  }))
  const eventIds = sales.map(({ eventId }) => eventId)
  let bought: Bought[] = (await findBought(orgId, tx, eventIds, buyers)).map((row) => ({ ...row, names: namesIn(row) }))
  const refusals = sales.map((sale, index) => {
    const buyer = buyers[index]
    if (!buyer) throw new Error('there are fewer buyers than sales')
    const known = new Set(namesOfBuyer(buyer))
    const before = bought.filter((line) => line.order_id !== sale.orderId && line.names.some((name) => known.has(name)))
    const refusal = refusalOf(sale, before)
    if (refusal) return refusal
    const { orderId: order_id, eventId: event_id } = sale
    // An order that is paid anew counts with what is in its basket now.
    bought = bought.filter((line) => line.order_id !== order_id)
    const names = [...namesOfBuyer(buyer), ...emailName(buyer.email)]
    bought.push(...sale.items.map((item) => ({ ...item, order_id, event_id, names })))
    return null
  })
  // What a token has proven stays with the order, also when the fan takes the link back and proves it anew.
  const byToken = buyers.flatMap(({ userId }, index) => {
    const basketId = basketIds[index] ?? ''
    const isNew = userId !== null && userId !== proofs.get(basketId)?.user_id
    return isNew && !refusals[index] ? [{ basketId, userId, provenBy: 'sso' as const }] : []
  })
  if (byToken.length > 0) await storeProofs(orgId, tx, now, byToken)
  return refusals
}

type Bought = Units & { order_id: number; event_id: number; names: string[] }

function refusalOf({ eventId, eventCap, items }: CountedSale, before: Bought[]): ApiError | null {
  const lines = [...before, ...items]
  for (const { price_id, max_per_customer: cap } of items) {
    if (cap === null || unitsOf(lines.filter((line) => line.price_id === price_id)) <= cap) continue
    return tooMany(cap, `One customer can have ${cap} of this price at most, in all orders together.`, { price_id })
  }
  const tickets = [...before.filter(({ event_id }) => event_id === eventId), ...items]
  if (eventCap === null || placesOf(tickets) <= eventCap) return null
  return tooMany(eventCap, `One customer can have ${eventCap} tickets of this event at most, in all orders together.`)
}

const unitsOf = (lines: Units[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)
const placesOf = (lines: Units[]) => lines.reduce((sum, { places }) => sum + places, 0)

const tooMany = (cap: number, message: string, of: { price_id?: number } = {}) =>
  new StockError('max_per_customer', { param: 'customer[email]', message, max_per_customer: cap, ...of })

const emailName = (email: string | null) => (email === null ? [] : [`email ${email}`])
const userName = (userId: number) => `user ${userId}`
const fanName = (fan: CappedBuyer['identity']) => (fan === null ? [] : [`fan ${fan.issuer} ${fan.subject}`])

/** What the buyer's earlier orders are known by. */
const namesOfBuyer = ({ email, userId, identity }: CappedBuyer): string[] => [
  ...(userId === null ? emailName(email) : [userName(userId)]),
  ...fanName(identity),
]

const namesIn = ({ email, person_ids, issuer, subject }: BoughtLine): string[] => [
  ...emailName(email),
  ...person_ids.map(userName),
  ...fanName(issuer === null || subject === null ? null : { issuer, subject }),
]

/**
 * A batch that drafts orders of a capped event waits here for the commit of who was before, and then counts their orders too. One
 * lock for the whole event: a batch of checkouts shares it, and a lock for each buyer would fill the table of locks.
 * Behind the baskets and before the discounts, in the order of the ids.
 */
const lockCaps = (orgId: OrgId, tx: Tx, sales: CountedSale[]) => tx`
  select pg_advisory_xact_lock(hashtextextended('capped ' || ${orgId}::bigint || ' ' || event_id, 0))
  from ${atShard(tx, orgId)}, (
    select distinct event_id
    from unnest(${sales.map(({ eventId }) => eventId)}::bigint[]) as e (event_id)
    order by event_id
  ) as ordered`
