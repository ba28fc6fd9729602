import { isWorkedOn } from '../../access/organisations.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { askReached } from '../../platform/postgres/reach.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

/**
 * Raises the alarm, again and again, while there are payments that the provider says nothing about for a day: a buyer may have
 * been charged for an order that has expired, or for a debt that is still open. Staff settle it by hand.
 */
export async function alarmAboutStuckPayments(sql: Sql, systemClock: SystemClock): Promise<void> {
  const now = systemClock()
  const [stuck] = await askReached(
    sql,
    (isReached) => sql<{ payments: number; order_ids: string[] | null }[]>`
    select count(*)::integer as payments, (array_agg(coalesce(order_id, (
      select d.order_id
      from payment_debts m
      join debts d on d.org_id = m.org_id and d.debt_id = m.debt_id
      where m.org_id = payments.org_id
        and m.payment_id = payments.payment_id
      order by m.debt_id
      limit 1
    ))::text order by payment_id))[1:10] as order_ids
    from payments
    where (
        payment_status in ('created', 'requires_action', 'unknown')
        or (payment_status = 'processing' and coalesce(expires_at, created_at) <= ${now})
        or (watched and decline_code = 'no_answer')
      )
      and created_at <= ${new Date(now.getTime() - DAY_MS)}
      and ${isReached}
      and ${isWorkedOn(sql, now)}`,
  )
  if (!stuck || stuck.payments === 0) return
  const orders = (stuck.order_ids ?? []).join(', ')
  throw new Error(
    `${stuck.payments} payments have had no answer for more than a day, of the orders ${orders}: settle them by hand`,
  )
}
