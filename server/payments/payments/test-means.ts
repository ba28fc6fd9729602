import { createHash } from 'node:crypto'
import { debitSchemeOf } from './payment-methods.ts'
import type { Declined, KeptMeans, MeansSetup, ProviderMeans, SetupResult } from './provider.ts'
import { isTestDebit, testAccount, testMandate } from './test-debits.ts'

/** What becomes of a card that is left without a payment, as of a payment by it. */
type Answer = SetupResult['kind'] | 'succeeded' | 'present_card' | Omit<Declined, 'kind' | 'reference'>

const LAST4 = '4242'

/** Cards are kept by their name. */
export const testCard = (method: string, customer: string): KeptMeans => ({
  customer: `cus_test_${customer}`,
  method,
  kind: 'card',
  last4: LAST4,
  expiresOn: null,
})

/**
 * Keeps nothing: `set_test_ok.7-12` names the method, the organisation and the plan. Giving a card up is therefore done at once; what
 * was given up is not asked for again.
 */
export const createTestMeans = (answerOf: (method: string, when: 'first' | 'later') => Answer): ProviderMeans => ({
  setUp: async (setup) =>
    isTestDebit(setup.paymentMethod)
      ? leaveAccount(setup)
      : toSetup(answerOf(setup.paymentMethod, 'first'), setup.paymentMethod, `${setup.orgId}-${setup.planId}`),
  retrieveSetup: async ({ orgId, planId }, reference) => {
    const [, name, whose] = /^set_(test_\w+)\.(\d+-\d+)$/.exec(reference) ?? []
    if (name === undefined || whose !== `${orgId}-${planId}`)
      return { kind: 'declined', code: 'payment_method_invalid', message: 'There is no such card to keep.' }
    return toSetup(answerOf(`pm_${name}`, 'later'), `pm_${name}`, whose)
  },
  giveUp: async () => true,
})

/** An account is left by its mandate, at once; its bank says nothing until it is debited. */
function leaveAccount({ paymentMethod, currency, mandate, orgId, planId, idempotencyKey }: MeansSetup): SetupResult {
  const scheme = debitSchemeOf(currency)
  if (scheme === undefined || !mandate)
    return { kind: 'declined', code: 'payment_method_invalid', message: 'There is no such account to debit.' }
  const digest = createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32)
  return {
    kind: 'kept',
    means: testAccount(paymentMethod, `${orgId}-${planId}`),
    mandate: testMandate(scheme, digest),
  }
}

function toSetup(answer: Answer, method: string, whose: string): SetupResult {
  if (answer === 'succeeded') return { kind: 'kept', means: testCard(method, whose) }
  if (typeof answer === 'object') return { kind: 'declined', ...answer }
  if (answer !== 'requires_action')
    return { kind: 'unknown', cause: new Error('the test provider was told not to answer') }
  const reference = `${method.replace(/^pm_/, 'set_')}.${whose}`
  const client_secret = `${reference}_secret`
  return { kind: 'requires_action', reference, nextAction: { type: 'client_secret', client_secret } }
}
