import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'

/** The address to which the buyer of an order is mailed; null where the order has none. */
export async function buyerAddressOf(orgId: OrgId, tx: Tx, orderId: number): Promise<string | null> {
  const [order] = await tx<{ email_address: string | null }[]>`
    select email_address
    from orders
    where org_id = ${orgId}
      and order_id = ${orderId}`
  return order?.email_address ?? null
}
