import type { OrgId } from '../../access/principal.ts'
import { type Message, messageInserts } from '../../messages/webhooks/publish.ts'
import { operatorFeeColumns } from '../../payments/payments/operator-fee.ts'
import type { PaymentDeps } from '../../payments/payments/providers.ts'
import { type Batch, finish, sendTogether } from '../../platform/batches/begin-batch.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { HolderNames } from '../../programme/events/event.ts'
import { eventStatus } from '../../programme/statuses.ts'
import { lockHolds } from '../../programme/stock/holds.ts'
import { overAt } from '../../programme/stock/sold-until.ts'
import { findOrdersById, toOrder } from '../../tickets/orders/order.ts'
import { contentsOf, findBasketItems, findBaskets, lockBaskets, membershipsIn } from '../baskets/find-baskets.ts'
import { SaleError } from '../errors.ts'
import { prolongSeasonPlaces } from '../membership-sale/hold-season-places.ts'
import type { InvoiceRule } from './amounts-of-order.ts'
import { isCapped } from './customer-caps.ts'
import { drawLineIds } from './draft-memberships.ts'
import { draftOrder } from './draft-order.ts'
import type { PaymentRules } from './draft-payment.ts'
import { draftRefusals } from './draft-refusals.ts'
import { findAskedQuestions } from './holders.ts'
import { mailRefusals } from './order-mails.ts'
import { lockCredits, spendCredits } from './spend-credit.ts'
import type { CheckoutRequest, DraftedOrder } from './stages.ts'
import { storeDrafts } from './store-drafts.ts'

/** An event that is on sale. */
export type LiveEvent = {
  event_id: number
  max_per_customer: number | null
  holder_names: HolderNames
  asks_questions: boolean
  starts_at: Date
}

/** Another caller has drafted the basket's order already, and is paying. */
export type BasketBeingPaid = { payingOrderId: number }

/**
 * The first stage of a sale, for many at once and in one commit: a pending order with its lines, a payment that says under
 * which key the provider will be asked, and places that no longer expire. After a crash the next caller goes on from here.
 */
export async function draftOrders(
  deps: Pick<PlatformDeps, 'clock'> & PaymentDeps,
  orgId: OrgId,
  tx: Tx,
  requests: CheckoutRequest[],
): Promise<Batch<(DraftedOrder | BasketBeingPaid | Error)[]>> {
  const now = deps.clock(orgId)
  const basketIds = [...new Set(requests.map(({ basketId }) => basketId))]
  const read = await sendTogether({
    basketLocks: lockBaskets(orgId, tx, basketIds),
    liveEvents: lockLiveEvents(orgId, tx, now, basketIds),
    // Drawn ahead, so that an order, its lines and its payment go to the database together.
    orderIds: tx<{ order_id: number; payment_id: number }[]>`
      select nextval('orders_order_id_seq') as order_id, nextval('payments_payment_id_seq') as payment_id
      from generate_series(1, ${requests.length}::integer)`,
    organisation: tx<(PaymentRules & InvoiceRule)[]>`
      select mode, payment_account_id, payment_methods_off, account_methods, invoice_days, transfer_on, transfer_days, transfer_days_before,
        ${operatorFeeColumns(tx)}
      from organisations
      where org_id = ${orgId}`,
    holds: lockHolds(orgId, tx, basketIds),
    itemIds: drawItemIds(orgId, tx, basketIds),
    baskets: findBaskets(orgId, tx, basketIds),
    items: findBasketItems(orgId, tx, basketIds),
  })
  const [payee] = read.organisation
  if (!payee) throw new Error(`there is no organisation ${orgId}`)
  const earlier = read.baskets.flatMap(({ order_id }) => (order_id === null ? [] : [order_id]))
  const orders = earlier.length > 0 ? await findOrdersById(orgId, tx, earlier) : []
  const asking = read.liveEvents.filter((event) => event.asks_questions).map(({ event_id }) => event_id)
  const questions = asking.length > 0 ? await findAskedQuestions(orgId, tx, asking) : []
  const memberships = await membershipsIn(orgId, tx, read.baskets)
  const lineIds = await drawLineIds(tx, memberships.length)
  const rows = {
    baskets: contentsOf(read.baskets, read.items, [], memberships),
    liveEvents: new Map(read.liveEvents.map((event) => [event.event_id, event])),
    questions: Map.groupBy(questions, ({ event_id }) => event_id),
    orders: new Map(orders.map((row) => [row.order_id, row])),
    holds: Map.groupBy(read.holds, ({ basket_id }) => basket_id),
    itemIds: idsByItem(read.itemIds),
    lineIds: lineIds.values(),
    payee,
  }
  const outcomes = requests.map((request, index) => {
    const ids = read.orderIds[index]
    if (!ids) throw new Error('fewer ids of orders were drawn than there are requests')
    try {
      return draftOrder(deps, rows, request, ids, now)
    } catch (error) {
      if (error instanceof ApiError) return error
      throw error
    }
  })
  const drafts = outcomes.filter((outcome): outcome is DraftedOrder => 'basket' in outcome)
  const toExamine = drafts.filter(
    ({ basket: { row, items, memberships }, eventCap, redrafted }) =>
      redrafted ||
      memberships.length > 0 ||
      row.discount_id !== null ||
      items.some((item) => item.membership_type_id !== null) ||
      isCapped({ eventCap, items }),
  )
  const refusals =
    toExamine.length > 0 ? await draftRefusals(orgId, tx, now, toExamine) : new Map<DraftedOrder, Error>()
  for (const [draft, refusal] of await keepSeasonSeats(orgId, tx, now, drafts, refusals)) refusals.set(draft, refusal)
  const mailed = drafts.filter((draft) => !refusals.has(draft))
  for (const [draft, refusal] of await mailRefusals(orgId, tx, now, mailed)) refusals.set(draft, refusal)
  const spenders = drafts.filter((draft) => draft.order.credit_minor !== null && !refusals.has(draft))
  const credits = spenders.length > 0 ? await lockCredits(orgId, tx, now, spenders) : NO_CREDIT
  for (const [draft, refusal] of credits.refusals) refusals.set(draft, refusal)
  const accepted = drafts.filter((draft) => !refusals.has(draft))
  const messages = accepted
    .filter(({ redrafted }) => !redrafted)
    .map(({ order }): Message => ({ type: 'order.created', data: { order: toOrder(order) } }))
  // A caller that saw the basket being paid because of a draft that was then refused is refused with it: no payment is under way.
  const refusalOfBasket = new Map([...refusals].map(([draft, refusal]) => [draft.request.basketId, refusal]))
  const batch = {
    last: [...storeDrafts(orgId, tx, now, accepted), ...messageInserts(orgId, tx, deps.clock, messages)],
    answer: outcomes.map((outcome, index) => {
      if (outcome instanceof Error) return outcome
      if ('basket' in outcome) return refusals.get(outcome) ?? outcome
      return refusalOfBasket.get(requests[index]?.basketId ?? '') ?? outcome
    }),
  }
  if (credits.spending.length === 0) return batch
  // Spent for an order that is there.
  const answer = await finish(batch)
  await spendCredits(orgId, tx, deps.clock, credits.spending)
  return { last: [], answer }
}

