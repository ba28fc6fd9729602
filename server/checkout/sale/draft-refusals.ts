import type { OrgId } from '../../access/principal.ts'
import type { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type BasketDiscount, discountRefusal, notForEvent } from '../baskets/basket-discount.ts'
import { ruleOf } from '../baskets/totals.ts'
import { countsAtOnce } from '../membership-sale/basket-memberships.ts'
import { capRefusals, isCapped } from './customer-caps.ts'
import { isForMembers, memberRefusals } from './member-refusals.ts'
import { membershipCapRefusals } from './membership-caps.ts'
import type { DraftedOrder } from './stages.ts'

/** What a draft is refused for that its basket does not say: who the buyer is, and whether the discount is used up. */
export async function draftRefusals(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  drafts: DraftedOrder[],
): Promise<Map<DraftedOrder, Error>> {
  const strangers = await strangersAmong(orgId, tx, now, drafts)
  // Only of those who may buy: a use that is counted for an order which is refused would be lost for ever.
  const known = drafts.filter((draft) => !strangers.has(draft))
  const overCap = await customerRefusals(orgId, tx, now, known)
  const joining = known.filter((draft) => !overCap.has(draft))
  const overTypeCap = await membershipRefusals(orgId, tx, now, joining)
  const buying = joining.filter((draft) => !overTypeCap.has(draft))
  return new Map([...strangers, ...overCap, ...overTypeCap, ...(await discountRefusals(orgId, tx, now, buying))])
}

/** Drafts of members-only prices whose buyer may not have them. */
async function strangersAmong(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  drafts: DraftedOrder[],
): Promise<Map<DraftedOrder, Error>> {
  const asking = drafts.filter(({ basket }) => isForMembers(basket))
  if (asking.length === 0) return new Map()
  const sales = asking.map(({ order, request, redrafted, eventId, basket: { row, items, memberships } }) => ({
    orderId: order.order_id,
    basketId: row.basket_id,
    eventId,
    provenUserId: request.fan?.provenUserId ?? null,
    redrafted,
    items,
    membershipTypes: memberships
      .filter((row) => countsAtOnce(row, now))
      .map(({ membership_type_id }) => membership_type_id),
  }))
  const refusals = await memberRefusals(orgId, tx, now, sales)
  return new Map(asking.flatMap((draft, index) => (refusals[index] ? [[draft, refusals[index]]] : [])))
}

/** Drafts by which a customer would have more than a price or an event allows. Staff at the box office may sell more. */
async function customerRefusals(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  drafts: DraftedOrder[],
): Promise<Map<DraftedOrder, Error>> {
  const capped = drafts.flatMap((draft) => {
    const { order, request, eventId, eventCap, basket } = draft
    const { items } = basket
    if (eventId === null || request.channel === 'boxoffice' || !isCapped({ eventCap, items })) return []
    const { basketId, fan = null } = request
    const sale = { orderId: order.order_id, basketId, eventId, eventCap, email: order.email_address, fan, items }
    return [{ draft, sale }]
  })
  if (capped.length === 0) return new Map()
  const sales = capped.map(({ sale }) => sale)
  const refusals = await capRefusals(orgId, tx, now, sales)
  return new Map(capped.flatMap(({ draft }, index) => (refusals[index] ? [[draft, refusals[index]]] : [])))
}

/** The same of types of memberships. */
async function membershipRefusals(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  drafts: DraftedOrder[],
): Promise<Map<DraftedOrder, Error>> {
  const joining = drafts.filter(
    ({ basket, request }) => basket.memberships.length > 0 && request.channel !== 'boxoffice' && !request.means,
  )
  const sales = joining.map(({ order, basket: { memberships } }) => ({
    orderId: order.order_id,
    email: order.email_address,
    memberships,
  }))
  const refusals = await membershipCapRefusals(orgId, tx, now, sales)
  return new Map(joining.flatMap((draft, index) => (refusals[index] ? [[draft, refusals[index]]] : [])))
}

/**
 * Counts the uses of discounts by new orders, in the order of arrival; a buyer who comes after the last use is refused. An order
 * that was there before keeps the use that it has, and gives it back when it comes with another code or none.
 */
async function discountRefusals(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  drafts: DraftedOrder[],
): Promise<Map<DraftedOrder, Error>> {
  const refusals = new Map<DraftedOrder, Error>()
  const held = await usesHeld(orgId, tx, drafts)
  const wanted = drafts.flatMap(({ basket }) => (basket.row.discount_id === null ? [] : [basket.row.discount_id]))
  const ids = [...new Set([...wanted, ...held.values()])]
  if (ids.length === 0) return refusals
  const discounts = new Map((await lockDiscounts(orgId, tx, ids)).map((row) => [row.discount_id, row]))
  for (const draft of drafts) {
    const { discount_id: id } = draft.basket.row
    const before = held.get(draft.order.order_id)
    if (id === (before ?? null)) continue
    const discount = id === null ? undefined : discounts.get(id)
    const refusal = discount ? (discountRefusal(discount, now) ?? misfit(draft)) : null
    if (refusal) {
      refusals.set(draft, refusal)
      continue
    }
    if (discount) discount.used += 1
    const old = before === undefined ? undefined : discounts.get(before)
    if (old) old.used -= 1
  }
  const changed = [...discounts.values()]
  await tx`
    update discounts d
    set used = u.used
    from unnest(
      ${changed.map((row) => row.discount_id)}::bigint[],
      ${changed.map((row) => row.used)}::bigint[]
    ) as u (discount_id, used)
    where d.org_id = ${orgId}
      and d.discount_id = u.discount_id
      and d.used <> u.used`
  return refusals
}

const misfit = ({ basket }: DraftedOrder): ApiError | null => (ruleOf(basket.row) === null ? notForEvent() : null)

async function usesHeld(orgId: OrgId, tx: Tx, drafts: DraftedOrder[]): Promise<Map<number, number>> {
  const orderIds = drafts.filter(({ redrafted }) => redrafted).map(({ order }) => order.order_id)
  if (orderIds.length === 0) return new Map()
  const rows = await tx<{ order_id: number; discount_id: number }[]>`
    select order_id, discount_id
    from orders
    where org_id = ${orgId}
      and order_id = any (${orderIds}::bigint[])
      and discount_id is not null`
  return new Map(rows.map((row) => [row.order_id, row.discount_id]))
}

const lockDiscounts = (orgId: OrgId, tx: Tx, ids: number[]) => tx<BasketDiscount[]>`
  select discount_id, code as discount_code, event_id as discount_event_id, currency as discount_currency, basis_points,
    amount_minor, discount_status, available_from, available_until, uses_max, used
  from discounts
  where org_id = ${orgId}
    and discount_id = any (${ids}::bigint[])
  order by discount_id
  for no key update`
