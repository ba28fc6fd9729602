import { type Static, Type } from 'typebox'
import { PaymentError } from '../../payments/errors.ts'
import { mandateField, mandateIn } from '../../payments/mandates/mandate-consent.ts'
import { toAbsolute } from '../../payments/payments/provider.ts'
import { SsoError } from '../../people/sso/errors.ts'
import { findSignedIn, OptionalTokenHeader } from '../../people/sso/identify.ts'
import type { SsoDeps } from '../../people/sso/verify-token.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { OrderSecretField } from '../../platform/http/guarded-fields.ts'
import { Input, Integer, Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import { resumable } from '../../platform/idempotency/idempotency.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import { canonicalLanguage } from '../../platform/values/language.ts'
import { StockError } from '../../programme/stock/errors.ts'
import { CountryId, EmailAddress, Language } from '../../resources/fields.ts'
import { OrderWithTickets, orderStatuses, toOrder } from '../../tickets/orders/order.ts'
import { orderSecretOf } from '../../tickets/orders/order-secret.ts'
import { ReturnUrl, requireReturnPage } from '../answers/payment-return.ts'
import { resumeCheckout } from '../answers/resume-checkout.ts'
import type { SettleDeps, SettleNeeds } from '../answers/settle-deps.ts'
import { payDrafted } from '../answers/settle-payment.ts'
import { PLACES_GONE } from '../answers/take-places-again.ts'
import { BasketId, basketIdOf, uuidOfBasket } from '../baskets/basket-state.ts'
import { tellOrder } from '../baskets/tell-order.ts'
import { recipientField, recipientIn } from '../sale/document-recipients.ts'
import { checkoutDetailFields, detailsIn } from '../sale/holders.ts'
import { findOwnOrder, markOf } from '../sale/own-order.ts'
import type { Buyer, CheckoutOutcome, CheckoutRequest } from '../sale/stages.ts'

const Params = Input({ basket_id: BasketId })
const Body = Input({
  payment_method: Type.Optional(
    Nullable(
      Text(255, {
        description: 'the provider’s reference, such as pm_… or ctoken_…; not needed when the total is zero',
      }),
    ),
  ),
  return_url: Type.Optional(Nullable(ReturnUrl)),
  customer: Input({
    email: EmailAddress,
    first_name: Text(100),
    last_name: Text(100),
    mobile_number: Type.Optional(Nullable(Text(40))),
    postcode: Type.Optional(Nullable(Text(20))),
    country_id: Type.Optional(Nullable(CountryId)),
    marketing_emails: Type.Optional(Type.Boolean({ default: false })),
  }),
  language: Type.Optional(Nullable(Language)),
  credit: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1_000_000_000,
      description:
        'how much of the signed-in fan’s credit to spend, in the major unit of the currency: so much less is charged, down to nothing. ' +
        'It is theirs again where the rest is not paid',
    }),
  ),
  terms_version: Type.Optional(
    Nullable(
      Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'of the terms that the buyer has agreed to: that of the storefront',
      }),
    ),
  ),
  ...mandateField,
  ...recipientField,
  ...checkoutDetailFields,
})

const Checkout = Type.Object(
  {
    status: OneOf([...orderStatuses], {
      description: 'that of the order: confirmed, or pending while it is being paid',
    }),
    basket_id: Type.String(),
    order_secret: OrderSecretField({
      description: 'opens this order again at /v1/storefront/order; keep it where the buyer alone can read it',
    }),
    next_action: Type.Unsafe<Record<string, string> | null>({
      type: ['object', 'null'],
      additionalProperties: { type: 'string' },
      description:
        'what the fan’s browser has to do: 3-D Secure with a client_secret, then repeat the checkout; or visit redirect_url, where type is redirect',
    }),
    ...OrderWithTickets.properties,
  },
  { title: 'Checkout' },
)
type Checkout = Static<typeof Checkout>

type CheckoutDeps = PlatformDeps & SettleDeps

