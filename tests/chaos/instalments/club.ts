import { seedPlans } from '../../../bench/instalments/seed-plans.ts'
import type { OrgId } from '../../../server/access/principal.ts'
import { createOrganisation } from '../../../server/people/organisation/create-organisation.ts'
import type { Sql } from '../../../server/platform/postgres/database.ts'
import { migrate } from '../../../server/platform/postgres/migrate.ts'
import type { openStripeServer } from '../../outside/stripe/server.ts'
import { chosen, type Random } from '../on-sale/random.ts'

export type Stripe = Awaited<ReturnType<typeof openStripeServer>>

export const ACCOUNT = 'acct_night'
/** So many days after its own an instalment that an account had no money for is charged again. */
export const RETRY_DAYS = [3, 7, 14]
/** So many days after a charge has failed for the first time the membership ends, and what is owed is charged no more. */
const END_DAYS = 9

/** How a card ends: whether it pays at last, and how often its bank is asked for that, whatever the workers lived through. */
export const CARDS = {
  pm_card_visa: { pays: true, declines: 0 },
  pm_card_fundsAtSecondAttempt: { pays: true, declines: 1 },
  pm_card_chargeDeclinedInsufficientFunds: {
    pays: false,
    declines: 1 + RETRY_DAYS.filter((days) => days < END_DAYS).length,
  },
  pm_card_chargeDeclinedExpiredCard: { pays: false, declines: 1 },
  pm_card_authenticationRequired: { pays: false, declines: 1 },
}
export type Card = keyof typeof CARDS

const SHARES: [Card, number][] = [
  ['pm_card_visa', 90],
  ['pm_card_fundsAtSecondAttempt', 3],
  ['pm_card_chargeDeclinedInsufficientFunds', 3],
  ['pm_card_chargeDeclinedExpiredCard', 2],
  ['pm_card_authenticationRequired', 2],
]

export type NightClub = { orgId: OrgId; cards: Card[]; instalments: number; startedAt: Date }

/** A club whose members all owe their second instalment now. Member n is `cus_n` at Stripe, with `cards[n - 1]`. */
export async function openClub(
  sql: Sql,
  stripe: Stripe,
  { random, instalments }: { random: Random; instalments: number },
): Promise<NightClub> {
  await migrate(sql)
  const profile = { name: 'Night', country: 'AU', timezone: 'UTC', currency: 'AUD', mode: 'live' as const }
  const orgId = await createOrganisation(sql, profile)
  await sql`
    update organisations
    set payment_account_id = ${ACCOUNT}, retry_days = ${RETRY_DAYS}, soft_overdue_days = 2, hard_overdue_days = 5,
      end_days = ${END_DAYS}, requests_per_day = 1000000000, address_requests_per_minute = 10000000,
      address_requests_per_day = 1000000000
    where org_id = ${orgId}`
  const startedAt = new Date()
  // The seed gives methods in turns, so the turns are drawn: a thousand, which the random numbers of a seed decide.
  const methods = Array.from({ length: 1000 }, () => chosen(random, SHARES))
  await seedPlans(orgId, sql, { members: instalments, provider: 'stripe', account: ACCOUNT, methods, dueAt: startedAt })
  const cards = Array.from({ length: instalments }, (_, index) => methods[(index + 1) % methods.length] as Card)
  // Members share the names of Stripe's test cards, and who gives theirs up would take it from another.
  stripe.customers.detach = (method) => ({ id: method, object: 'payment_method', customer: null })
  for (const card of cards) stripe.customers.attach(stripe.customers.create(ACCOUNT, {}).id, card)
  return { orgId, cards, instalments, startedAt }
}
