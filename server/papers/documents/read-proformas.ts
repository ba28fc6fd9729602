import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { howToTransfer } from '../../checkout/transfers/how-to-transfer.ts'
import { receivedMinor } from '../../checkout/transfers/own-transfer.ts'
import { findTransferAccount } from '../../checkout/transfers/transfer-account.ts'
import type { TransferPurpose } from '../../checkout/transfers/transfer-reference.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { selectSettings } from './document-settings.ts'
import type { PrintedDocument } from './draw-document.ts'
import { findRateReasons, findSoldLines, findSoldOrders } from './find-sold.ts'
import { writeProforma } from './write-document.ts'

/** What an order is still to be paid by: a transfer that its places wait for, or the debts of one that was sold on invoice. */
export const AwaitedPaymentRow = Type.Object({
  order_id: Type.Integer(),
  kind: Type.Unsafe<TransferPurpose['kind']>({ type: 'string' }),
  id: Type.Integer(),
  open_minor: Type.Integer(),
  asked_at: Type.Unsafe<Date>({ type: 'object' }),
  due_at: Type.Unsafe<Date>({ type: 'object' }),
})
type AwaitedPaymentRow = {
  order_id: number
  kind: TransferPurpose['kind']
  id: number
  open_minor: number
  asked_at: Date
  due_at: Date
}

/**
 * Pro-forma invoices of orders that are not paid and have no document yet, by order: what companies pay by, long before there is an invoice. Nothing of
 * them is kept, and they have no number; their day is that of the order. None where the organisation does not say who issues documents.
 */
export async function readProformas(orgId: OrgId, sql: Db, orderIds: number[]): Promise<Map<number, PrintedDocument>> {
  if (orderIds.length === 0) return new Map()
  const [settings] = await selectSettings(orgId, sql)
  if (!settings?.issued_from) return new Map()
  const awaited = await findAwaitedPayments(orgId, sql, orderIds)
  const ids = awaited.map(({ order_id }) => order_id)
  if (ids.length === 0) return new Map()
  const orders = await findSoldOrders(orgId, sql, ids, true)
  const lines = Map.groupBy(await findSoldLines(orgId, sql, ids), ({ order_id }) => order_id)
  const rates = new Map((await findRateReasons(orgId, sql)).map((rate) => [rate.tax_rate_id, rate]))
  const [account] = await findTransferAccount(orgId, sql)
  return new Map(
    orders.flatMap((order): [number, PrintedDocument][] => {
      const payment = awaited.find(({ order_id }) => order_id === order.order_id)
      if (!payment) return []
      const { kind, id, open_minor: openMinor, asked_at: issuedAt, due_at: dueAt } = payment
      const label = String(order.order_id)
      const sold = { order, lines: lines.get(order.order_id) ?? [] }
      const content = writeProforma(sold, { number: label, issuedAt, settings, rates }, { dueAt, openMinor })
      const amount = { amountMinor: openMinor, currency: order.currency }
      const how = account && howToTransfer(account, { kind, id }, amount)
      return [[order.order_id, { kind: 'proforma', label, issuedAt, content, how }]]
    }),
  )
}

/** Of a plan, the reference is that of the part that is due first; so is the day. */
const findAwaitedPayments = (orgId: OrgId, sql: Db, orderIds: number[]) => sql<AwaitedPaymentRow[]>`
  select distinct on (w.order_id) w.order_id, w.kind, w.id, w.open_minor, w.asked_at, w.due_at
  from (
    select p.order_id, 'payment' as kind, p.payment_id as id, p.amount_minor - ${receivedMinor(sql, orgId)} as open_minor,
      p.created_at as asked_at, p.expires_at as due_at
    from payments p
    join orders o on o.org_id = ${orgId} and o.order_id = p.order_id and o.order_status = 'pending'
    where p.org_id = ${orgId}
      and p.order_id = any (${orderIds}::bigint[])
      and p.provider = 'manual'
      and p.payment_status not in ('succeeded', 'failed', 'cancelled')
      and p.expires_at is not null
    union all
    select d.order_id, 'debt', d.debt_id,
      sum(d.amount_minor - d.settled_minor - d.waived_minor - d.cancelled_minor) over (partition by d.order_id)::bigint, o.confirmed_at, d.due_at
    from debts d
    join orders o on o.org_id = ${orgId} and o.order_id = d.order_id and o.confirmed_at is not null
    where d.org_id = ${orgId}
      and d.order_id = any (${orderIds}::bigint[])
      and d.owed_by = 'fan'
      and d.closed_at is null
  ) w
  where w.open_minor > 0
    and not exists (
      select 1
      from documents t
      where t.org_id = ${orgId}
        and t.source = 'order'
        and t.source_id = w.order_id
    )
  order by w.order_id, w.due_at, w.id`
