import type { OrgId } from '../../access/principal.ts'
import { sendTogether } from '../../platform/batches/begin-batch.ts'
import type { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { SaleError } from '../errors.ts'
import {
  type BoughtRow,
  findBoughtByMembers,
  findMemberPrices,
  lockMembersBuying,
  type MemberPriceRow,
} from '../member-proof/member-prices.ts'
import { countMemberships, type MembershipCount } from '../member-proof/memberships.ts'
import { findProofs, orderOfAnother, personBuying, storeProofs } from '../member-proof/proofs.ts'

/** An order that is about to count, as members-only prices look at it. */
export type MemberSale = {
  orderId: number
  basketId: string
  eventId: number | null
  /** The customer that the fan who is signed in has proven to be. */
  provenUserId: number | null
  /** The order is there from an attempt before. */
  redrafted: boolean
  items: { price_id: number; membership_type_id: number | null; quantity: number }[]
  /** Of the memberships in the same basket: they count at once. */
  membershipTypes: number[]
}

export const isForMembers = ({
  items,
}: {
  items: Pick<MemberSale['items'][number], 'membership_type_id'>[]
}): boolean => items.some(({ membership_type_id }) => membership_type_id !== null)

/**
 * For each sale of members-only prices, in the order of arrival, why its buyer cannot have it: they have not proven to be a member,
 * are none that a price is for, or have bought as many as they may. Null where they can, and then it counts for the next. The
 * address that was typed says nothing here, so that the refusal is the same for every address.
 */
export async function memberRefusals(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  sales: MemberSale[],
): Promise<(ApiError | null)[]> {
  const basketIds = sales.map(({ basketId }) => basketId)
  const proofs = new Map((await findProofs(orgId, tx, basketIds)).map((row) => [row.basket_id, row]))
  const proven = sales.map((sale) => {
    const before = proofs.get(sale.basketId)
    const userId = personBuying(sale.provenUserId, before)
    return { sale, userId, isOfAnother: sale.redrafted && before !== undefined && before.user_id !== userId }
  })
  const userIds = [...new Set(proven.flatMap(({ userId }) => userId ?? []))]
  if (userIds.length === 0 && sales.every((sale) => sale.membershipTypes.length === 0)) {
    return sales.map(() => new SaleError('member_proof_required'))
  }
  const priceIds = [...new Set(sales.flatMap((sale) => [...unitsOf(sale).keys()]))]
  const facts = await sendTogether({
    locks: lockMembersBuying(orgId, tx, userIds),
    prices: findMemberPrices(orgId, tx, priceIds),
    memberships: countMemberships(
      orgId,
      tx,
      now,
      proven.flatMap(({ sale: { eventId }, userId }) => (userId === null ? [] : [{ userId, eventId }])),
    ),
    bought: findBoughtByMembers(orgId, tx, userIds, priceIds),
  })
  const allowance = new Allowance(facts)
  const refusals = proven.map(({ sale, userId, isOfAnother }) => {
    if (isOfAnother) return orderOfAnother()
    const refusal = allowance.take(userId, sale, unitsOf(sale))
    return userId === null && refusal?.code === 'membership_required' ? new SaleError('member_proof_required') : refusal
  })
  // What a token of this very request has proven stays with the order, so that the next one counts it.
  const byToken = proven.flatMap(({ sale: { basketId }, userId }, index) =>
    userId === null || refusals[index] || userId === proofs.get(basketId)?.user_id
      ? []
      : [{ basketId, userId, provenBy: 'sso' as const }],
  )
  if (byToken.length > 0) await storeProofs(orgId, tx, now, byToken)
  return refusals
}

/** Units of members-only prices, by price. */
function unitsOf({ items }: MemberSale): Map<number, number> {
  const units = new Map<number, number>()
  for (const { price_id, membership_type_id, quantity } of items) {
    if (membership_type_id !== null) units.set(price_id, (units.get(price_id) ?? 0) + quantity)
  }
  return units
}

type Facts = { prices: MemberPriceRow[]; memberships: MembershipCount[]; bought: BoughtRow[] }

/** What members may still buy, while a batch is being drafted under their locks. */
class Allowance {
  readonly #prices: Map<number, MemberPriceRow>
  readonly #memberships: MembershipCount[]
  #bought: BoughtRow[]

  constructor({ prices, memberships, bought }: Facts) {
    this.#prices = new Map(prices.map((price) => [price.price_id, price]))
    this.#memberships = memberships
    this.#bought = bought
  }

  /**
   * Counts the units of an order, all of them or, with the reason, none. What it had from an attempt before is replaced. A buyer who has
   * proven nothing has the memberships of the basket alone.
   */
  take(
    userId: number | null,
    { orderId, eventId, membershipTypes }: MemberSale,
    units: Map<number, number>,
  ): ApiError | null {
    const others = this.#bought.filter(({ order_id }) => order_id !== orderId)
    for (const [priceId, wanted] of units) {
      const { membership_type_ids: types = [], max_per_member: most = null } = this.#prices.get(priceId) ?? {}
      const held = this.#memberships
        .filter((row) => row.user_id === userId && row.event_id === eventId && types.includes(row.membership_type_id))
        .reduce((sum, { memberships }) => sum + memberships, membershipTypes.filter((id) => types.includes(id)).length)
      if (held === 0) return new SaleError('membership_required')
      const bought = others
        .filter(({ user_id, price_id }) => user_id === userId && price_id === priceId)
        .reduce((sum, row) => sum + row.units, 0)
      const left = Math.max(0, (most ?? held) - bought)
      if (wanted > left) return new SaleError('member_limit_reached', { available: left })
    }
    if (userId === null) return null
    const wantedUnits = [...units].map(([price_id, wanted]) => ({
      user_id: userId,
      order_id: orderId,
      price_id,
      units: wanted,
    }))
    this.#bought = [...others, ...wantedUnits]
    return null
  }
}
