import { createSettleDeps } from '../../server/checkout/answers/settle-deps.ts'
import { createPayments } from '../../server/payments/payments/providers.ts'
import { createTestBank } from '../../server/payments/payments/test-bank.ts'
import { type Clock, organisationClock, systemClock } from '../../server/platform/values/clock.ts'
import { openHouse, openTestDatabase } from '../harness/house.ts'
import { shopOf } from './baskets.ts'

/** A house with a club that is paid in play money, its shop, and what a worker settles its orders with. */
export async function openSettlingHouse() {
  const database = await openTestDatabase()
  // The house's, once it is open: debits are paid by it.
  let houseClock: Clock = organisationClock(systemClock)
  const bank = createTestBank({ sql: database.sql, clock: ((orgId: number) => houseClock(orgId)) as Clock })
  const payments = createPayments({ stripe: undefined, bank })
  const house = await openHouse({ payments }, database)
  const club = await house.organisation()
  const { sql, clock, seal } = house
  houseClock = clock
  return {
    house,
    club,
    shop: shopOf(house, club),
    payments,
    deps: createSettleDeps({ sql, clock, systemClock: clock, seal, payments }),
  }
}
