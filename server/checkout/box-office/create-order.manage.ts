import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { drawReceiptsOf } from '../../payments/tills/draw-receipts.ts'
import { signTill } from '../../payments/tills/sign-till.ts'
import { sellFromTill } from '../../payments/tills/use-till.ts'
import { finish } from '../../platform/batches/begin-batch.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { resumable } from '../../platform/idempotency/idempotency.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { StockError } from '../../programme/stock/errors.ts'
import { addNote } from '../../tickets/orders/create-order-note.manage.ts'
import { findOrdersWithTickets, OrderWithTickets } from '../../tickets/orders/order.ts'
import { resumeCheckout } from '../answers/resume-checkout.ts'
import type { SettleDeps, SettleNeeds } from '../answers/settle-deps.ts'
import { payDrafted } from '../answers/settle-payment.ts'
import { newBasketUuid } from '../baskets/basket-state.ts'
import { closeBaskets } from '../baskets/close-baskets.ts'
import { lockBaskets } from '../baskets/find-baskets.ts'
import { type Requested, requestedOf } from '../baskets/requested-items.ts'
import type { saleErrors } from '../errors.ts'
import { recipientIn } from '../sale/document-recipients.ts'
import { type BasketBeingPaid, draftOrders } from '../sale/draft-orders.ts'
import { detailsIn } from '../sale/holders.ts'
import type { Buyer, DraftedOrder } from '../sale/stages.ts'
import { requireCardReaders } from './card-readers.ts'
import { holdItems, vouch } from './hold-items.ts'
import { OrderBody } from './order-body.ts'
import { isGift, requireProofOfSale } from './prove-sale.ts'
import { findBuyer, payingRefusal } from './sold-memberships.ts'

export const createOrder: Operation<SettleNeeds & SessionDeps> = (app, deps) =>
  app.post(
    '/v1/manage/orders',
    {
      config: { scope: 'box_office:manage', needsProof: 'sometimes', effects: ['owed_less'] },
      schema: {
        operationId: 'createOrder',
        summary: 'Sell at the box office',
        description:
          'Takes the places, records the payment and issues the tickets, all or nothing, with the rules of a basket but ' +
          'for prices with `show_boxoffice` instead of `show_online`, and memberships whether or not they are shown online. Of a ' +
          'membership by a plan the first part is paid now. The order is the answer, with its tickets and members; with ' +
          '`card_reader` it is pending, and its reader payment says how it goes on.',
        tags: ['Orders'],
        body: OrderBody,
        response: { 201: OrderWithTickets },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      const requested = requestedOf(body.items)
      const refusal = payingRefusal(body, requested.memberships)
      if (refusal) throw refusal
      reply.code(201)
      const call = { ...deps, orgId, request, reply }
      // What is on a reader is followed elsewhere; the answer says only which order it is.
      const isDone = (order: OrderWithTickets) => isConfirmed(order) || isByReader(body)
      return resumable(call, isDone, async (name) => {
        const buyer = await findBuyer(orgId, deps.sql, body, requested.memberships)
        const order = await sell(deps, request, { orgId, body, requested, buyer, name })
        if (isConfirmed(order)) await giveReceipt(deps, orgId, body.till_id ?? null)
        await signTill(deps, orgId, body.till_id ?? null)
        return order
      })
    },
  )

/** Lost by a crash before it, the receipt is drawn with the next one of the counter, at its close at the latest. */
const giveReceipt = ({ sql, clock }: PlatformDeps, orgId: OrgId, tillId: number | null) =>
  tillId === null ? undefined : sql.begin((tx) => drawReceiptsOf(orgId, tx, clock(orgId), tillId))

const isConfirmed = ({ order_status }: OrderWithTickets) => order_status === 'confirmed'

type SellDeps = PlatformDeps & SettleDeps & SessionDeps

type Sale = {
  orgId: OrgId
  body: OrderBody
  requested: Requested
  buyer: Buyer
  /** That of the request, where it brings an Idempotency-Key. */
  name: string | undefined
}

/**
 * The steps of a checkout, each in its own transaction, so that the sale at the desk and those online take their locks in
 * the same order. A crash in between leaves a basket that expires, or an order that the reconciler completes.
 */
async function sell(deps: SellDeps, request: FastifyRequest, sale: Sale): Promise<OrderWithTickets> {
  if (isByReader(sale.body)) await requireReader(deps, sale)
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const order = await sellOnce(deps, request, sale, basketIdFor(sale, attempt))
    if (order) return order
  }
  throw stillRunning()
}

/** Undefined when an earlier request with this key left a basket that has expired without an order: the next one is free. */
async function sellOnce(deps: SellDeps, request: FastifyRequest, sale: Sale, basketId: string) {
  const { orgId, body, requested } = sale
  const discountCode = body.discount_code ?? null
  const basket = await deps.sql.begin((tx) =>
    holdItems(orgId, tx, deps.clock(orgId), { basketId, discountCode, ...requested, gift: isGift(body) }),
  )
  if (!basket && isByReader(body)) {
    // The same request was here before, and is not sent to the reader a second time.
    const [order] = await ordersOf(deps, orgId, basketId)
    if (order && order.total > 0) return order
  }
  try {
    if (basket && basket.due_now > 0 && body.payment_method === 'free' && !isGift(body))
      throw costs(basket.due_now, basket.currency)
    return await pay(deps, sale, await draft(deps, request, sale, basketId))
  } catch (error) {
    if (!basket || isCode(error, 'basket_already_checked_out')) return repeated(deps, orgId, basketId, error)
    await giveUp(deps, orgId, basketId)
    throw error
  }
}

