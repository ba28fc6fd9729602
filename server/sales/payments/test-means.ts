import type { Declined, KeptMeans, ProviderMeans, SetupResult } from './provider.ts'

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
  setUp: async ({ paymentMethod, orgId, planId }) =>
    toSetup(answerOf(paymentMethod, 'first'), paymentMethod, `${orgId}-${planId}`),
  retrieveSetup: async ({ orgId, planId }, reference) => {
    const [, name, whose] = /^set_(test_\w+)\.(\d+-\d+)$/.exec(reference) ?? []
    if (name === undefined || whose !== `${orgId}-${planId}`)
      return { kind: 'declined', code: 'payment_method_invalid', message: 'There is no such card to keep.' }
    return toSetup(answerOf(`pm_${name}`, 'later'), `pm_${name}`, whose)
  },
  giveUp: async () => true,
})

function toSetup(answer: Answer, method: string, whose: string): SetupResult {
  if (answer === 'succeeded') return { kind: 'kept', means: testCard(method, whose) }
  if (typeof answer === 'object') return { kind: 'declined', ...answer }
  if (answer !== 'requires_action')
    return { kind: 'unknown', cause: new Error('the test provider was told not to answer') }
  const reference = `${method.replace(/^pm_/, 'set_')}.${whose}`
  const client_secret = `${reference}_secret`
  return { kind: 'requires_action', reference, nextAction: { type: 'client_secret', client_secret } }
}