/**
 * Season seats no longer expire while their orders are being paid. One that is gone was taken over by a process whose clock is ahead: the
 * basket has expired after all.
 */
async function keepSeasonSeats(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  drafts: DraftedOrder[],
  refusals: Map<DraftedOrder, Error>,
): Promise<[DraftedOrder, Error][]> {
  const seated = drafts.filter(
    (draft) => !refusals.has(draft) && draft.basket.memberships.some(({ seat_id }) => seat_id !== null),
  )
  const lost: [DraftedOrder, Error][] = []
  for (const draft of seated) {
    await prolongSeasonPlaces(orgId, tx, now, [draft.basket], null)
    const held = await tx`
      select 1
      from season_seats
      where org_id = ${orgId}
        and basket_id = ${draft.basket.row.basket_id}
        and expires_at is null`
    const wanted = draft.basket.memberships.filter(({ seat_id }) => seat_id !== null)
    if (held.length < wanted.length) lost.push([draft, new SaleError('basket_expired')])
  }
  return lost
}

const NO_CREDIT: Awaited<ReturnType<typeof lockCredits>> = { spending: [], refusals: new Map() }

/**
 * Of the events of baskets those that are on sale, under a shared lock: an event that is being cancelled waits for the orders
 * under way, or they find it cancelled.
 */
export const lockLiveEvents = (orgId: OrgId, tx: Tx, now: Date, basketIds: string[]) => tx<LiveEvent[]>`
  select e.event_id, e.max_per_customer, e.holder_names, e.asks_questions, e.starts_at
  from events e
  where e.org_id = ${orgId}
    and e.event_status_id = ${eventStatus.live}
    and ${overAt(tx, 'e')} > ${now}
    and e.event_id in (
      select event_id
      from baskets
      where org_id = ${orgId}
        and basket_id = any (${basketIds}::uuid[])
    )
  for share`

/**
 * Draws the ids of what will be made of items: an order line each, and a ticket for each of its places, so that no batch has to ask
 * what to sign once the money is there. Ids of an order that is not paid are lost, so a basket that cannot be paid for now,
 * however often a buyer tries, draws none for tickets.
 */
const drawItemIds = (orgId: OrgId, tx: Tx, basketIds: string[]) => tx<DrawnIds[]>`
  select basket_item_id, case when nth = 1 then nextval('order_lines_order_line_id_seq') end as order_line_id,
    case when nth <= places then nextval('tickets_ticket_id_seq') end as ticket_id
  from (
    select i.basket_item_id, p.places, n.nth
    from baskets b
    join basket_items i on i.org_id = b.org_id and i.basket_id = b.basket_id
    cross join lateral (select case when b.basket_status = 'open' then i.places else 0 end as places) p
    cross join lateral generate_series(1, greatest(p.places, 1)) as n (nth)
    where b.org_id = ${orgId}
      and b.basket_id = any (${basketIds}::uuid[])
    order by i.created_at, i.basket_item_id, n.nth
  ) as items`

/** A row for each ticket of an item; the first has the line's id too. */
type DrawnIds = { basket_item_id: number; order_line_id: number | null; ticket_id: number | null }

function idsByItem(rows: DrawnIds[]): Map<number, { order_line_id: number; ticket_ids: number[] }> {
  const ids = new Map<number, { order_line_id: number; ticket_ids: number[] }>()
  for (const { basket_item_id, order_line_id, ticket_id } of rows) {
    if (order_line_id !== null) ids.set(basket_item_id, { order_line_id, ticket_ids: [] })
    if (ticket_id !== null) ids.get(basket_item_id)?.ticket_ids.push(ticket_id)
  }
  return ids
}
