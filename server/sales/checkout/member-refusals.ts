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
import { type BasketProofRow, findProofs, storeProofs } from '../member-proof/proofs.ts'
import type { DraftedOrder } from './stages.ts'

/**
 * Drafts with members-only prices whose buyer has not proven to be a member that these are for, or has bought as many as they may.
 * The address that was typed says nothing here, so that the refusal is the same whoever it belongs to.
 */
export async function memberRefusals(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  drafts: DraftedOrder[],
): Promise<Map<DraftedOrder, Error>> {
  const asking = drafts.filter(({ basket }) => unitsOf(basket.items).size > 0)
  if (asking.length === 0) return new Map()
  const basketIds = asking.map(({ basket }) => basket.row.basket_id)
  const proofs = new Map((await findProofs(orgId, tx, basketIds)).map((row) => [row.basket_id, row]))
  const people = new Map(asking.map((draft) => [draft, personOf(draft, proofs.get(draft.basket.row.basket_id))]))
  const userIds = [...new Set([...people.values()].flatMap((userId) => userId ?? []))]
  const priceIds = [...new Set(asking.flatMap(({ basket }) => [...unitsOf(basket.items).keys()]))]
  const facts =
    userIds.length > 0
      ? await sendTogether({
          locks: lockMembersBuying(orgId, tx, userIds),
          prices: findMemberPrices(orgId, tx, priceIds),
          memberships: countMemberships(orgId, tx, now, userIds),
          bought: findBoughtByMembers(orgId, tx, userIds, priceIds),
        })
      : { prices: [], memberships: [], bought: [] }
  const allowance = new Allowance(facts)
  const refusals = new Map<DraftedOrder, Error>()
  for (const draft of asking) {
    const userId = people.get(draft)
    const units = unitsOf(draft.basket.items)
    const refusal =
      userId === undefined
        ? new SaleError('member_proof_required')
        : allowance.take(userId, draft.order.order_id, units)
    if (refusal) refusals.set(draft, refusal)
  }
  // What a token of this very request has proven stays with the order, so that the next one counts it.
  const byToken = asking.flatMap((draft) => {
    const { basket_id: basketId } = draft.basket.row
    const userId = people.get(draft)
    const isStored = userId === proofs.get(basketId)?.user_id
    return userId === undefined || isStored || refusals.has(draft)
      ? []
      : [{ basketId, userId, provenBy: 'sso' as const }]
  })
  if (byToken.length > 0) await storeProofs(orgId, tx, now, byToken)
  return refusals
}

/** The proof that was given for the basket; where there is none, or it came with a token as well, that of the token. */
const personOf = ({ request: { fan } }: DraftedOrder, proof: BasketProofRow | undefined): number | undefined =>
  proof && proof.proven_by !== 'sso' ? proof.user_id : (fan?.provenUserId ?? proof?.user_id)

/** Units of members-only prices, by price. */
function unitsOf(items: DraftedOrder['basket']['items']): Map<number, number> {
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

  /** Counts the units of an order, all of them or, with the reason, none. What it had from an attempt before is replaced. */
  take(userId: number, orderId: number, units: Map<number, number>): ApiError | undefined {
    const others = this.#bought.filter(({ order_id }) => order_id !== orderId)
    for (const [priceId, wanted] of units) {
      const { membership_type_ids: types = [], max_per_member: most = null } = this.#prices.get(priceId) ?? {}
      const held = this.#memberships
        .filter(({ user_id, membership_type_id }) => user_id === userId && types.includes(membership_type_id))
        .reduce((sum, { memberships }) => sum + memberships, 0)
      if (held === 0) return new SaleError('membership_required')
      const bought = others
        .filter(({ user_id, price_id }) => user_id === userId && price_id === priceId)
        .reduce((sum, row) => sum + row.units, 0)
      const left = Math.max(0, (most ?? held) - bought)
      if (wanted > left) return new SaleError('member_limit_reached', { available: left })
    }
    const own = [...units].map(([price_id, wanted]) => ({
      user_id: userId,
      order_id: orderId,
      price_id,
      units: wanted,
    }))
    this.#bought = [...others, ...own]
    return undefined
  }
}
