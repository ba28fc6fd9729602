import type { House, Tenant } from '../harness/house.ts'
import { shopOf } from './baskets.ts'
import { addOffer } from './prices.ts'

/** In AUD; a buyer has 45 minutes at the bank, and the money three days. */
export const REDIRECT_METHOD = 'pm_test_redirect_paypal'

/** A buyer who has been sent to the bank of the test provider, and what they come back with. */
export async function leaveForBank(house: House, tenant: Tenant, { capacity = 10, quantity = 2 } = {}) {
  const shop = shopOf(house, tenant)
  const { shop_url: shopUrl } = (await shop.call('GET', '/v1/storefront')).body
  const { priceId, priceCategoryId } = await addOffer(house, tenant, { capacity })
  const basket = await shop.fill(priceId, quantity)
  const checkout = await shop.checkOut(basket, { payment_method: REDIRECT_METHOD, return_url: `${shopUrl}returned` })
  if (checkout.body.next_action?.type !== 'redirect') throw new Error(`not sent to the bank: ${checkout.text}`)
  const orderId: number = checkout.body.order_id
  const returnUrl = await returnUrlOf(house, tenant, orderId)
  const token = returnUrl.searchParams.get('payment_return') ?? ''
  const bank = new URL(checkout.body.next_action.redirect_url)
  return { basket, orderId, priceId, priceCategoryId, bank, returnUrl, token }
}

/** The token of a buyer who has paid there and has not come back yet. */
export async function paidAtBank(house: House, tenant: Tenant): Promise<string> {
  const { bank, token } = await leaveForBank(house, tenant)
  await house.call('POST', bank.pathname, { form: { choice: 'pay' } })
  return token
}

/** Where the buyer of an order comes back to. */
export async function returnUrlOf({ sql }: House, { orgId }: Tenant, orderId: number): Promise<URL> {
  const [payment] = await sql<{ return_url: string }[]>`
    select return_url
    from payments
    where org_id = ${orgId}
      and order_id = ${orderId}
    order by payment_id desc
    limit 1`
  return new URL(payment?.return_url ?? '')
}
