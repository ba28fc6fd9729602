import { DAY_MS } from '../../server/platform/values/durations.ts'
import type { House, Tenant } from '../harness/house.ts'
import { shopOf } from './baskets.ts'
import { addOffer } from './prices.ts'

export const IBAN = 'DE89370400440532013000'

/** The organisation takes transfers from now on: for a week, and not within five days of a match. */
export const offerTransfers = ({ sql }: House, { orgId }: Tenant, iban = IBAN) => sql`
  update organisations
  set transfer_on = true, transfer_iban = ${iban}, transfer_holder = 'Riverside FC', transfer_postcode = '8001', transfer_town = 'Zürich',
    transfer_days = 7, transfer_days_before = 5
  where org_id = ${orgId}`

type Ordered = { quantity?: number; capacity?: number; startsInDays?: number; priceId?: number }

/** An order of places in a match to come that waits for its transfer. */
export async function orderByTransfer(
  house: House,
  tenant: Tenant,
  { quantity = 2, capacity = 10, startsInDays = 60, priceId }: Ordered = {},
) {
  const shop = shopOf(house, tenant)
  const starts_at = new Date(house.clock().getTime() + startsInDays * DAY_MS)
  const offer = priceId === undefined ? await addOffer(house, tenant, { capacity, event: { starts_at } }) : undefined
  const basket = await shop.fill(offer?.priceId ?? priceId ?? 0, quantity)
  const { status, body, text } = await shop.checkOut(basket, { payment_method: 'bank_transfer' })
  if (status !== 200 || body.status !== 'pending') throw new Error(`it does not wait for a transfer: ${text}`)
  const secret: string = body.order_secret
  const headers = { 'x-order-secret': secret }
  const read = async () => (await house.call('GET', '/v1/storefront/transfer', { key: tenant.key, headers })).body
  return { ...offer, basket, orderId: Number(body.order_id), total: Number(body.total), secret, headers, read }
}

export async function addAwaitedTransfer(house: House, tenant: Tenant) {
  await offerTransfers(house, tenant)
  return orderByTransfer(house, tenant)
}
