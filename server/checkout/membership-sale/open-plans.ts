import type { OrgId } from '../../access/principal.ts'
import { instalments } from '../../ledger/instalments/instalment.ts'
import { collectedAt, dueAt } from '../../ledger/ledger/due-dates.ts'
import { lockDebts } from '../../ledger/ledger/lock-debts.ts'
import { publishCreated } from '../../ledger/ledger/open-debts.ts'
import { submitDebt } from '../../ledger/ledger/owe-submitted.ts'
import { settleDebt } from '../../ledger/ledger/settle-debt.ts'
import { publish } from '../../messages/webhooks/publish.ts'
import { keepMeans } from '../../payments/payments/keep-means.ts'
import type { KeptMeans, PaymentProviderName } from '../../payments/payments/provider.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { findItem } from '../../resources/resource.ts'
import type { OrderRow } from '../../tickets/orders/order.ts'
import type { IssuedMember } from './issue-members.ts'
import type { PlanPart } from './plan.ts'

export type ChargedOrder = {
  order: OrderRow
  payment:
    | {
        payment_id: number
        provider: PaymentProviderName
        payment_account_id: string | null
        payment_means_id: number | null
      }
    | undefined
  /** What it was paid with, where that was kept. */
  means: KeptMeans | undefined
  /** A debit that is under way: it pays the first of each once it is money. */
  isSubmitted: boolean
}

/**
 * Writes down the plans of memberships that have just been sold: each instalment is a debt, and what the checkout has charged pays the
 * first of each. The orders are confirmed, and their payments on record. Answers with what was kept, by order.
 */
export async function openPlans(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  orders: ChargedOrder[],
  issued: IssuedMember[],
): Promise<Map<number, number>> {
  const meansOf = new Map<number, number>()
  for (const charged of orders) {
    const { order } = charged
    const ofOrder = issued.filter(({ orderId }) => orderId === order.order_id)
    const planned = ofOrder.filter(({ row }) => row.plan !== null)
    const renewing = ofOrder.filter(({ row }) => row.renews)
    const keeps = renewing.length > 0 || planned.some(({ row }) => row.collects)
    const meansId = keeps ? await keptOf(orgId, tx, clock(orgId), charged) : null
    if (meansId !== null) meansOf.set(order.order_id, meansId)
    if (meansId !== null && renewing.length > 0) await renewBy(orgId, tx, meansId, renewing)
    if (planned.length === 0) continue
    // What the draft owes is for later days; what was charged beside the first parts of the plans is paid.
    if (!charged.isSubmitted) await noteCharged(orgId, tx, order)
    const { isSubmitted } = charged
    for (const member of planned)
      await openPlan(orgId, tx, clock, { order, paymentId: charged.payment?.payment_id, meansId, isSubmitted }, member)
  }
  return meansOf
}

/** What the next term of these is paid with. */
const renewBy = (orgId: OrgId, tx: Tx, meansId: number, renewing: IssuedMember[]) => tx`
  update members
  set renewal_means_id = ${meansId}
  where org_id = ${orgId}
    and membership_member_id = any (${renewing.map(({ memberId }) => memberId)}::bigint[])`

/** Null where nothing was kept, as at the counter: then the plan is paid by hand. What was charged without the fan is kept already. */
async function keptOf(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { order, payment, means }: ChargedOrder,
): Promise<number | null> {
  if (payment && payment.payment_means_id !== null) return payment.payment_means_id
  if (!payment || !means || order.user_id === null) return null
  const { provider, payment_account_id: account } = payment
  return keepMeans(orgId, tx, now, { userId: order.user_id, provider, account, means })
}

const noteCharged = (orgId: OrgId, tx: Tx, { order_id }: OrderRow) => tx`
  update orders
  set paid_minor = total_minor - owed_minor - (
    select coalesce(sum((i.value ->> 'amount_minor')::bigint), 0)
    from basket_memberships m
    cross join lateral jsonb_array_elements(m.plan) as i
    where m.org_id = ${orgId}
      and m.basket_id = orders.basket_id
      and (i.value ->> 'number')::integer = 1
  )
  where org_id = ${orgId}
    and order_id = ${order_id}`

