import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giveUpPayments } from '../../server/checkout/answers/give-up-payments.ts'
import { createSettleDeps } from '../../server/checkout/answers/settle-deps.ts'
import { watchPayments } from '../../server/checkout/answers/watch-payments.ts'
import { createPayments } from '../../server/payments/payments/providers.ts'
import { createTestBank } from '../../server/payments/payments/test-bank.ts'
import { organisationClock } from '../../server/platform/values/clock.ts'
import { HOUR_MS } from '../../server/platform/values/durations.ts'
import { shopOf } from '../builders/baskets.ts'
import { addOffer, poolOf } from '../builders/prices.ts'
import { REDIRECT_METHOD } from '../builders/redirects.ts'
import { axe, browserTest } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { checkoutOf } from './shop-story.ts'

const server = await openShopServer()
const { club, sql, seal } = server

/** The worker, so many hours from now. */
const workerIn = (hours: number) => {
  const systemClock = () => new Date(Date.now() + hours * HOUR_MS)
  const clock = organisationClock(systemClock)
  const payments = createPayments({ stripe: undefined, bank: createTestBank({ sql, clock }) })
  return createSettleDeps({ sql, clock, systemClock, seal, payments })
}

/** A buyer at the test bank whose places were given up meanwhile, and who pays there all the same. */
async function paysTooLate(beforePaying: (priceId: number) => Promise<unknown>) {
  const { priceId, priceCategoryId } = await addOffer(server, club, { capacity: 2 })
  const buyer = await checkoutOf(server, priceId)(2)
  await buyer.story.fillIn(REDIRECT_METHOD)
  await buyer.story.pay()
  await buyer.page.getByText('This is no bank').waitFor()
  await giveUpPayments(workerIn(2))
  assert.equal((await poolOf(server, club, priceCategoryId)).held, 0, 'no place is kept for ever')
  await beforePaying(priceId)
  await buyer.page.getByRole('button', { name: 'Pay', exact: true }).click()
  await buyer.story.heading('Your time is up')
  assert.deepEqual(await axe(buyer.page), [])
  await watchPayments(workerIn(4))
  await buyer.page.reload()
  return buyer
}

test('paid after the hold was over, the places are taken again', browserTest, async () => {
  const { story, context } = await paysTooLate(async () => {})
  await story.heading('See you there')
  await context.close()
})

test('paid after the places were sold to others, the money goes back, and the page says so', browserTest, async () => {
  const shop = shopOf(server, club)
  const { story, page, context } = await paysTooLate(async (priceId) => {
    const sold = await shop.checkOut(await shop.fill(priceId, 2))
    assert.equal(sold.body.status, 'confirmed', sold.text)
  })
  await story.heading('The tickets were gone')
  assert.deepEqual(await axe(page), [])
  const [refund] = await sql<{ refund_status: string }[]>`
    select r.refund_status
    from refunds r
    where r.org_id = ${club.orgId}`
  assert.equal(refund?.refund_status, 'succeeded')
  await context.close()
})
