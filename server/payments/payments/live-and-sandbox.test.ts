import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { openStripeHouse } from '../../../tests/builders/stripe.ts'
import { type House, openHouse, type Tenant } from '../../../tests/harness/house.ts'
import { QUIET_MS, reconcileOrders } from '../../checkout/answers/reconcile.ts'

const house = await openHouse()
const withStripe = await openStripeHouse()

const ordersOf = async ({ sql }: House, { orgId }: Tenant) => {
  const [row] = await sql<{ orders: number; payments: number }[]>`
    select (select count(*) from orders where org_id = ${orgId})::integer as orders,
      (select count(*) from payments where org_id = ${orgId})::integer as payments`
  return { ...row }
}

/** A fan in a shop whose page holds a publishable key buys one ticket with a card that only the test provider knows. */
async function buy(at: House, club: Tenant, price: Record<string, number>, payment_method = 'pm_test_ok') {
  const { priceId } = await addOffer(at, club, { price })
  const shop = shopOf(at, { key: await at.key(club.orgId, { kind: 'pk' }) })
  const basket = await shop.fill(priceId, 1)
  const answer = await shop.checkOut(basket, { payment_method })
  return { answer, basket: (await shop.read(basket)).body, priceId }
}

test('without Stripe a live organisation gives no ticket away for a test card: nothing is drafted, the basket stays open', async () => {
  const club = await house.organisation({ mode: 'live' })
  const { answer, basket } = await buy(house, club, { price_minor: 4500 })
  assert.deepEqual([answer.status, answer.body.error.code], [409, 'payment_provider_unconfigured'])
  assert.deepEqual(await ordersOf(house, club), { orders: 0, payments: 0 })
  assert.equal(basket.status, 'open')
})

test('with Stripe a live organisation without an account there is refused in the same words', async () => {
  const club = await withStripe.house.organisation({ mode: 'live' })
  const { answer } = await buy(withStripe.house, club, { price_minor: 4500 }, 'pm_card_visa')
  assert.deepEqual([answer.status, answer.body.error.code], [409, 'payment_provider_unconfigured'])
  assert.deepEqual(await ordersOf(withStripe.house, club), { orders: 0, payments: 0 })
  assert.equal(withStripe.stripe.intents.all.size, 0)
})

test('what is free, and what is paid by hand at the box office, a live organisation sells without Stripe', async () => {
  const club = await house.organisation({ mode: 'live' })
  const free = await buy(house, club, { price_minor: 0, service_fee_minor: 0, service_tax_minor: 0, rebate_minor: 0 })
  assert.equal(free.answer.body.status, 'confirmed', free.answer.text)
  const { priceId } = await addOffer(house, club, { price: { price_minor: 4500 } })
  const sale = {
    payment_method: 'cash',
    items: [{ price_id: priceId, quantity: 1 }],
    customer: { first_name: 'Ada', last_name: 'Okafor' },
  }
  const sold = await house.call('POST', '/v1/manage/orders', { key: club.key, body: sale })
  assert.equal(sold.status, 201, sold.text)
})

test('a sandbox never charges really, though Stripe is configured and it has an account there', async () => {
  const sandbox = await withStripe.house.organisation({ mode: 'test' })
  await withStripe.house.sql`
    update organisations
    set payment_account_id = 'acct_sandbox'
    where org_id = ${sandbox.orgId}`
  const pretended = await buy(withStripe.house, sandbox, { price_minor: 4500 })
  assert.equal(pretended.answer.body.status, 'confirmed', pretended.answer.text)
  const card = await buy(withStripe.house, sandbox, { price_minor: 4500 }, 'pm_card_visa')
  assert.equal(card.answer.body.error.code, 'payment_method_invalid')
  assert.equal(withStripe.stripe.intents.all.size, 0)
})

/** A live organisation with an open payment that is only pretended, from before there were sandboxes. */
async function leftFromBefore() {
  const { house, club, shop, deps } = await openSettlingHouse()
  const { priceId } = await addOffer(house, club, { price: { price_minor: 4500 } })
  const basketId = await shop.fill(priceId, 1)
  const first = await shop.checkOut(basketId, { payment_method: 'pm_test_timeout_then_paid' })
  assert.equal(first.body.status, 'pending', first.text)
  await house.sql`
    delete from api_keys
    where org_id = ${club.orgId}`
  await house.sql`
    update organisations
    set mode = 'live'
    where org_id = ${club.orgId}`
  house.clock.advance(QUIET_MS + 1)
  const live = shopOf(house, { key: await house.key(club.orgId) })
  const end = async () => {
    const [row] = await house.sql<{ payment_status: string; failure_code: string | null; tickets: number }[]>`
      select payment_status, failure_code,
        (select count(*) from tickets where org_id = ${club.orgId})::integer as tickets
      from payments
      where org_id = ${club.orgId}`
    return { ...row, basket: (await live.read(basketId)).body.status }
  }
  return { deps, end, checkOutAgain: () => live.checkOut(basketId) }
}

/** The basket can be paid for again, and really. */
const REFUSED = { payment_status: 'failed', failure_code: 'provider_refused', tickets: 0, basket: 'open' }

test('a pretended payment from before buys nothing of a live organisation when the worker asks what became of it', async () => {
  const { deps, end } = await leftFromBefore()
  assert.equal(await reconcileOrders(deps), 1)
  assert.deepEqual(await end(), REFUSED)
})

test('nor when the buyer checks out its basket again', async () => {
  const { checkOutAgain, end } = await leftFromBefore()
  const { status, body } = await checkOutAgain()
  assert.deepEqual([status, body.error?.code], [502, 'payment_provider_error'])
  assert.deepEqual(await end(), REFUSED)
})
