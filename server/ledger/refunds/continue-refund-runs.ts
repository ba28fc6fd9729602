import { recordAs, systemActor } from '../../access/audit/record.ts'
import { eachDue } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import { noteMails } from '../../messages/mail/notices.ts'
import { publish } from '../../messages/webhooks/publish.ts'
import { type Sql, type Tx, when } from '../../platform/postgres/database.ts'
import type { Clock, Clocks } from '../../platform/values/clock.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { findOrderForMessage } from '../../tickets/orders/order.ts'
import { cancelDebts } from './cancel-debts.ts'
import { carryOutRefund, type RefundDeps } from './carry-out-refund.ts'
import { closeTickets } from './close-tickets.ts'
import { lockLiveTickets } from './live-tickets.ts'
import { noteOwedRefunds } from './note-owed.ts'
import { openRefund } from './open-refund.ts'
import { lockPaidOrder, type PaidOrder } from './paid-order.ts'
import { splitRefund } from './refund-rule.ts'
import { isWaiting } from './refund-run.ts'
import { returnCredit } from './return-credit.ts'

/** Orders that are gone through before the run is written down as still in hand. */
const PAGE = 20
/** Longer than a page takes: a worker that dies leaves the run to the next one after it. */
const LEASE_MS = 5 * 60_000
/** Orders that are being paid when the event is cancelled are waited for. */
const PAUSE_MS = 60_000
const RUNS_MAX = 10

/**
 * Refunds the orders of cancelled events, page by page: each in a transaction that writes down what was done with it, so that
 * a run that was broken off goes on behind the last one. The money is asked for after the commit; where that is lost, it is an
 * open refund like any other. Answers how many orders it did.
 */
export async function continueRefundRuns(deps: RefundDeps & Clocks): Promise<number> {
  const due = (now: Date) => ({
    rows: deps.sql`
      select org_id
      from refund_runs
      where refund_run_status = 'running'
        and due_at <= ${now}`,
    oldest: deps.sql`due_at`,
  })
  return eachDue(deps.sql, deps, { due, batch: RUNS_MAX }, async (orgId) => {
    let sum = 0
    for (let runs = 0; runs < RUNS_MAX; runs += 1) {
      const run = await claimRun(orgId, deps)
      if (!run) break
      sum += await goThrough(deps, orgId, run)
    }
    return sum
  })
}

type Run = { event_id: number; reason: string | null }

async function claimRun(orgId: OrgId, { sql, clock }: RefundDeps): Promise<Run | undefined> {
  const now = clock(orgId)
  const [run] = await sql<Run[]>`
    with due as (
      select event_id
      from refund_runs
      where org_id = ${orgId}
        and refund_run_status = 'running'
        and due_at <= ${now}
      order by due_at
      limit 1
      for update skip locked
    )
    update refund_runs r
    set due_at = ${later(now, LEASE_MS)}, changed_at = ${now}
    from due
    where r.org_id = ${orgId}
      and r.event_id = due.event_id
    returning r.event_id, r.reason`
  return run
}

async function goThrough(deps: RefundDeps, orgId: OrgId, run: Run): Promise<number> {
  let sum = 0
  let last: PagedOrder | undefined
  for (;;) {
    const page = await findPage(orgId, deps.sql, run.event_id, last)
    if (page.length === 0) break
    last = page.at(-1)
    const refundIds: number[] = []
    for (const { order_id } of page) {
      refundIds.push(...((await deps.sql.begin((tx) => refundOne(deps, orgId, tx, run, order_id))) as number[]))
    }
    // None keeps another waiting: what fails here is an open refund, which the worker asks for again.
    await Promise.allSettled(refundIds.map((refundId) => carryOutRefund(deps, orgId, refundId, { again: false })))
    sum += page.length
    await keepRun(orgId, deps, run.event_id, LEASE_MS)
  }
  const left = await findPaying(orgId, deps.sql, run.event_id)
  if (left.length > 0) await keepRun(orgId, deps, run.event_id, PAUSE_MS)
  else await finishRun(orgId, deps, run.event_id)
  return sum
}

type PagedOrder = { order_id: number; created_at: Date }

/**
 * What is done with has a row, so a run that begins anew finds by itself where to go on; within one, the next page begins behind
 * the last. An order that is confirmed behind it meanwhile is still waiting at the end, and found by the next claim.
 */
