import type { OrgId } from '../../access/principal.ts'
import { foldEmail } from '../../people/customers/customer.ts'
import type { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { StockError } from '../../programme/stock/errors.ts'
import { type BasketDiscount, discountRefusal, notForEvent } from '../baskets/basket-discount.ts'
import { ruleOf } from '../baskets/totals.ts'
import type { DraftedOrder } from './stages.ts'

/** What a draft is refused for that its basket does not say: who the buyer is, and whether the discount is used up. */
export async function draftRefusals(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  drafts: DraftedOrder[],
): Promise<Map<DraftedOrder, Error>> {
  const strangers = await memberRefusals(orgId, tx, now, drafts)
  // Only of those who may buy: a use that is counted for an order which is refused would be lost for ever.
  const buying = drafts.filter((draft) => !strangers.has(draft))
  return new Map([...strangers, ...(await discountRefusals(orgId, tx, now, buying))])
}

/** Drafts with a members-only price whose buyer is no paid member of that type, by the customer behind the e-mail address or the SSO token. */
async function memberRefusals(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  drafts: DraftedOrder[],
): Promise<Map<DraftedOrder, Error>> {
  const refusals = new Map<DraftedOrder, Error>()
  const asking = drafts.filter(({ basket }) => typesOf(basket.items).length > 0)
  if (asking.length === 0) return refusals
  const emails = asking.flatMap(({ request }) => (request.buyer.email ? foldEmail(request.buyer.email) : []))
  const userIds = asking.flatMap(({ request }) => request.fan?.userId ?? [])
  const rows = await tx<{ user_id: number; email: string | null; membership_type_id: number }[]>`
    select c.user_id, lower(c.email_address collate "C") as email, m.membership_type_id
    from customers c
    join members m on m.org_id = c.org_id and m.user_id = c.user_id
    where c.org_id = ${orgId}
      and (lower(c.email_address collate "C") = any (${emails}::text[]) or c.user_id = any (${userIds}::bigint[]))
      and m.membership_member_status_id = ${memberStatus.paid}
      and m.membership_type_id is not null
      and (m.expires is null or m.expires > ${now})`
  const paid = new Set(
    rows.flatMap((row) => [`${row.membership_type_id} ${row.email}`, `${row.membership_type_id} ${row.user_id}`]),
  )
  for (const draft of asking) {
    const { buyer, fan } = draft.request
    const names = [buyer.email ? foldEmail(buyer.email) : undefined, fan?.userId]
    if (typesOf(draft.basket.items).every((type) => names.some((name) => paid.has(`${type} ${name}`)))) continue
    const message = 'A price in the basket is for members, and this e-mail address belongs to no paid member.'
    refusals.set(draft, new StockError('price_unavailable', { param: 'customer[email]', message }))
  }
  return refusals
}

const typesOf = (items: { membership_type_id: number | null }[]): number[] =>
  items.flatMap(({ membership_type_id: type }) => (type === null ? [] : [type]))

/**
 * Counts the uses of discounts by new orders, in the order of arrival; whoever comes after the last use is refused. An order
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
