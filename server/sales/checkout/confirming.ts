import type { OrgId } from '../../access/principal.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { type OrderRow, orderColumns } from '../orders/order.ts'
import type { PaymentProviderName } from '../payments/provider.ts'

export type ConfirmingRow = OrderRow & { basket_id: string | null }

export const lockOrders = (orgId: OrgId, tx: Tx, orderIds: number[]) => tx<ConfirmingRow[]>`
  select ${orderColumns(tx)}, basket_id
  from orders
  where org_id = ${orgId}
    and order_id = any (${orderIds}::bigint[])
  order by order_id
  for no key update`

export type PaymentRow = {
  payment_id: number
  order_id: number
  provider: PaymentProviderName
  payment_method: string | null
  payment_status: string
  amount_minor: number
  surplus: boolean
  /** Neither has it succeeded nor has it come to nothing. */
  open: boolean
}

export const lockPayments = (orgId: OrgId, tx: Tx, orderIds: number[]) => tx<PaymentRow[]>`
  select payment_id, order_id, provider, payment_method, payment_status, amount_minor, surplus,
    payment_status in ('created', 'requires_action', 'processing', 'unknown') as open
  from payments
  where org_id = ${orgId}
    and order_id = any (${orderIds}::bigint[])
  order by payment_id
  for no key update`

export type HoldRow = {
  basket_id: string
  basket_item_id: number
  price_category_id: number
  price_id: number
  places: number
}

/** In the order of the items, which is that of the order's lines. They cannot go while the basket's row is locked. */
export const findHolds = (orgId: OrgId, sql: Db, basketIds: string[]) => sql<HoldRow[]>`
  select basket_id, basket_item_id, price_category_id, price_id, places
  from holds
  where org_id = ${orgId}
    and basket_id = any (${basketIds}::uuid[])
    and expires_at is null
  order by basket_id, basket_item_id`