const findPage = (orgId: OrgId, sql: Sql, eventId: number, last: PagedOrder | undefined) => sql<PagedOrder[]>`
  select o.order_id, o.created_at
  from orders o
  where o.org_id = ${orgId}
    and o.event_id = ${eventId}
    and o.order_status = 'confirmed'
    and not exists (
      select 1
      from refund_run_orders done
      where done.org_id = ${orgId}
        and done.event_id = ${eventId}
        and done.order_id = o.order_id
    )
    ${when(sql, last, ({ created_at, order_id }) => sql`and (o.created_at, o.order_id) > (${created_at}, ${order_id})`)}
  order by o.created_at, o.order_id
  limit ${PAGE}`

const findPaying = (orgId: OrgId, sql: Sql, eventId: number) => sql<{ order_id: number }[]>`
  select o.order_id
  from orders o
  left join baskets b on b.org_id = ${orgId} and b.basket_id = o.basket_id
  left join refund_run_orders done on done.org_id = ${orgId} and done.event_id = ${eventId} and done.order_id = o.order_id
  where o.org_id = ${orgId}
    and o.event_id = ${eventId}
    and o.order_status in ('confirmed', 'pending')
    and ${isWaiting(sql)}
  limit 1`

const keepRun = (orgId: OrgId, { sql, clock }: RefundDeps, eventId: number, ms: number) => sql`
  update refund_runs
  set due_at = ${later(clock(orgId), ms)}, changed_at = ${clock(orgId)}
  where org_id = ${orgId}
    and event_id = ${eventId}`

const finishRun = (orgId: OrgId, { sql, clock }: RefundDeps, eventId: number) => sql`
  update refund_runs
  set refund_run_status = 'finished', finished_at = ${clock(orgId)}, changed_at = ${clock(orgId)}
  where org_id = ${orgId}
    and event_id = ${eventId}
    and refund_run_status = 'running'`

/** The refunds to ask for, if there are any. Staff may have dealt with the order since it was found. */
async function refundOne(
  deps: RefundDeps,
  orgId: OrgId,
  tx: Tx,
  { event_id: eventId, reason }: Run,
  orderId: number,
): Promise<number[]> {
  const { clock } = deps
  const now = clock(orgId)
  const order = await lockPaidOrder(orgId, tx, String(orderId))
  if (order.status !== 'confirmed' || (await isDone(orgId, tx, eventId, orderId))) return []
  if (order.hasMemberships) return refundTickets(deps, orgId, tx, { eventId, reason }, order)
  const outcome = outcomeOf(deps, order)
  const refundIds =
    outcome === 'refund'
      ? await openParts(orgId, tx, clock, order, reason, order.leftMinor + order.credit.leftMinor)
      : []
  const [refundId] = refundIds
  if (outcome !== 'not_refundable') {
    await cancelDebts(orgId, tx, clock, order, { amountMinor: order.owedMinor, reason })
    await returnCredit(orgId, tx, clock, order, { creditMinor: order.credit.leftMinor, reason, refundId })
    const ticketIds = (await lockLiveTickets(orgId, tx, orderId)).map(({ ticket_id }) => ticket_id)
    const status = refundId === undefined ? ticketStatus.cancelled : ticketStatus.refunded
    if (ticketIds.length > 0) await closeTickets(orgId, tx, clock, { ticketIds, status, refundId })
    await closeOrder(orgId, tx, now, orderId, refundId === undefined ? 'cancelled' : 'refunded')
    const order_status = refundId === undefined ? 'cancelled' : 'refunded'
    const entry = { action: `order.${order_status}`, objectType: 'order', objectId: orderId }
    const after = { order_status, event_id: eventId, refund_id: refundId, ticket_ids: ticketIds, reason }
    await recordAs(tx, clock, systemActor(orgId), { ...entry, after })
    if (refundId === undefined) {
      await publish(orgId, tx, clock, 'order.cancelled', { order: await findOrderForMessage(orgId, tx, orderId) })
    }
    await tellBuyer(orgId, tx, now, orderId, refundIds)
  }
  await noteDone(orgId, tx, now, { eventId, orderId, outcome, refundId })
  return refundIds
}

