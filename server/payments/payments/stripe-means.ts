import Stripe from 'stripe'
import { isCardWallet } from './payment-methods.ts'
import type { MeansSetup, ProviderMeans, SetupResult } from './provider.ts'
import { cardMeans, toDeclined, toFailedCharge } from './stripe-answers.ts'
import { type InTime, inNameOf, type StripeClient } from './stripe-client.ts'
import { debitMeans, mandateDataOf, toGivenMandate } from './stripe-debits.ts'

/**
 * Cards, and accounts to debit, that are left with Stripe, on the organisation's own account, without a payment: a SetupIntent for a person of
 * its own. Which plan it is for stands in its metadata, so that nothing of it need be kept here while the fan's bank asks.
 */
export function createStripeMeans({ stripe, startTime }: StripeClient): ProviderMeans {
  const createPerson = async ({ payer, account, orgId, idempotencyKey }: MeansSetup, inTime: InTime) => {
    const person = {
      ...(payer.email !== null && { email: payer.email }),
      ...(payer.name !== null && { name: payer.name }),
      metadata: { grandstand_org_id: String(orgId) },
    }
    const under = { ...inNameOf(account), idempotencyKey: `${idempotencyKey}.customer` }
    return inTime(() => stripe.customers.create(person, under))
  }
  /** Of an account that is left: what a fan agreed to without its mandate on record would not be theirs to see, so they give it anew. */
  const withMandate = async (intent: Stripe.SetupIntent, account: string | null, inTime: InTime) => {
    const means = debitMeans(intent)
    if (!means || intent.status !== 'succeeded') return toSetup(intent)
    if (typeof intent.mandate !== 'string')
      return { kind: 'unknown' as const, cause: new Error(`${intent.id} is a debit without a mandate`) }
    const { mandate: mandateId } = intent
    const mandate = toGivenMandate(
      await inTime(() => stripe.mandates.retrieve(mandateId, {}, inNameOf(account))),
      intent,
    )
    return { kind: 'kept' as const, means, ...(mandate && { mandate }) }
  }
  return {
    async setUp(setup) {
      const { account, paymentMethod, idempotencyKey, mandate, allowedMethods = [] } = setup
      const inTime = startTime()
      try {
        const { id: customer } = await createPerson(setup, inTime)
        const params = {
          customer,
          usage: 'off_session' as const,
          confirm: true,
          ...(paymentMethod.startsWith('ctoken_')
            ? { confirmation_token: paymentMethod }
            : { payment_method: paymentMethod }),
          allowed_payment_method_types: allowedMethods.filter((name) => !isCardWallet(name)) as AllowedMethod[],
          ...(mandate && mandateDataOf(mandate)),
          metadata: metadataOf(setup),
          ...WITH_METHOD,
        }
        const under = { ...inNameOf(account), idempotencyKey }
        return await withMandate(await inTime(() => stripe.setupIntents.create(params, under)), account, inTime)
      } catch (error) {
        return toFailedSetup(error)
      }
    },
    async retrieveSetup(setup, reference) {
      try {
        const inTime = startTime()
        const intent = await inTime(() => stripe.setupIntents.retrieve(reference, WITH_METHOD, inNameOf(setup.account)))
        const { grandstand_org_id, grandstand_plan_id } = intent.metadata ?? {}
        const wanted = metadataOf(setup)
        const isOfPlan =
          grandstand_org_id === wanted.grandstand_org_id && grandstand_plan_id === wanted.grandstand_plan_id
        return isOfPlan ? toSetup(intent) : NO_SUCH
      } catch (error) {
        return isMissing(error) ? NO_SUCH : toFailedSetup(error)
      }
    },
    async retrieveMandate(account, reference) {
      try {
        const mandate = await startTime()(() => stripe.mandates.retrieve(reference, {}, inNameOf(account)))
        // One that was for a single debit is over with that.
        return mandate.status === 'inactive' && mandate.type === 'multi_use' ? 'ended' : 'active'
      } catch {
        return 'unknown'
      }
    },
    async giveUp(account, { method }) {
      try {
        await startTime()(() => stripe.paymentMethods.detach(method, {}, inNameOf(account)))
        return true
      } catch (error) {
        // Taken off by another call, or by the owner of the account.
        return error instanceof Stripe.errors.StripeInvalidRequestError
      }
    },
  }
}

type AllowedMethod = Stripe.SetupIntentCreateParams.AllowedPaymentMethodType

const WITH_METHOD = { expand: ['payment_method'] }

const NO_SUCH = {
  kind: 'declined',
  code: 'payment_method_invalid',
  message: 'There is no such card to keep.',
} satisfies SetupResult

const metadataOf = ({ orgId, planId }: Pick<MeansSetup, 'orgId' | 'planId'>) => ({
  grandstand_org_id: String(orgId),
  grandstand_plan_id: String(planId),
})

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

/** No money moves, so an answer that was lost is no more than that. */
function toFailedSetup(error: unknown): SetupResult {
  const result = toFailedCharge(error, false)
  return result.kind === 'declined' || result.kind === 'refused' ? result : { kind: 'unknown', cause: error }
}

function toSetup(intent: Stripe.SetupIntent): SetupResult {
  const { id: reference, status, client_secret } = intent
  if (status === 'succeeded') {
    const means = cardMeans(intent)
    return means ? { kind: 'kept', means } : NO_SUCH
  }
  if (status === 'requires_action' && client_secret !== null)
    return { kind: 'requires_action', reference, nextAction: { type: 'client_secret', client_secret } }
  if (status === 'requires_payment_method') return toDeclined(intent.last_setup_error, reference)
  return { kind: 'unknown', cause: new Error(`${reference} is ${status}`) }
}
