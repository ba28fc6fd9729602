import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'

/** Before its payments, its tickets and its customer, as all transactions lock them. */
export const lockOrder = (orgId: OrgId, tx: Tx, orderId: number) => tx`
  select 1
  from orders
  where org_id = ${orgId}
    and order_id = ${orderId}
  for no key update`
