import { eachDue, untilDone } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import { noteMails } from '../../messages/mail/notices.ts'
import { TRANSFER_METHOD } from '../../payments/payments/transfer-rule.ts'
import type { Db, Sql, Tx } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'

const BATCH = 100

/**
 * Mails buyers who have left for their bank and have not come back, once for an order. Whether there is still something to pay is asked when the mail
 * is sent. Answers how many were looked at.
 */
export async function leadBuyersBack({ sql, ...clocks }: Clocks & { sql: Sql }): Promise<number> {
  const due = (now: Date) => ({
    rows: sql`
      select org_id
      from payments
      where remind_at <= ${now}
        and payment_method is distinct from ${TRANSFER_METHOD}`,
    oldest: sql`remind_at`,
  })
  return eachDue(sql, clocks, { due, batch: BATCH }, (orgId) =>
    untilDone(BATCH, () => sql.begin((tx) => mailBatch(orgId, tx, clocks.clock(orgId)))),
  )
}

async function mailBatch(orgId: OrgId, tx: Tx, now: Date): Promise<number> {
  const due = await tx<{ payment_id: number; order_id: number; is_open: boolean }[]>`
    with due as (
      select payment_id
      from payments
      where org_id = ${orgId}
        and remind_at <= ${now}
        and payment_method is distinct from ${TRANSFER_METHOD}
      order by remind_at
      limit ${BATCH}
      for no key update skip locked
    )
    update payments p
    set remind_at = null
    from due, orders o
    where p.org_id = ${orgId}
      and o.org_id = ${orgId}
      and p.payment_id = due.payment_id
      and o.order_id = p.order_id
    returning p.payment_id, p.order_id, o.order_status = 'pending' and p.payment_status in ('requires_action', 'failed') as is_open`
  const notices = due
    .filter(({ is_open }) => is_open)
    .map(({ payment_id: aboutId, order_id: orderId }) => ({
      kind: 'payment_unfinished' as const,
      orderId,
      aboutId,
      messageId: `order-${orderId}-unfinished`,
    }))
  if (notices.length > 0) await noteMails(orgId, tx, now, notices)
  return due.length
}

/** The buyer of an order is back, and needs no mail for that. */
export const noteReturn = (orgId: OrgId, sql: Db, orderId: number) => sql`
  update payments
  set remind_at = null
  where org_id = ${orgId}
    and order_id = ${orderId}
    and remind_at is not null
    and payment_method is distinct from ${TRANSFER_METHOD}`
