import { createSettleDeps } from '../../../server/checkout/answers/settle-deps.ts'
import { dueJobs } from '../../../server/fans/clock/due-jobs.ts'
import { createPayments } from '../../../server/payments/payments/providers.ts'
import { createStripeProvider } from '../../../server/payments/payments/stripe-provider.ts'
import type { Sql } from '../../../server/platform/postgres/database.ts'
import { organisationClock } from '../../../server/platform/values/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../../server/platform/values/durations.ts'
import { createSeal } from '../../../server/platform/values/seal.ts'
import { STRIPE_WEBHOOK_SECRET } from '../../outside/stripe/event.ts'
import { STRIPE_KEY } from '../../outside/stripe/headers.ts'
import { SECRET } from '../on-sale/processes.ts'

/** Every minute of the first hour, in which what was left unknown is asked for, and then by three hours until the ladder's last day is over. */
const STEPS_MS = [
  ...Array.from({ length: 60 }, (_, minute) => (minute + 1) * MINUTE_MS),
  ...Array.from({ length: 20 * 8 }, (_, nth) => (3 * nth + 2) * HOUR_MS),
]

type Passing = { sql: Sql; systemClock: () => Date; time: { aheadMs: number }; stripeUrl: string }

/** Everything that a worker does, by a clock that is moved. */
export async function passDays({ sql, systemClock, time, stripeUrl }: Passing): Promise<void> {
  const clock = organisationClock(systemClock)
  const stripe = createStripeProvider({
    secretKey: STRIPE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiUrl: stripeUrl,
    clock: systemClock,
  })
  const payments = createPayments({ stripe })
  const jobs = dueJobs(createSettleDeps({ sql, clock, systemClock, seal: createSeal(SECRET), payments }))
  for (const ms of STEPS_MS) {
    time.aheadMs = ms
    for (const { name, run } of jobs) {
      // A worker charges so many in a run and comes again in seconds: until the next step it is done with all that are due.
      while ((await run({ clock, systemClock })) > 0 && name === 'collect instalments');
    }
  }
}
