import type { OrgId } from '../../access/principal.ts'
import { publishAll } from '../../messages/webhooks/publish.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { OrderRow } from '../../tickets/orders/order.ts'
import { type Debt, findDebts } from './debt.ts'
import type { DebtKind } from './lock-debts.ts'

export type NewInvoice = { order: OrderRow; amountMinor: number }

/** What is owed of orders on an invoice, from their confirmation on, for as many days as the organisation gives. */
export async function openInvoices(orgId: OrgId, tx: Tx, clock: Clock, invoices: NewInvoice[]): Promise<void> {
  const now = clock(orgId)
  const rows = await tx<{ debt_id: number }[]>`
    insert into debts (org_id, owed_by, kind, order_id, event_id, user_id, currency, amount_minor, due_at, created_at, changed_at)
    select ${orgId}, 'fan', 'invoice', o.order_id, o.event_id, o.user_id, o.currency, o.amount_minor,
      ${now}::timestamptz + g.invoice_days * interval '1 day', ${now}, ${now}
    from unnest(
      ${invoices.map(({ order }) => order.order_id)}::bigint[],
      ${invoices.map(({ order }) => order.event_id)}::bigint[],
      ${invoices.map(({ order }) => order.user_id)}::bigint[],
      ${invoices.map(({ order }) => order.currency)}::text[],
      ${invoices.map(({ amountMinor }) => amountMinor)}::bigint[]
    ) as o (order_id, event_id, user_id, currency, amount_minor)
    join organisations g on g.org_id = ${orgId}
    returning debt_id`
  const ids = rows.map(({ debt_id }) => debt_id)
  await publishCreated(orgId, tx, clock, ids)
}

export type NewDebt = {
  kind: Exclude<DebtKind, 'instalment' | 'invoice' | 'direct_debit'>
  orderId: number | null
  refundId: number | null
  userId: number | null
  currency: string
  amountMinor: number
  dueAt: Date
}

/** One more debt, of a fan whose payment came back or of the club; the caller has locked its order. */
export async function openDebt(orgId: OrgId, tx: Tx, clock: Clock, debt: NewDebt): Promise<number> {
  const now = clock(orgId)
  const owedBy = debt.kind === 'returned_payment' ? 'fan' : 'club'
  const [order] = await tx<{ event_id: number | null }[]>`
    select event_id
    from orders
    where org_id = ${orgId}
      and order_id = ${debt.orderId}`
  const [row] = await tx<{ debt_id: number }[]>`
    insert into debts (
      org_id, owed_by, kind, order_id, event_id, refund_id, user_id, currency, amount_minor, last_outcome, due_at, created_at, changed_at
    )
    values (
      ${orgId}, ${owedBy}, ${debt.kind}, ${debt.orderId}, ${order?.event_id ?? null}, ${debt.refundId}, ${debt.userId}, ${debt.currency},
      ${debt.amountMinor},
      ${debt.kind === 'returned_payment' ? 'returned' : null}, ${debt.dueAt}, ${now}, ${now}
    )
    returning debt_id`
  if (!row) throw new Error('a debt left no row')
  await publishCreated(orgId, tx, clock, [row.debt_id])
  return row.debt_id
}

/** Tells of debts that are there from now on. */
export async function publishCreated(orgId: OrgId, tx: Tx, clock: Clock, ids: number[]): Promise<Debt[]> {
  const created = await findDebts(orgId, tx, clock(orgId), ids)
  await publishAll(
    orgId,
    tx,
    clock,
    created.map((debt) => ({ type: 'debt.created' as const, data: { debt } })),
  )
  return created
}
