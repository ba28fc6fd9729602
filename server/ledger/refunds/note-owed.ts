import type { OrgId } from '../../access/principal.ts'
import { noteMails } from '../../messages/mail/notices.ts'
import type { Tx } from '../../platform/postgres/database.ts'

/** The buyer is told of money that does not go back by itself: where it waits, or that an account is wanted. */
export async function noteOwedRefunds(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  orderId: number,
  refundIds: number[],
): Promise<void> {
  const owed = await tx<{ refund_id: number }[]>`
    select refund_id
    from refunds
    where org_id = ${orgId}
      and refund_id = any (${refundIds}::bigint[])
      and refund_status = 'owed'
    order by refund_id`
  const notices = owed.map(({ refund_id: aboutId }) => ({
    kind: 'refund_owed' as const,
    orderId,
    aboutId,
    messageId: `refund-${aboutId}-owed`,
  }))
  if (notices.length > 0) await noteMails(orgId, tx, now, notices)
}
