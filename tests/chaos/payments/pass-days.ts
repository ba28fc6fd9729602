import type { OrgId } from '../../../server/access/principal.ts'
import { giveUpPayments } from '../../../server/checkout/answers/give-up-payments.ts'
import { reconcileOrders } from '../../../server/checkout/answers/reconcile.ts'
import { createSettleDeps } from '../../../server/checkout/answers/settle-deps.ts'
import { watchPayments } from '../../../server/checkout/answers/watch-payments.ts'
import { sweepBaskets } from '../../../server/checkout/baskets/sweep-baskets.ts'
import { reconcileRefunds } from '../../../server/ledger/refunds/reconcile-refunds.ts'
import { createPayments } from '../../../server/payments/payments/providers.ts'
import { type BankEnding, createTestBank } from '../../../server/payments/payments/test-bank.ts'
import type { Sql } from '../../../server/platform/postgres/database.ts'
import { organisationClock } from '../../../server/platform/values/clock.ts'
import { MINUTE_MS } from '../../../server/platform/values/durations.ts'
import { createSeal } from '../../../server/platform/values/seal.ts'
import { SECRET } from '../on-sale/processes.ts'
import type { LateChoice } from './fan.ts'

const ENDINGS: Record<string, BankEnding> = { pay: 'paid', arrive: 'paid', fail: 'declined' }

/** Minute by minute for the first hours, then by the hour, until every method's days are long over. */
const STEPS_MINUTES = [
  ...Array.from({ length: 240 }, (_, minute) => minute + 1),
  ...Array.from({ length: 7 * 24 }, (_, hour) => 240 + 60 * (hour + 1)),
]
/** Longer than the longest of the methods' deadlines, and the hold that follows a payment that came to nothing. */
const DAYS_MAX_MINUTES = 4 * 24 * 60

/** The worker's time: what is chosen at the bank late is chosen at its minute. Answers how many places are held once no method may hold any. */
export async function passDays(
  sql: Sql,
  { orgId, priceCategoryId }: { orgId: OrgId; priceCategoryId: number },
  late: LateChoice[],
): Promise<number> {
  let aheadMs = 0
  const systemClock = () => new Date(Date.now() + aheadMs)
  const clock = organisationClock(systemClock)
  const bank = createTestBank({ sql, clock })
  const payments = createPayments({ stripe: undefined, bank })
  const deps = createSettleDeps({ sql, clock, systemClock, seal: createSeal(SECRET), payments })
  const waiting = late.toSorted((a, b) => a.afterMinutes - b.afterMinutes)
  let heldAfter = -1
  for (const minutes of STEPS_MINUTES) {
    aheadMs = minutes * MINUTE_MS
    while ((waiting[0]?.afterMinutes ?? Number.POSITIVE_INFINITY) <= minutes) {
      const { reference, choice } = waiting.shift() as LateChoice
      await bank.choose(reference, ENDINGS[choice] ?? 'paid')
    }
    await reconcileOrders(deps)
    await giveUpPayments(deps)
    await watchPayments(deps)
    await reconcileRefunds(deps)
    while ((await sweepBaskets(sql, { clock, systemClock })) > 0);
    if (heldAfter < 0 && minutes >= DAYS_MAX_MINUTES) heldAfter = await heldPlaces(orgId, sql, priceCategoryId)
  }
  return heldAfter
}

async function heldPlaces(orgId: OrgId, sql: Sql, priceCategoryId: number): Promise<number> {
  const [pool] = await sql<{ held: number }[]>`
    select held
    from price_categories
    where org_id = ${orgId}
      and price_category_id = ${priceCategoryId}`
  return pool?.held ?? -1
}
