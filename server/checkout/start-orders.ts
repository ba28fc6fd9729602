import { randomUUID } from 'node:crypto'
import type { OrgId } from '../access/principal.ts'
import { type BasketContents, ruleOf } from '../baskets/basket.ts'
import { basketRefusal } from '../baskets/basket-refusal.ts'
import { lockBaskets, readBaskets } from '../baskets/find-baskets.ts'
import { totalsOf } from '../baskets/totals.ts'
import type { Db, Tx } from '../kit/database.ts'
import { ApiError } from '../kit/errors.ts'
import { base62 } from '../kit/random.ts'
import type { Deps } from '../operation.ts'
import { type OrderRow, toOrder } from '../orders/order.ts'
import { findOrdersById } from '../orders/order-with-tickets.ts'
import { publishAll } from '../webhooks/publish.ts'
import { countUses } from './count-uses.ts'
import { memberRefusals } from './members-only.ts'
import type { Draft, PaymentToMake, Started, Starting } from './starting.ts'
import { storeDrafts } from './store-drafts.ts'

type Known = { baskets: Map<string, BasketContents>; liveEvents: Set<number>; orders: Map<number, OrderRow> }

/**
 * The first step of the checkout, for many at once and in one commit: a pending order with its lines, a payment that says
 * under which key the provider will be asked, and places that no longer expire. From here on a crash is settled by the rows.
 */
