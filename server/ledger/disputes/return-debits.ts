import { eachDue } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import { returnedAt } from '../../payments/payments/test-debits.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import type { Clock, Clocks } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { reversePayment } from './reverse-payment.ts'

const BATCH = 100
/** None comes back later than so long after it was paid. */
const LOOKED_AT_MS = 60 * DAY_MS

/**
 * Debits of sandboxes that come back by the name of their method, when their day has come by the sandbox's clock. Real ones come back by the
 * word of the provider, as disputes. Answers how many did.
 */
export async function returnDebits({ sql, ...clocks }: Clocks & { sql: Sql }): Promise<number> {
  const due = (now: Date) => ({
    rows: sql`
      select org_id
      from payments
      where ${isPlayed(sql)}
        and succeeded_at > ${new Date(now.getTime() - LOOKED_AT_MS)}`,
    oldest: sql`succeeded_at`,
  })
  return eachDue(sql, clocks, { due, batch: BATCH }, (orgId) => returnOf(orgId, sql, clocks.clock))
}

const isPlayed = (sql: Sql) => sql`
  provider = 'test' and starts_with(provider_reference, 'pay_test_debit_returned') and reversed_minor = 0`

async function returnOf(orgId: OrgId, sql: Sql, clock: Clock): Promise<number> {
  const now = clock(orgId)
  const debits = await sql<{ payment_id: number; provider_reference: string; amount_minor: number }[]>`
    select payment_id, provider_reference, amount_minor
    from payments
    where org_id = ${orgId}
      and ${isPlayed(sql)}
      and succeeded_at > ${new Date(now.getTime() - LOOKED_AT_MS)}
    order by succeeded_at, payment_id
    limit ${BATCH}`
  let count = 0
  for (const { payment_id: paymentId, provider_reference, amount_minor: amountMinor } of debits) {
    const at = returnedAt(provider_reference)
    if (!at || at > now) continue
    const reversal = { paymentId, kind: 'returned' as const, reference: `ret_${paymentId}`, amountMinor }
    count += Number(await sql.begin((tx) => reversePayment(orgId, tx, clock, reversal)))
  }
  return count
}
