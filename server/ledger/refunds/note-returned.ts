import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'

type ReturnedOfOrder = {
  orderId: number
  amountMinor: number
  /** Whose membership it is of; without one, of the order's memberships one after the other. */
  memberId?: number | undefined
}

/**
 * Writes beside the memberships of an order what goes back of what was paid for them, each as far as it cost something: figures of a
 * season are by membership, and a refund is of the order. It is what was decided; whether a bank has carried it out, the refund says. The
 * caller has locked the order.
 */
export async function noteReturned(orgId: OrgId, tx: Tx, returned: ReturnedOfOrder): Promise<void> {
  const { orderId, amountMinor, memberId = null } = returned
  if (amountMinor <= 0) return
  await tx`
    update order_lines l
    set refunded_minor = l.refunded_minor + least(r.left_minor, ${amountMinor}::bigint - r.before_minor)
    from (
      select order_line_id, left_minor, (sum(left_minor) over (order by order_line_id) - left_minor)::bigint as before_minor
      from (
        select order_line_id, price_minor - discount_minor + coalesce(added_tax_minor, 0) - refunded_minor as left_minor
        from order_lines
        where org_id = ${orgId}
          and order_id = ${orderId}
          and kind = 'membership'
          and membership_member_id = coalesce(${memberId}::bigint, membership_member_id)
      ) line
    ) r
    where l.org_id = ${orgId}
      and l.order_id = ${orderId}
      and l.order_line_id = r.order_line_id
      and r.before_minor < ${amountMinor}::bigint`
}