export async function startOrders(
  deps: Pick<Deps, 'clock' | 'payments'>,
  orgId: OrgId,
  tx: Tx,
  startings: Starting[],
): Promise<(Started | Error)[]> {
  const now = deps.clock()
  const basketIds = [...new Set(startings.map(({ basketId }) => basketId))]
  // A statement is sent once somebody waits for it, but readBaskets waits for its own at once: the lock has to go first.
  const locked = lockBaskets(orgId, tx, basketIds).execute()
  const [, liveEvents, drawn, account, baskets] = await Promise.all([
    locked,
    shareLiveEvents(orgId, tx, basketIds),
    drawIds(tx, startings.length),
    findAccount(orgId, tx),
    readBaskets(orgId, tx, basketIds),
  ])
  const known = {
    baskets,
    liveEvents: new Set(liveEvents.map((row) => row.event_id)),
    orders: await earlierOrders(orgId, tx, baskets),
  }
  const drafted = startings.map((starting, index) => {
    try {
      const ids = drawn[index] ?? { order_id: 0, payment_id: 0 }
      return draft(deps, known, starting, ids, account[0]?.payment_account_id ?? null, now)
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
  if (accepted.length > 0) {
    await Promise.all([
      ...storeDrafts(orgId, tx, now, accepted),
      publishAll(
        orgId,
        tx,
        deps.clock,
        accepted
          .filter(({ again }) => !again)
          .map(({ order }) => ({ type: 'order.created', data: { order: toOrder(order) } })),
      ),
    ])
  }
  // Whoever found the basket paying because of a draft that was then refused is refused with it: nobody is paying.
  const unpaid = new Map([...refused].map(([made, refusal]) => [made.starting.basketId, refusal]))
  return drafted.map((made, index) => {
    if (made instanceof Error) return made
    if (!('basket' in made)) return unpaid.get(startings[index]?.basketId ?? '') ?? made
    return refused.get(made) ?? { kind: 'started', order: made.order, payment: made.payment }
  })
}

/** The order as it will be, or why there can be none. The first of two requests for one basket wins; the other finds it paying. */
function draft(
  { payments }: Pick<Deps, 'payments'>,
  { baskets, liveEvents, orders }: Known,
  starting: Starting,
  ids: { order_id: number; payment_id: number },
  account: string | null,
  now: Date,
): Draft | Started | ApiError {
  const { orgId, basketId, paymentMethod } = starting
  const basket = baskets.get(basketId)
  if (basket?.row.basket_status === 'paying') return { kind: 'paying', orderId: basket.row.order_id ?? ids.order_id }
  const refusal = basketRefusal(basket, now)
  if (refusal || !basket) return refusal ?? new ApiError('resource_missing')
  const { row, items } = basket
  const { event_id: eventId, currency } = row
  if (items.length === 0 || eventId === null || currency === null) {
    return new ApiError('state_conflict', { message: 'The basket is empty.' })
  }
  if (!liveEvents.has(eventId)) return new ApiError('price_unavailable', { message: 'The event is not on sale.' })
  const totals = totalsOf(items, ruleOf(row))
  if (totals.total_minor > 0 && paymentMethod === null) {
    return new ApiError('parameter_missing', { param: 'payment_method', message: 'payment_method is missing.' })
  }
  const earlier = row.order_id === null ? undefined : orders.get(row.order_id)
  const order = newOrder(
    starting,
    { eventId, currency, totals, earlier, orderId: earlier?.order_id ?? ids.order_id },
    now,
  )
  let payment: PaymentToMake | null = null
  if (totals.total_minor > 0) {
    const chosen =
      starting.channel === 'boxoffice'
        ? { provider: payments.byName('manual'), account: null }
        : payments.forOrganisation(account)
    payment = {
      orgId,
      paymentId: ids.payment_id,
      orderId: order.order_id,
      basketId,
      provider: chosen.provider.name,
      account: chosen.account,
      idempotencyKey: `pay_${base62(24)}`,
      paymentMethod: paymentMethod ?? '',
      amountMinor: totals.total_minor,
      currency,
      createdAt: now,
    }
  }
  // Whoever asks for the same basket again in this batch finds it as it will be.
  basket.row = {
    ...row,
    basket_status: 'paying',
    order_id: order.order_id,
    order_uuid: order.order_uuid,
    order_status: 'pending',
  }
  return { starting, basket, order, totals, payment, again: earlier !== undefined }
}

type NewOrder = Pick<Draft, 'totals'> & {
  eventId: number
  currency: string
  earlier: OrderRow | undefined
  orderId: number
}

const newOrder = (
  { buyer, channel = 'online' }: Starting,
  { eventId, currency, totals, earlier, orderId }: NewOrder,
  now: Date,
): OrderRow => ({
  order_id: orderId,
  order_uuid: earlier?.order_uuid ?? randomUUID(),
  event_id: eventId,
  user_id: null,
  order_status: 'pending',
  sales_channel: channel,
  first_name: buyer.first_name,
  last_name: buyer.last_name,
  email_address: buyer.email,
  mobile_number: buyer.mobile_number,
  postcode: buyer.postcode,
  country_id: null,
  marketing_opt_in: buyer.marketing_emails,
  payment_method: null,
  currency,
  price_minor: totals.price_minor,
  discount_minor: totals.discount_minor,
  service_fee_minor: totals.service_fee_minor,
  service_tax_minor: totals.service_tax_minor,
  transaction_fee_minor: 0,
  total_minor: totals.total_minor,
  refunded_minor: 0,
  created_at: earlier?.created_at ?? now,
  changed_at: now,
})

/** Shared, so that an event that is being cancelled waits for the orders under way, or they find it cancelled. */
const shareLiveEvents = (orgId: OrgId, tx: Tx, basketIds: string[]) => tx<{ event_id: number }[]>`
  select event_id
  from events
  where org_id = ${orgId}
    and event_status_id = 1
    and event_id in (
      select event_id
      from baskets
      where org_id = ${orgId}
        and basket_id = any (${basketIds}::uuid[])
    )
  for share`

/** Drawn ahead, so that an order, its lines and its payment go to the database together. */
const drawIds = (sql: Db, count: number) => sql<{ order_id: number; payment_id: number }[]>`
  select nextval(pg_get_serial_sequence('orders', 'order_id')) as order_id,
    nextval(pg_get_serial_sequence('payments', 'payment_id')) as payment_id
  from generate_series(1, ${count}::integer)`

const findAccount = (orgId: OrgId, sql: Db) => sql<{ payment_account_id: string | null }[]>`
  select payment_account_id
  from organisations
  where org_id = ${orgId}`

async function earlierOrders(orgId: OrgId, tx: Tx, baskets: Map<string, BasketContents>) {
  const ids = [...baskets.values()].flatMap(({ row }) => (row.order_id === null ? [] : [row.order_id]))
  const rows = ids.length > 0 ? await findOrdersById(orgId, tx, ids) : []
  return new Map(rows.map((row) => [row.order_id, row]))
}
