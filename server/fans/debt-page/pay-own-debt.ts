import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ReturnUrl, requireReturnPage } from '../../checkout/answers/payment-return.ts'
import type { SettleNeeds } from '../../checkout/answers/settle-deps.ts'
import { type DraftedAttempt, draftAttempt } from '../../collection/collection/draft-attempt.ts'
import { type DebtPaymentOutcome, settleAttempt } from '../../ledger/debts/settle-attempt.ts'
import { DebtSecretHeader } from '../../ledger/ledger/debt-link.ts'
import { PaymentError } from '../../payments/errors.ts'
import { askAgain, begunOf, underWayFor } from '../../payments/payments/ask-again.ts'
import type { OpenPayment } from '../../payments/payments/open-payment.ts'
import { Input, Text } from '../../platform/http/schema.ts'
import { resumable } from '../../platform/idempotency/idempotency.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import { debtOfSecret, OwnDebt, readOwnDebt } from './own-debt.ts'

const Body = Input({
  payment_method: Type.Optional(
    Text(255, {
      description: 'the provider’s reference, such as pm_… or ctoken_…; not needed where a payment is under way',
    }),
  ),
  return_url: Type.Optional(ReturnUrl),
  keep_card: Type.Optional(
    Type.Boolean({
      description: 'of a plan that is charged by itself: what is open of it is charged to this card from now on',
    }),
  ),
  whole_plan: Type.Optional(
    Type.Boolean({ description: 'of an instalment: pays with it all others of its plan that are open, by one charge' }),
  ),
})

export const payOwnDebt: Operation<SettleNeeds> = (app, deps) =>
  app.post(
    '/v1/storefront/debt/payment',
    {
      config: { scope: 'baskets:write', publishable: 'bearer', charges: true },
      schema: {
        operationId: 'payOwnDebt',
        summary: 'Pay a debt by its link',
        description: [
          'All that is open of it, or of its plan. Answers with the debt: `paid`, or `paying`, with a `next_action` where the fan has to do something',
          'first, such as visit a page of their bank, and with null where the provider has not answered; repeating the call asks it. 402 when the',
          'payment was declined: the next call pays another way. One payment is under way at a time, for all who have the link; a second call is told of the first.',
        ].join(' '),
        tags: ['Storefront'],
        headers: DebtSecretHeader,
        body: Body,
        response: { 200: OwnDebt },
      },
    },
    async (request, reply) => {
      const { orgId, headers, body } = request
      const debtId = await debtOfSecret(deps, orgId, headers)
      const actor = { orgId, kind: 'holder' as const, id: null, requestId: request.id }
      const pay = async (): Promise<OwnDebt> => {
        const returnPage =
          body.return_url === undefined ? undefined : await requireReturnPage(deps, orgId, body.return_url)
        const drafted = (await deps.sql.begin((tx) =>
          draftAttempt({ ...deps, orgId, tx, actor }, debtId, {
            paymentMethod: body.payment_method ?? null,
            returnPage,
            wholePlan: body.whole_plan ?? false,
            keepCard: body.keep_card ?? false,
          }),
        )) as DraftedAttempt
        refuse(await goOn(deps, orgId, drafted))
        return readOwnDebt(deps, orgId, debtId)
      }
      return resumable<OwnDebt>({ ...deps, orgId, request, reply }, ({ state }) => state !== 'paying', pay)
    },
  )

type Deps = PlatformDeps & SettleNeeds

/** Asks for the money, outside any transaction; of a payment that is under way, what became of it. */
async function goOn(deps: Deps, orgId: OrgId, drafted: DraftedAttempt): Promise<DebtPaymentOutcome> {
  if (drafted.kind === 'nothing_open') return { kind: 'collected' }
  if (drafted.kind === 'under_way') return resume(deps, orgId, drafted.payment)
  const { paymentId, provider, charge } = drafted
  const result = await provider.create(charge, begunOf(deps, orgId, paymentId))
  return settleAttempt(deps, { orgId, paymentId }, result)
}

/** While another request may still be asking for the money, no second one does. */
async function resume(deps: Deps, orgId: OrgId, payment: OpenPayment): Promise<DebtPaymentOutcome> {
  if (underWayFor(payment, deps.clock(orgId)) > 0) return { kind: 'pending' }
  const result = await askAgain(deps, orgId, null, payment)
  return settleAttempt(deps, { orgId, paymentId: payment.payment_id }, result)
}

function refuse(outcome: DebtPaymentOutcome): void {
  if (outcome.kind === 'refused') throw new PaymentError('payment_provider_error', { cause: outcome.cause })
  if (outcome.kind !== 'declined') return
  const { code, declineCode, message } = outcome.declined
  throw new PaymentError(code, { message, ...(declineCode === undefined ? {} : { decline_code: declineCode }) })
}
