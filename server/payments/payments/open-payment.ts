import type { OrganisationMode, OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { NextAction, PaymentProviderName } from './provider.ts'

/** A payment whose end is not known yet, with all that it takes to ask its provider about it, or to begin it again. */
export type OpenPayment = {
  payment_id: number
  provider: PaymentProviderName
  /** Of the organisation. */
  mode: OrganisationMode
  payment_account_id: string | null
  idempotency_key: string
  payment_method: string | null
  return_url: string | null
  /** With spaces between. */
  allowed_methods: string | null
  provider_reference: string | null
  payment_status: string
  amount_minor: number
  currency: string
  operator_fee_minor: number | null
  next_action: NextAction | null
  keeps: boolean
  /** Of the text of a mandate that its buyer agreed to. */
  mandate_version: number | null
  /** Of the order that it is for, or whose debts, as its buyer is called there. */
  payer_email: string | null
  payer_name: string | null
  /** Of what was kept, where it is charged without the fan. */
  customer_reference: string | null
  created_at: Date
  changed_at: Date
}

/** The columns of an `OpenPayment`, of payments `p` of the organisation `o`. */
export const openPaymentColumns = (orgId: OrgId, sql: Db) => sql`
  p.payment_id, p.provider, o.mode, p.payment_account_id, p.idempotency_key, p.payment_method, p.return_url, p.allowed_methods,
  p.provider_reference, p.payment_status, p.amount_minor, p.currency, p.operator_fee_minor, p.next_action, p.created_at, p.changed_at, p.keeps, p.mandate_version,
  (
    select w.email_address
    from orders w
    where w.org_id = ${orgId}
      and w.order_id = ${keepingOrder(orgId, sql)}
      and p.keeps
  ) as payer_email, (
    select nullif(concat_ws(' ', w.first_name, w.last_name), '')
    from orders w
    where w.org_id = ${orgId}
      and w.order_id = ${keepingOrder(orgId, sql)}
      and p.keeps
  ) as payer_name, (
    select k.customer_reference
    from payment_means k
    where k.org_id = ${orgId}
      and k.payment_means_id = p.payment_means_id
  ) as customer_reference`

/** The order of a payment `p`, or of the debts that it is to pay, which are of one plan where it keeps a card. */
const keepingOrder = (orgId: OrgId, sql: Db) => sql`coalesce(p.order_id, (
      select min(d.order_id)
      from payment_debts f
      join debts d on d.org_id = ${orgId} and d.debt_id = f.debt_id
      where f.org_id = ${orgId}
        and f.payment_id = p.payment_id
    ))`

/** What is no end is open: said so, since the planner would take the worker's index of all open payments for the other way. */
export const findOpenPayment = (orgId: OrgId, sql: Db, orderId: number) => sql<OpenPayment[]>`
  select ${openPaymentColumns(orgId, sql)}
  from payments p
  join organisations o using (org_id)
  where p.org_id = ${orgId}
    and p.order_id = ${orderId}
    and p.payment_status not in ('succeeded', 'failed', 'cancelled')`

/** An attempt at paying debts, while it is open. */
export const findOpenAttempt = (orgId: OrgId, sql: Db, paymentId: number) => sql<OpenPayment[]>`
  select ${openPaymentColumns(orgId, sql)}
  from payments p
  join organisations o using (org_id)
  where p.org_id = ${orgId}
    and p.payment_id = ${paymentId}
    and p.payment_status not in ('succeeded', 'failed', 'cancelled')`

/** The open one, or the last that ended without the provider's word. */
export const findUnansweredPayment = (orgId: OrgId, sql: Db, orderId: number) => sql<OpenPayment[]>`
  select ${openPaymentColumns(orgId, sql)}
  from payments p
  join organisations o using (org_id)
  where p.org_id = ${orgId}
    and p.order_id = ${orderId}
    and (p.payment_status not in ('succeeded', 'failed', 'cancelled') or (p.payment_status = 'failed' and p.watched))
  order by p.created_at desc, p.payment_id desc
  limit 1`
