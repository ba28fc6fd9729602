import assert from 'node:assert/strict'
import { test } from 'node:test'
import { debtSecret } from '../../../tests/builders/debts.ts'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { ACCOUNT, openStripeHouse } from '../../../tests/builders/stripe.ts'
import { createSettleDeps } from '../../checkout/answers/settle-deps.ts'
import { announceDebits } from '../../collection/collection/announce-debits.ts'
import { collectDue } from '../../collection/collection/collect-due.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { organisationClock } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

const { house, club, shop, stripe, payments } = await openStripeHouse()
const { sql, clock, seal } = house
const deps = createSettleDeps({ sql, clock: organisationClock(clock), systemClock: clock, seal, payments })
await sql`
  update organisations
  set account_methods = '{card,au_becs_debit}'
  where org_id = ${club.orgId}`
stripe.accounts.methods.set(ACCOUNT, ['card', 'au_becs_debit'])
const memberships = membershipsOf(house, club)
const membership_type_id = await memberships.addType()
const membership_payment_option_id = await memberships.addOption({ collection: 'automatic' })

const newest = () => [...stripe.intents.all.values()].at(-1) ?? assert.fail('nothing was charged')
const mandates = () => sql<{ provider_reference: string; scheme: string; is_kept: boolean; language: string }[]>`
  select provider_reference, scheme, payment_means_id is not null as is_kept
  from mandates
  where org_id = ${club.orgId}`

test('an account is left at Stripe in the place of a card, by a mandate of its own, and debited without the fan', async () => {
  const { body: basket } = await shop.open({
    items: [{ membership_type_id, membership_payment_option_id, member: grace }],
  })
  const { body } = await shop.checkOut(basket.id, { payment_method: 'pm_card_visa' })
  const [, second] = await sql<{ debt_id: number }[]>`
    select debt_id
    from debts
    where org_id = ${club.orgId}
      and order_id = ${body.order_id}
    order by instalment_number`
  const headers = debtSecret(house, club, second?.debt_id ?? 0)
  const change = (given: object) =>
    house.call('POST', '/v1/storefront/debt/card', { key: club.key, headers, body: given })
  const account = { payment_method: 'ctoken_au_becs_debit', mandate_version: 1 }

  const unread = await change({ payment_method: account.payment_method })
  assert.equal(unread.status, 402, unread.text)
  // The account is left, and its mandate cannot be read: the fan gives it anew, and nothing has changed.
  stripe.trouble(undefined, undefined, 'error_500', 'error_500', 'error_500')
  assert.equal((await change(account)).status, 502)
  stripe.trouble.clear()
  assert.deepEqual([...(await mandates())], [])

  const changed = await change(account)
  assert.deepEqual([changed.status, changed.body.debt?.card.kind], [200, 'debit'], changed.text)
  const given = [...stripe.mandates.all.values()].at(-1) ?? assert.fail('there is no mandate')
  assert.deepEqual([given.type, given.account], ['multi_use', ACCOUNT])
  assert.deepEqual([...(await mandates())], [{ provider_reference: given.id, scheme: 'au_becs_debit', is_kept: true }])

  const before = newest().id
  for (let day = 0; day < 40 && newest().id === before; day += 1) {
    clock.advance(DAY_MS)
    await announceDebits(deps)
    await collectDue(deps)
  }
  assert.deepEqual([newest().customer, newest().mandate, newest().status], [given.customer, given.id, 'processing'])
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})
