import { registerDomains } from '../../server/payments/payment-domains/register-domains.ts'
import type { Sql } from '../../server/platform/postgres/database.ts'
import { shopOf } from '../builders/baskets.ts'
import { addOffer } from '../builders/prices.ts'
import { addFan } from '../builders/sso.ts'
import { openStripeHouse } from '../builders/stripe.ts'
import { openReceiver } from '../outside/receiver.ts'
import type { Workplace } from './workplace.ts'

/** A browser puts a place into a basket, and then another. */
export async function fillFromBrowser({ house, club }: Workplace) {
  const { priceId } = await addOffer(house, club)
  const browser = shopOf(house, { key: await house.key(club.orgId, { kind: 'pk' }) })
  const { body } = await browser.open({ items: [{ price_id: priceId }] })
  await browser.call('PATCH', `/v1/baskets/${body.id}/items/${body.items[0].id}`, { quantity: 2 })
}

/** One endpoint that takes what it is sent, and is sent it again, one that fails, one that is gone, and one that is new. */
export async function sendWebhooks({ house, club }: Workplace) {
  const { id } = await house.endpoint(club, (await openReceiver()).url)
  for (const status of [500, 410]) await house.endpoint(club, (await openReceiver(status)).url)
  const { url } = await openReceiver()
  await house.call('POST', '/v1/webhook_endpoints', { key: club.key, body: { url } })
  await house.raise(club)
  await house.sender().drain()
  await house.call('POST', `/v1/webhook_endpoints/${id}/replay`, { key: club.key, body: { since: 1_700_000_000 } })
  await house.sender().drain()
}

/** Gets so far that `run` is all that is left to do. */
type OtherWork = (place: Workplace) => Promise<{ sql: Sql; run: () => Promise<unknown> }>

/** What happens beside the ways that the examples of the operations take: sending, declines, and money that comes late. */
export const otherWork: Record<string, OtherWork> = {
  'sending webhooks': async (place) => ({ sql: place.house.sql, run: () => sendWebhooks(place) }),
  'registering hosts for wallets': async () => {
    const { house, payments } = await openStripeHouse()
    const deps = { sql: house.sql, systemClock: house.clock, payments, publicUrl: 'https://tickets.service.example' }
    return { sql: house.sql, run: () => registerDomains(deps) }
  },
  'a basket that a browser fills': async (place) => ({ sql: place.house.sql, run: () => fillFromBrowser(place) }),
  'a checkout of what is capped for each customer': async ({ house, club, shop }) => {
    const price = { max_per_customer: 2 }
    const { priceId } = await addOffer(house, club, { event: { max_per_customer: 2 }, price })
    const { headers, email } = await addFan(house, club)
    const customer = { email, first_name: 'Fay', last_name: 'Fan' }
    const checkOut = async () => shop.checkOut(await shop.fill(priceId, 1), { customer }, headers)
    await checkOut()
    return { sql: house.sql, run: checkOut }
  },
  'a payment that is declined': async ({ house, buy }) => ({ sql: house.sql, run: () => buy('pm_test_declined') }),
  'a payment that turns out to have failed': async ({ house, buy, shop }) => {
    const { basket } = await buy('pm_test_timeout_then_failed')
    return { sql: house.sql, run: () => shop.checkOut(basket) }
  },
  'a late payment whose places are taken again': async ({ late }) => {
    const { orderId, succeed } = await late.failedAtFirst([(await addOffer(late.house, late.club)).priceId])
    await late.expire(orderId)
    return { sql: late.house.sql, run: succeed }
  },
  'a late payment whose places are gone': async ({ late }) => {
    const { priceId } = await addOffer(late.house, late.club, { capacity: 1 })
    const { orderId, succeed } = await late.failedAtFirst([priceId])
    await late.expire(orderId)
    await late.shop.fill(priceId, 1)
    return { sql: late.house.sql, run: succeed }
  },
  'a late payment of an order that another one has paid': async ({ late }) => {
    const { basket, succeed } = await late.failedAtFirst()
    await late.shop.checkOut(basket, { payment_method: 'pm_card_visa' })
    return { sql: late.house.sql, run: succeed }
  },
}