const ATTEMPTS_MAX = 5

/** What a request is told that could not go on because another with the same key is, or was, at the same basket. */
async function repeated(deps: SellDeps, orgId: OrgId, basketId: string, error: unknown) {
  const [order] = await ordersOf(deps, orgId, basketId)
  if (order && isConfirmed(order)) return order
  if (isCode(error, 'basket_expired') && !order) return undefined
  throw isCode(error, 'basket_already_checked_out') ? stillRunning() : error
}

const isCode = (error: unknown, code: keyof typeof saleErrors) => error instanceof ApiError && error.code === code

const stillRunning = () => new ApiError('idempotency_key_in_use', { headers: { 'retry-after': '1' } })

/** In a transaction of its own, with its row in the audit log. */
async function draft(deps: SellDeps, request: FastifyRequest, sale: Sale, basketId: string) {
  const { orgId, body, buyer } = sale
  const paymentMethod = paymentMethodOf(body)
  const sold = { buyer, paymentMethod, ...recipientIn(body), ...detailsIn(body) }
  const checkout = { orgId, basketId, ...sold, channel: 'boxoffice' as const }
  return deps.sql.begin(async (tx) => {
    await vouch(orgId, tx, deps.clock(orgId), { basketId, memberId: body.membership_member_id })
    const [drafted] = await finish(await draftOrders(deps, orgId, tx, [checkout]))
    if (!drafted || drafted instanceof Error) throw drafted ?? new Error('an order was not drafted')
    if ('order' in drafted) {
      const { order_id, total_minor, currency } = drafted.order
      const given = await requireProofOfSale(orgId, tx, deps, request.principal, { body, basketId, draft: drafted })
      const after = { sales_channel: 'boxoffice', payment_method: body.payment_method, total_minor, currency, ...given }
      const entry = { action: 'order.created', objectType: 'order', objectId: order_id, after }
      await record(tx, deps.clock, request, entry)
      await noteSale(orgId, tx, request, { body, orderId: order_id, currency, now: deps.clock(orgId) })
    }
    return drafted
  })
}

const isByReader = ({ payment_method }: OrderBody): boolean => payment_method === 'card_reader'

function paymentMethodOf({ payment_method, reader_id = null }: OrderBody): string | null {
  if (payment_method === 'card_reader') return reader_id
  return payment_method === 'free' ? null : payment_method
}

async function requireReader(deps: SellDeps, { orgId, body }: Sale): Promise<void> {
  if (typeof body.reader_id !== 'string')
    throw new ApiError('parameter_missing', { param: 'reader_id', message: 'reader_id is missing.' })
  await requireCardReaders(deps, orgId)
}

type NewSale = { body: OrderBody; orderId: number; currency: string; now: Date }

/** The till that it is sold from, and the reason why nothing is asked for it. */
async function noteSale(orgId: OrgId, tx: Tx, request: FastifyRequest, { body, orderId, currency, now }: NewSale) {
  const { till_id: tillId, reason } = body
  if (tillId !== undefined && tillId !== null)
    await sellFromTill(orgId, tx, request, { tillId, orderId, currency, now })
  if (isGift(body)) await addNote(orgId, tx, request, { orderId, note: reason ?? '', now })
}

/** Confirmed, but for a card on a reader, which may come to whatever a payment comes to: there it is the order as it is. */
async function pay(
  deps: SellDeps,
  { orgId, body }: Sale,
  draft: DraftedOrder | BasketBeingPaid,
): Promise<OrderWithTickets> {
  const orderId = 'payingOrderId' in draft ? draft.payingOrderId : draft.order.order_id
  const outcome = 'payingOrderId' in draft ? await resumeCheckout(deps, orgId, orderId) : await payDrafted(deps, draft)
  if (outcome.kind === 'confirmed') return outcome.order
  const [order] = isByReader(body) ? await findOrdersWithTickets(orgId, deps.sql, [orderId]) : []
  if (order) return order
  // Money by hand is never declined and never late: whatever else comes back, the places were lost on the way.
  throw new StockError('sold_out', { message: 'The places were gone before the order was confirmed.', available: 0 })
}

async function ordersOf({ sql }: SellDeps, orgId: OrgId, basketId: string): Promise<OrderWithTickets[]> {
  const orders = await sql<{ order_id: number }[]>`
    select order_id
    from orders
    where org_id = ${orgId}
      and basket_id = ${basketId}`
  return findOrdersWithTickets(
    orgId,
    sql,
    orders.map(({ order_id }) => order_id),
  )
}

/** Places that were held for an order which came to nothing are free at once, unless it is being paid after all. */
async function giveUp({ sql, clock }: SellDeps, orgId: OrgId, basketId: string): Promise<void> {
  await sql.begin(async (tx) => {
    await lockBaskets(orgId, tx, [basketId])
    const [open] = await tx`
      select 1 as one
      from baskets
      where org_id = ${orgId}
        and basket_id = ${basketId}
        and basket_status = 'open'`
    if (open) await closeBaskets(orgId, tx, clock, [basketId], 'abandoned')
  })
}

/** With an Idempotency-Key the basket has the name of the request, so that its repetition finds it again. */
function basketIdFor({ orgId, name }: Sale, attempt: number): string {
  if (name === undefined) return newBasketUuid()
  const digest = createHash('sha256').update(`box office ${orgId} ${attempt} ${name}`).digest()
  return newBasketUuid(() => digest.subarray(0, 16))
}

const costs = (total: number, currency: string | null) =>
  new ApiError('state_conflict', {
    param: 'payment_method',
    message: `The order is not free: it costs ${total} ${currency}.`,
  })
