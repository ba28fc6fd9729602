import type { OrgId } from '../../access/principal.ts'
import type { NextAction } from '../../payments/payments/provider.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Text } from '../../platform/http/schema.ts'
import { resumable } from '../../platform/idempotency/idempotency.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { noteReturn } from './lead-buyers-back.ts'
import { RETURN_TOKEN_MAX, subjectOfReturn } from './payment-return.ts'
import { resumeCheckout } from './resume-checkout.ts'
import { PaymentReturn } from './returned-payment.ts'
import { isDebtSubject, settleDebtReturn } from './settle-debt-return.ts'
import type { SettleNeeds } from './settle-deps.ts'

export const settlePaymentReturn: Operation<SettleNeeds> = (app, deps) =>
  app.post(
    '/v1/storefront/payment_return',
    {
      config: { scope: 'baskets:write', publishable: 'bearer', charges: true },
      schema: {
        operationId: 'settlePaymentReturn',
        summary: 'Learn what became of a payment when its buyer comes back',
        description: [
          'For the page that `return_url` of a checkout, or of the payment of a debt, names. The provider is asked, and order or debt settled, whatever the address says.',
          'It tells how the payment ended, on any device, and shows neither basket nor tickets: the browser that bought reads its basket.',
          'It can be asked any number of times.',
        ].join(' '),
        tags: ['Storefront'],
        body: Input({
          payment_return: Text(RETURN_TOKEN_MAX, { description: 'the parameter of that name in the page’s address' }),
        }),
        response: { 200: PaymentReturn },
      },
    },
    async (request, reply) => {
      const { orgId, body } = request
      const subject = subjectOfReturn(deps.seal, orgId, body.payment_return)
      if (subject === undefined) throw new ApiError('resource_missing', { message: 'No payment comes back by this.' })
      return resumable<PaymentReturn>(
        { ...deps, orgId, request, reply },
        ({ status }) => status === 'paid' || status === 'expired' || status === 'refunded',
        () => (isDebtSubject(subject) ? settleDebtReturn(deps, orgId, subject) : settle(deps, orgId, subject)),
      )
    },
  )

async function settle(deps: PlatformDeps & SettleNeeds, orgId: OrgId, basketId: string): Promise<PaymentReturn> {
  const before = await requireAttempt(orgId, deps.sql, basketId)
  await noteReturn(orgId, deps.sql, before.order_id)
  if (before.basket_status !== 'paying') return toReturn(before, deps.publicUrl)
  try {
    await resumeCheckout(deps, orgId, before.order_id)
  } catch (error) {
    // Another caller is at it, or has just ended it: the rows say what it has come to.
    if (!(error instanceof ApiError) || error.code !== 'basket_already_checked_out') throw error
  }
  return toReturn(await requireAttempt(orgId, deps.sql, basketId), deps.publicUrl)
}

type Attempt = {
  basket_status: 'open' | 'paying' | 'checked_out' | 'expired' | 'abandoned'
  basket_expires_at: Date
  order_id: number
  order_status: string
  total_minor: number
  currency: string
  payment_status: string | null
  decline_code: string | null
  next_action: NextAction | null
  payment_expires_at: Date | null
}

async function requireAttempt(orgId: OrgId, sql: Db, basketId: string): Promise<Attempt> {
  const [attempt] = await sql<Attempt[]>`
    select b.basket_status, b.expires_at as basket_expires_at, o.order_id, o.order_status, o.total_minor, o.currency,
      p.payment_status, p.decline_code, p.next_action, p.expires_at as payment_expires_at
    from baskets b
    join orders o on o.org_id = b.org_id and o.basket_id = b.basket_id
    left join lateral (
      select payment_status, decline_code, next_action, expires_at
      from payments
      where org_id = ${orgId}
        and order_id = o.order_id
      order by payment_id desc
      limit 1
    ) p on true
    where b.org_id = ${orgId}
      and o.org_id = ${orgId}
      and b.basket_id = ${basketId}`
  if (!attempt) throw new ApiError('resource_missing', { message: 'This payment is forgotten.' })
  return attempt
}

const toReturn = (attempt: Attempt, publicUrl: string): PaymentReturn => {
  const status = statusOf(attempt)
  const { next_action: action } = attempt
  const heldUntil = { declined: attempt.basket_expires_at, pending: attempt.payment_expires_at }
  const until = status === 'requires_action' ? attempt.payment_expires_at : (heldUntil[status as 'pending'] ?? null)
  return {
    status,
    order_id: attempt.order_id,
    debt_id: null,
    total: toMajor(attempt.total_minor, attempt.currency),
    currency: attempt.currency,
    decline_code: status === 'declined' ? attempt.decline_code : null,
    redirect_url:
      status === 'requires_action' && action?.type === 'redirect' ? new URL(action.redirect_url, publicUrl).href : null,
    held_until: until && unixSeconds(until),
  } satisfies PaymentReturn
}

function statusOf({ basket_status, order_status, payment_status }: Attempt): PaymentReturn['status'] {
  if (basket_status === 'paying') return payment_status === 'requires_action' ? 'requires_action' : 'pending'
  if (basket_status === 'open') return 'declined'
  if (order_status === 'confirmed') return 'paid'
  return payment_status === 'succeeded' ? 'refunded' : 'expired'
}
