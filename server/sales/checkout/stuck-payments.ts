import { isWorkedOn } from '../../access/organisations.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'

/** After so long a payment that the provider says nothing about is somebody's to look at. */
export const OPEN_MAX_MS = 24 * 3600 * 1000

/**
 * Raises the alarm, again and again, while payments are open that the reconciler cannot settle: their places are kept from
 * everybody else until staff settle the order by hand.
 */
export async function alarmAboutStuckPayments(sql: Sql, clock: Clock): Promise<void> {
  const [stuck] = await sql<{ payments: number; order_ids: string[] | null }[]>`
    select count(*)::integer as payments, (array_agg(order_id::text order by payment_id))[1:10] as order_ids
    from payments
    where payment_status in ('created', 'requires_action', 'processing', 'unknown')
      and order_id is not null
      and created_at <= ${new Date(clock().getTime() - OPEN_MAX_MS)}
      and ${isWorkedOn(sql, clock())}`
  if (!stuck || stuck.payments === 0) return
  const orders = (stuck.order_ids ?? []).join(', ')
  throw new Error(
    `${stuck.payments} payments have been open for more than a day, of the orders ${orders}: settle them by hand`,
  )
}
