import type { OrgId } from '../../access/principal.ts'
import { type Message, publishing } from '../../messages/webhooks/publish.ts'
import type { Deps } from '../../operation.ts'
import type { Batch } from '../../platform/batches/begin-batch.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { lockHolds } from '../../programme/stock/hold-places.ts'
import { overAt } from '../../programme/stock/sold-until.ts'
import type { BasketContents } from '../baskets/basket.ts'
import { lockBaskets, readBaskets } from '../baskets/find-baskets.ts'
import { toOrder } from '../orders/order.ts'
import { findOrdersById } from '../orders/order-with-tickets.ts'
import { countUses } from './count-uses.ts'
import { draftOrder } from './draft-order.ts'
import { drawItemIds, drawOrderIds } from './draw-ids.ts'
import { memberRefusals } from './members-only.ts'
import type { Draft, Started, Starting } from './starting.ts'
import { storeDrafts } from './store-drafts.ts'

/**
 * The first step of the checkout, for many at once and in one commit: a pending order with its lines, a payment that says
 * under which key the provider will be asked, and places that no longer expire. From here on a crash is settled by the rows.
 */
export async function startOrders(
  deps: Pick<Deps, 'clock' | 'payments'>,
  orgId: OrgId,
  tx: Tx,
  startings: Starting[],
): Promise<Batch<(Started | Error)[]>> {
  const now = deps.clock()
  const basketIds = [...new Set(startings.map(({ basketId }) => basketId))]
  // Sent in this order, without waiting for each other: what is read is as it is under the locks.
  const [, liveEvents, drawn, account, holds, itemIds, baskets] = await Promise.all([
    lockBaskets(orgId, tx, basketIds).execute(),
    shareLiveEvents(orgId, tx, now, basketIds).execute(),
    drawOrderIds(tx, startings.length).execute(),
    findAccount(orgId, tx).execute(),
    lockHolds(orgId, tx, basketIds).execute(),
    drawItemIds(orgId, tx, basketIds).execute(),
    readBaskets(orgId, tx, basketIds),
  ])
  const known = {
    baskets,
    liveEvents: new Set(liveEvents.map((row) => row.event_id)),
    orders: await earlierOrders(orgId, tx, baskets),
    holds: Map.groupBy(holds, ({ basket_id }) => basket_id),
    ids: new Map(itemIds.map((row) => [row.basket_item_id, row])),
  }
  const drafted = startings.map((starting, index) => {
    try {
      const ids = drawn[index] ?? { order_id: 0, payment_id: 0 }
      return draftOrder(deps, known, starting, ids, account[0]?.payment_account_id ?? null, now)
    } catch (error) {
      if (error instanceof ApiError) return error
      throw error
    }
  })
  const drafts = drafted.filter((made): made is Draft => !(made instanceof Error) && 'basket' in made)
  const strangers = await memberRefusals(orgId, tx, now, drafts)
  // Only of those who may buy: a use that is counted for an order which is refused would be lost for ever.
  const buying = drafts.filter((made) => !strangers.has(made))
  const refused = new Map([...strangers, ...(await countUses(orgId, tx, now, buying))])
  const accepted = drafts.filter((made) => !refused.has(made))
  const created = accepted.filter(({ again }) => !again)
  const messages = created.map(({ order }): Message => ({ type: 'order.created', data: { order: toOrder(order) } }))
  const last = [...storeDrafts(orgId, tx, now, accepted), ...publishing(orgId, tx, deps.clock, messages)]
  // Whoever found the basket paying because of a draft that was then refused is refused with it: nobody is paying.
  const unpaid = new Map([...refused].map(([made, refusal]) => [made.starting.basketId, refusal]))
  const answer = drafted.map((made, index) => {
    if (made instanceof Error) return made
    if (!('basket' in made)) return unpaid.get(startings[index]?.basketId ?? '') ?? made
    return refused.get(made) ?? { kind: 'started' as const, order: made.order, payment: made.payment }
  })
  return { last, answer }
}

/**
 * Those that are not over. Shared, so that an event that is being cancelled waits for the orders under way, or they find it
 * cancelled.
 */
export const shareLiveEvents = (orgId: OrgId, tx: Tx, now: Date, basketIds: string[]) => tx<{ event_id: number }[]>`
  select e.event_id
  from events e
  where e.org_id = ${orgId}
    and e.event_status_id = 1
    and ${overAt(tx, 'e')} > ${now}
    and e.event_id in (
      select event_id
      from baskets
      where org_id = ${orgId}
        and basket_id = any (${basketIds}::uuid[])
    )
  for share`

const findAccount = (orgId: OrgId, sql: Db) => sql<{ payment_account_id: string | null }[]>`
  select payment_account_id
  from organisations
  where org_id = ${orgId}`

async function earlierOrders(orgId: OrgId, tx: Tx, baskets: Map<string, BasketContents>) {
  const ids = [...baskets.values()].flatMap(({ row }) => (row.order_id === null ? [] : [row.order_id]))
  const rows = ids.length > 0 ? await findOrdersById(orgId, tx, ids) : []
  return new Map(rows.map((row) => [row.order_id, row]))
}
