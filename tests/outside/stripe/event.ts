import Stripe from 'stripe'

export const STRIPE_WEBHOOK_SECRET = 'whsec_grandstand'

type Told = { type: string; account?: string; object: object; at: Date; id?: string; secret?: string }

/** An event as Stripe sends it to us, with its signature. `object` is the state that it tells of, which may be out of date. */
export function stripeEvent({ type, account, object, at, id = 'evt_1', secret = STRIPE_WEBHOOK_SECRET }: Told) {
  const timestamp = Math.floor(at.getTime() / 1000)
  const payload = JSON.stringify({
    id,
    object: 'event',
    type,
    api_version: null,
    created: timestamp,
    livemode: false,
    pending_webhooks: 1,
    request: null,
    ...(account === undefined ? {} : { account }),
    data: { object },
  })
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return { payload, headers: { 'content-type': 'application/json', 'stripe-signature': signature } }
}