export const checkoutBasket: Operation<SettleNeeds & SsoDeps> = (app, deps) =>
  app.post(
    '/v1/baskets/:basket_id/checkout',
    {
      config: { scope: 'baskets:write', publishable: 'bearer', charges: true },
      errorHandler: tellOrder(deps),
      schema: {
        operationId: 'checkoutBasket',
        summary: 'Check out a basket',
        description: [
          'Answers with the order: `confirmed`, with its tickets, or `pending`, with a `next_action` where the fan has to do',
          'something first, and with null where the provider has not answered; it is asked again until it does, and repeating',
          'the checkout asks at once. 402 when the payment was declined: the basket is open again, and the next checkout pays',
          'the same order. A basket is checked out once at most, with or without an Idempotency-Key.',
          'With an X-SSO-Token, the signed-in fan is linked to the customer that the order creates.',
        ].join(' '),
        tags: ['Baskets'],
        headers: OptionalTokenHeader,
        params: Params,
        body: Body,
        response: { 200: Checkout },
      },
    },
    async (request, reply) => {
      const { orgId, params, body } = request
      const fan = await findSignedIn(request, deps)
      if (body.credit !== undefined && body.credit > 0) requireProven(fan)
      const basketId = uuidOfBasket(params.basket_id)
      const checkout = {
        orgId,
        basketId,
        buyer: buyerOf(body.customer, body.language),
        paymentMethod: body.payment_method ?? null,
        ...(body.return_url ? { returnUrl: (await requireReturnPage(deps, orgId, body.return_url))(basketId) } : {}),
        termsVersion: body.terms_version ?? null,
        isByStranger: request.view.audience === 'public',
        ...mandateIn(request),
        ...recipientIn(body),
        ...detailsIn(body),
        ...(fan ? { fan } : {}),
        ...(body.credit === undefined ? {} : { credit: body.credit }),
      }
      const call = { ...deps, orgId, request, reply, identity: fan?.identity }
      return resumable<Checkout>(
        call,
        ({ status }) => status !== 'pending',
        (name) => (name === undefined ? checkOut(deps, checkout) : checkOutWithKey(deps, checkout, markOf(name))),
      )
    },
  )

/** Credit is spent by a buyer who has proven that it is theirs, which an address alone does not. */
function requireProven(fan: CheckoutRequest['fan']): void {
  if (!fan)
    throw new SsoError('sso_token_missing', {
      message: 'Credit is spent by a fan who is signed in: send their X-SSO-Token.',
    })
  if (fan.provenUserId === undefined) throw new SsoError('sso_account_not_linked')
}

async function checkOut(deps: CheckoutDeps, checkout: CheckoutRequest): Promise<Checkout> {
  const { orgId } = checkout
  const draft = await deps.sales.draft(checkout)
  if ('payingOrderId' in draft) {
    return toCheckout(deps, checkout, draft.payingOrderId, await resumeCheckout(deps, orgId, draft.payingOrderId))
  }
  return toCheckout(deps, checkout, draft.order.order_id, await payDrafted(deps, draft))
}

/** Two requests with one key at once: the second learns that the first is still being paid, or gets its order. */
async function checkOutWithKey(deps: CheckoutDeps, checkout: CheckoutRequest, mark: string): Promise<Checkout> {
  try {
    return await checkOut(deps, { ...checkout, mark })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'basket_already_checked_out') throw error
    const retryAfter = error.headers['retry-after']
    if (retryAfter) throw new ApiError('idempotency_key_in_use', { headers: { 'retry-after': retryAfter } })
    const { orgId, basketId } = checkout
    const order = await findOwnOrder(orgId, deps.sql, basketId, mark)
    if (!order) throw error
    return toCheckout(deps, checkout, order.order_id, { kind: 'confirmed', order })
  }
}

const buyerOf = (customer: Static<typeof Body>['customer'], language: string | null = null): Buyer => ({
  email: customer.email,
  first_name: customer.first_name,
  last_name: customer.last_name,
  mobile_number: customer.mobile_number ?? null,
  postcode: customer.postcode ?? null,
  country_id: customer.country_id ?? null,
  marketing_emails: customer.marketing_emails ?? false,
  language: language && (canonicalLanguage(language) ?? null),
})

function toCheckout(
  { seal, publicUrl }: CheckoutDeps,
  { orgId, basketId }: CheckoutRequest,
  orderId: number,
  outcome: CheckoutOutcome,
): Checkout {
  const ids = { basket_id: basketIdOf(basketId), order_secret: orderSecretOf(seal, orgId, orderId) }
  switch (outcome.kind) {
    case 'confirmed':
      return { status: 'confirmed', ...ids, next_action: null, ...outcome.order }
    case 'pending':
      return {
        status: outcome.order.order_status,
        ...ids,
        next_action: outcome.nextAction && toAbsolute(outcome.nextAction, publicUrl),
        ...toOrder(outcome.order),
        tickets: [],
        memberships: [],
        charges: [],
      }
    case 'declined': {
      const { code, declineCode, message } = outcome.declined
      const decline = declineCode === undefined ? {} : { decline_code: declineCode }
      throw new PaymentError(code, { message, ...decline, order_id: orderId })
    }
    case 'refused':
      throw new PaymentError('payment_provider_error', { cause: outcome.cause })
    case 'refunded': {
      const message = outcome.paid ? `${outcome.why}. The money is being returned.` : `${outcome.why}.`
      const code = outcome.why.startsWith(PLACES_GONE) ? 'sold_out' : 'price_unavailable'
      throw new StockError(code, { message, ...(code === 'sold_out' ? { available: 0 } : {}), order_id: orderId })
    }
  }
}
