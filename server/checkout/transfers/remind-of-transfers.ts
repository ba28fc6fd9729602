import { eachDue, untilDone } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import { noteMails } from '../../messages/mail/notices.ts'
import { TRANSFER_METHOD } from '../../payments/payments/transfer-rule.ts'
import type { Sql, Tx } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { unixSeconds } from '../../platform/values/clock.ts'

const BATCH = 100

/** Buyers whose transfer has not come, some days before their places are free again. Answers how many were reminded. */
export async function remindOfTransfers({ sql, ...clocks }: Clocks & { sql: Sql }): Promise<number> {
  const due = (now: Date) => ({
    rows: sql`
      select org_id
      from payments
      where remind_at <= ${now}
        and payment_method = ${TRANSFER_METHOD}`,
    oldest: sql`remind_at`,
  })
  return eachDue(sql, clocks, { due, batch: BATCH }, (orgId) =>
    untilDone(BATCH, () => sql.begin((tx) => remindBatch(orgId, tx, clocks.clock(orgId)))),
  )
}

async function remindBatch(orgId: OrgId, tx: Tx, now: Date): Promise<number> {
  const due = await tx<{ payment_id: number; order_id: number; payment_status: string; expires_at: Date }[]>`
    with due as (
      select payment_id
      from payments
      where org_id = ${orgId}
        and remind_at <= ${now}
        and payment_method = ${TRANSFER_METHOD}
      order by remind_at
      limit ${BATCH}
      for no key update skip locked
    )
    update payments p
    set remind_at = null
    from due
    where p.org_id = ${orgId}
      and p.payment_id = due.payment_id
    returning p.payment_id, p.order_id, p.payment_status, p.expires_at`
  const notices = due
    .filter(({ payment_status }) => payment_status === 'processing')
    .map(({ payment_id: aboutId, order_id: orderId, expires_at }) => ({
      kind: 'transfer_reminder' as const,
      orderId,
      aboutId,
      // Given more time, a buyer is reminded of that, too.
      messageId: `payment-${aboutId}-reminder-${unixSeconds(expires_at)}`,
    }))
  if (notices.length > 0) await noteMails(orgId, tx, now, notices)
  return due.length
}
