import type { OrgId } from '../../access/principal.ts'
import type { Deps } from '../../operation.ts'
import { resumeCheckout } from './resume-checkout.ts'
import { type Settled, settleFree, settlePayment } from './settle-payment.ts'
import type { PaymentToMake, Started } from './starting.ts'

/** Takes an order that was started to where its payment brings it, at once or after somebody else began to. */
export function settleStarted(deps: Deps, orgId: OrgId, started: Started): Promise<Settled> {
  if (started.kind === 'paying') return resumeCheckout(deps, orgId, started.orderId)
  return started.payment === null ? settleFree(deps, orgId, started.order.order_id) : pay(deps, started.payment)
}

/** Outside any transaction: the rows already say what is being asked, and under which key. */
async function pay(deps: Deps, payment: PaymentToMake): Promise<Settled> {
  const { orgId, orderId, account, amountMinor, currency, paymentMethod, idempotencyKey, createdAt } = payment
  const charge = {
    orgId,
    orderId,
    account,
    amountMinor,
    currency,
    paymentMethod,
    idempotencyKey,
    createdAt,
    again: false,
  }
  return settlePayment(deps, payment, await deps.payments.byName(payment.provider).create(charge))
}