/** Of an order that has memberships too, the tickets alone: the members stay what they are, and what they owe stays owed. */
async function refundTickets(
  deps: RefundDeps,
  orgId: OrgId,
  tx: Tx,
  { eventId, reason }: { eventId: number; reason: string | null },
  order: PaidOrder,
): Promise<number[]> {
  const { clock } = deps
  const now = clock(orgId)
  const { orderId } = order
  const live = await lockLiveTickets(orgId, tx, orderId)
  const paidMinor = live.reduce((sum, { paid_minor }) => sum + paid_minor, 0)
  const amountMinor = Math.min(paidMinor, order.leftMinor + order.credit.leftMinor)
  const { creditMinor, parts } = splitRefund(order, amountMinor)
  const isTaken = parts.every(({ paymentId, amountMinor: part }) => {
    const provider = order.payments.find((payment) => payment.paymentId === paymentId)?.provider
    return provider === undefined || deps.payments.byName(provider).takes(part, order.currency)
  })
  const outcome = !isTaken
    ? 'not_refundable'
    : paidMinor === 0
      ? 'nothing_paid'
      : amountMinor === 0
        ? 'nothing_left'
        : 'refund'
  const ticketIds = live.map(({ ticket_id }) => ticket_id)
  const refundIds = outcome === 'refund' ? await openParts(orgId, tx, clock, order, reason, amountMinor, ticketIds) : []
  const [refundId] = refundIds
  if (outcome !== 'not_refundable') {
    await returnCredit(orgId, tx, clock, order, { creditMinor, reason, refundId, ticketIds })
    const status = refundId === undefined ? ticketStatus.cancelled : ticketStatus.refunded
    if (ticketIds.length > 0) await closeTickets(orgId, tx, clock, { ticketIds, status, refundId })
    const entry = { action: 'order.refunded', objectType: 'order', objectId: orderId }
    const after = { order_status: order.status, event_id: eventId, refund_id: refundId, ticket_ids: ticketIds, reason }
    await recordAs(tx, clock, systemActor(orgId), { ...entry, after })
    await tellBuyer(orgId, tx, now, orderId, refundIds)
  }
  await noteDone(orgId, tx, now, { eventId, orderId, outcome, refundId })
  return refundIds
}

async function tellBuyer(orgId: OrgId, tx: Tx, now: Date, orderId: number, refundIds: number[]): Promise<void> {
  const messageId = `order-${orderId}-event-cancelled`
  // Told before there was a refund, the buyer was not asked yet where the money is to go.
  if (await hasLeft(orgId, tx, messageId)) await noteOwedRefunds(orgId, tx, now, orderId, refundIds)
  await noteMails(orgId, tx, now, [{ kind: 'event_cancelled', orderId, messageId }], { mass: true })
}

type Done = { eventId: number; orderId: number; outcome: string; refundId: number | undefined }

const noteDone = (orgId: OrgId, tx: Tx, now: Date, { eventId, orderId, outcome, refundId }: Done) => tx`
  insert into refund_run_orders (org_id, event_id, order_id, outcome, refund_id, created_at)
  values (${orgId}, ${eventId}, ${orderId}, ${outcome}, ${refundId ?? null}, ${now})`

function outcomeOf({ payments: providers }: RefundDeps, { payments, paidMinor, leftMinor, currency }: PaidOrder) {
  if (paidMinor === 0) return 'nothing_paid'
  if (leftMinor === 0) return 'nothing_left'
  const isTaken = payments.every(
    (payment) => payment.leftMinor === 0 || providers.byName(payment.provider).takes(payment.leftMinor, currency),
  )
  return isTaken ? 'refund' : 'not_refundable'
}

async function hasLeft(orgId: OrgId, tx: Tx, messageId: string): Promise<boolean> {
  const rows = await tx`
    select 1
    from mails
    where org_id = ${orgId}
      and mail_message_id = ${messageId}
      and mail_status <> 'pending'`
  return rows.length > 0
}

async function isDone(orgId: OrgId, tx: Tx, eventId: number, orderId: number): Promise<boolean> {
  const rows = await tx`
    select 1
    from refund_run_orders
    where org_id = ${orgId}
      and event_id = ${eventId}
      and order_id = ${orderId}`
  return rows.length > 0
}

async function openParts(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  order: PaidOrder,
  reason: string | null,
  amountMinor: number,
  /** The tickets that go back, where the order has more than tickets: their rates of tax go back, not those of the rest. */
  ticketIds: number[] = [],
): Promise<number[]> {
  const refundIds: number[] = []
  for (const part of splitRefund(order, amountMinor).parts) {
    const refund = { ...part, orderId: order.orderId, reason: reason ?? 'The event was cancelled.', ticketIds }
    refundIds.push(await openRefund(orgId, tx, clock, refund))
  }
  return refundIds
}

const closeOrder = (orgId: OrgId, tx: Tx, now: Date, orderId: number, status: 'cancelled' | 'refunded') => tx`
  update orders
  set order_status = ${status}, closed_at = ${now}, changed_at = ${now}
  where org_id = ${orgId}
    and order_id = ${orderId}`

const later = (now: Date, ms: number) => new Date(now.getTime() + ms)