type Paying = { order: OrderRow; paymentId: number | undefined; meansId: number | null; isSubmitted: boolean }

async function openPlan(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  { order, paymentId, meansId, isSubmitted }: Paying,
  { memberId, orderLineId, termOrderId, row }: IssuedMember,
): Promise<void> {
  const now = clock(orgId)
  const plan = row.plan ?? []
  const totalMinor = plan.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
  const [opened] = await tx<{ membership_plan_id: number }[]>`
    insert into membership_plans (
      org_id, order_id, order_line_id, term_order_id, membership_member_id, membership_payment_option_id, payment_means_id, currency,
      total_minor, open_minor, created_at, changed_at
    )
    values (
      ${orgId}, ${order.order_id}, ${orderLineId}, ${termOrderId}, ${memberId}, ${row.membership_payment_option_id}, ${row.collects ? meansId : null},
      ${order.currency}, ${totalMinor}, ${totalMinor}, ${now}, ${now}
    )
    returning membership_plan_id`
  if (!opened) throw new Error('a plan left no row')
  const debtIds = await insertInstalments(orgId, tx, now, order, {
    planId: opened.membership_plan_id,
    plan,
    zone: row.timezone,
    hour: row.collects && meansId !== null ? row.collection_hour : null,
  })
  if (plan[0]?.number !== 1) {
    await publishCreated(orgId, tx, clock, debtIds)
    return
  }
  const [firstId = 0, ...laterIds] = debtIds
  if (paymentId === undefined) throw new Error(`order ${order.order_id} has plans, and nothing was charged for them`)
  const [first] = await lockDebts(orgId, tx, [firstId])
  if (!first) throw new Error('an instalment was lost while it was opened')
  if (isSubmitted) {
    await submitDebt(orgId, tx, now, { debtId: firstId, paymentId, amountMinor: first.amount_minor })
    await publishCreated(orgId, tx, clock, debtIds)
    return
  }
  await addOwed(orgId, tx, order.order_id, first.amount_minor)
  await settleDebt(orgId, tx, first, { paymentId, amountMinor: first.amount_minor, now })
  const instalment = await findItem(instalments, orgId, tx, firstId, now)
  await publish(orgId, tx, clock, 'instalment.paid', { instalment })
  await publishCreated(orgId, tx, clock, laterIds)
}

/** What the draft says is owed is for later days; the first is owed for as long as it takes to settle it. */
const addOwed = (orgId: OrgId, tx: Tx, orderId: number, amountMinor: number) => tx`
  update orders
  set owed_minor = owed_minor + ${amountMinor}
  where org_id = ${orgId}
    and order_id = ${orderId}`

async function insertInstalments(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  order: OrderRow,
  { planId, plan, zone, hour }: { planId: number; plan: PlanPart[]; zone: string; hour: number | null },
): Promise<number[]> {
  const rows = await tx<{ debt_id: number }[]>`
    insert into debts (
      org_id, owed_by, kind, order_id, event_id, user_id, currency, amount_minor, due_at, instalment_number, membership_plan_id, next_attempt_at,
      created_at, changed_at
    )
    select ${orgId}, 'fan', 'instalment', ${order.order_id}, null, ${order.user_id}, ${order.currency}, i.amount_minor, i.due_at,
      i.number, ${planId}, i.next_attempt_at, ${now}, ${now}
    from unnest(
      ${plan.map(({ number }) => number)}::integer[],
      ${plan.map(({ amount_minor }) => amount_minor)}::bigint[],
      ${plan.map(({ number, due_on }) => (number === 1 ? now : dueAt(due_on, zone)).toISOString())}::timestamptz[],
      ${plan.map(({ number, due_on }) => (number > 1 && hour !== null ? collectedAt(due_on, zone, hour).toISOString() : null))}::timestamptz[]
    ) as i (number, amount_minor, due_at, next_attempt_at)
    order by i.number
    returning debt_id`
  return rows.map(({ debt_id }) => debt_id)
}
