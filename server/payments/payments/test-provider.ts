import { createHash } from 'node:crypto'
import { debitSchemeOf, expressMethods, type RedirectMethod, redirectMethods, redirectRule } from './payment-methods.ts'
import type {
  Begun,
  CardReader,
  Charge,
  Declined,
  KeptMeans,
  PaymentProvider,
  PaymentResult,
  RefundResult,
} from './provider.ts'
import type { BankEnding, TestBank } from './test-bank.ts'
import { debitResult, isTestDebit, submitDebit } from './test-debits.ts'
import { createTestMeans, testCard } from './test-means.ts'
import { attemptIn, offSessionAnswer, offSessionMethods } from './test-off-session.ts'

type Answer = 'succeeded' | 'requires_action' | 'present_card' | 'unknown' | Omit<Declined, 'kind' | 'reference'>
type Method = {
  /** The answer to the first call. */
  first: Answer
  /** The answer whenever one asks again. */
  later: Answer
  refund?: 'failed' | 'unknown'
}

const declined: Answer = { code: 'card_declined', declineCode: 'generic_decline', message: 'The card was declined.' }
const noFunds: Answer = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'The card has insufficient funds.',
}
const invalid = {
  code: 'payment_method_invalid',
  message: 'There is no such test payment method; pm_test_ok is one.',
} satisfies Answer
const cancelled = {
  code: 'payment_failed',
  declineCode: 'cancelled',
  message: 'The payment was cancelled.',
} satisfies Answer

/** The payment methods that stand for what can happen. docs/decisions/payments.md lists them for developers. */
export const testPaymentMethods = {
  pm_test_ok: { first: 'succeeded', later: 'succeeded' },
  pm_test_declined: { first: declined, later: declined },
  pm_test_insufficient_funds: { first: noFunds, later: noFunds },
  pm_test_requires_action: { first: 'requires_action', later: 'succeeded' },
  pm_test_action_abandoned: { first: 'requires_action', later: 'requires_action' },
  pm_test_timeout_then_paid: { first: 'unknown', later: 'succeeded' },
  pm_test_timeout_then_failed: { first: 'unknown', later: declined },
  pm_test_disputed: { first: 'succeeded', later: 'succeeded' },
  pm_test_disputed_then_won: { first: 'succeeded', later: 'succeeded' },
  pm_test_refund_fails: { first: 'succeeded', later: 'succeeded', refund: 'failed' },
  pm_test_refund_times_out: { first: 'succeeded', later: 'succeeded', refund: 'unknown' },
  ...Object.fromEntries(
    Object.keys(offSessionMethods).map((name) => [name, { first: 'succeeded', later: 'succeeded' } as const]),
  ),
} satisfies Record<string, Method>

const offline: Answer = {
  code: 'payment_failed',
  declineCode: 'reader_offline',
  message: 'The reader did not take the payment.',
}

/** Readers that stand for what can happen at a counter: the fan who is asked for a card holds it there before the program asks again. */
export const testReaders: Record<string, Method & Pick<CardReader, 'name' | 'status'>> = {
  tmr_test_ok: { name: 'Trial reader', status: 'online', first: 'present_card', later: 'succeeded' },
  tmr_test_declined: {
    name: 'Trial reader, card declined',
    status: 'online',
    first: 'present_card',
    later: declined,
  },
  tmr_test_no_card: {
    name: 'Trial reader, no card comes',
    status: 'online',
    first: 'present_card',
    later: 'present_card',
  },
  tmr_test_timeout: { name: 'Trial reader, answer lost', status: 'online', first: 'unknown', later: 'succeeded' },
  tmr_test_offline: { name: 'Trial reader, offline', status: 'offline', first: offline, later: offline },
}

/** A wallet and what becomes of the card in it: `pm_test_wallet_apple_pay`, `pm_test_wallet_apple_pay_declined` and the like. */
const WALLET = 'pm_test_wallet_'
const walletCards = {
  '': 'pm_test_ok',
  _declined: 'pm_test_declined',
  _requires_action: 'pm_test_requires_action',
} as const
const testWallets: Record<string, Method> = Object.fromEntries(
  expressMethods.flatMap((wallet) =>
    Object.entries(walletCards).map(([ending, card]) => [WALLET + wallet + ending, testPaymentMethods[card]]),
  ),
)

const walletIn = (paymentMethod: string) =>
  Object.hasOwn(testWallets, paymentMethod)
    ? expressMethods.find((wallet) => paymentMethod.startsWith(WALLET + wallet))
    : undefined

const methods = new Map<string, Method>(Object.entries({ ...testPaymentMethods, ...testWallets, ...testReaders }))

/**
 * Pretends to collect money, so that everything around payments can be tried without an account anywhere. It keeps nothing but what
 * buyers have chosen at its bank: a reference names the method and the key that it was made from, so every process gives the same
 * answers, also after a crash.
 */
export const createTestProvider = (bank: TestBank): PaymentProvider => ({
  name: 'test',
  means: createTestMeans((method, when) => methods.get(method)?.[when] ?? invalid),
  methodIn: (paymentMethod, currency) =>
    isTestDebit(paymentMethod)
      ? (debitSchemeOf(currency) ?? 'debit')
      : (redirectIn(paymentMethod) ?? walletIn(paymentMethod) ?? 'card'),
  takes: () => true,
  async create(charge, begun) {
    const { paymentMethod, idempotencyKey, again } = charge
    const redirect = redirectIn(paymentMethod)
    if (redirect) return leave(bank, charge, redirect, begun)
    if (isTestDebit(paymentMethod)) return submitDebit(bank, charge, digest(idempotencyKey), begun)
    const method = methods.get(paymentMethod)
    if (!method) return { kind: 'declined', ...invalid }
    if (charge.offSession) return withoutFan(offSessionReference(paymentMethod, idempotencyKey), method, again)
    return toResult(again ? method.later : method.first, referenceOf(paymentMethod, idempotencyKey))
  },
  async retrieve(_account, reference) {
    const redirect = redirectIn(nameIn(reference))
    if (redirect) return atBank(await bank.endingOf(reference), reference, redirect)
    if (isTestDebit(nameIn(reference))) return debitResult(bank, reference)
    const method = methodOf(reference)
    return method ? withoutFan(reference, method, true) : unheardOf(reference)
  },
  async confirm(_account, reference) {
    if (isTestDebit(nameIn(reference))) return debitResult(bank, reference)
    const method = methodOf(reference)
    return method ? toResult(method.later, reference) : unheardOf(reference)
  },
  async cancel(_account, reference) {
    const redirect = redirectIn(nameIn(reference))
    if (redirect) return atBank(await bank.choose(reference, 'cancelled'), reference, redirect)
    // A bank that has been asked is not called back.
    if (isTestDebit(nameIn(reference))) return debitResult(bank, reference)
    const method = methodOf(reference)
    if (!method) return unheardOf(reference)
    const isWaiting = method.later === 'requires_action' || method.later === 'present_card'
    return toResult(isWaiting ? cancelled : method.later, reference)
  },
  async refund({ reference, idempotencyKey, again }): Promise<RefundResult> {
    // Payments of the demo data have other references; giving pretended money back costs nothing.
    const method = methodOf(reference)
    if (method?.refund === 'failed') return { kind: 'failed', code: 'expired_or_canceled_card' }
    if (method?.refund === 'unknown' && !again) return lost()
    return { kind: 'succeeded', reference: `refund_test_${digest(idempotencyKey)}` }
  },
  async retrieveRefund(_account, reference) {
    return { kind: 'succeeded', reference }
  },
  readers: async () =>
    Object.entries(testReaders).map(([reader_id, { name, status }]) => ({ reader_id, name, status })),
})

/** `pm_test_redirect_ideal` and the like: one for each method that sends the buyer to a page of their bank. */
const REDIRECT = 'pm_test_redirect_'
export const testRedirects = Object.keys(redirectMethods).map((method) => REDIRECT + method)

const redirectIn = (paymentMethod: string): RedirectMethod | undefined =>
  testRedirects.includes(paymentMethod) ? (paymentMethod.slice(REDIRECT.length) as RedirectMethod) : undefined

/** As at Stripe: not in another currency, and not without an address to come back to. */
async function leave(
  bank: TestBank,
  { paymentMethod, idempotencyKey, returnUrl, currency, orgId }: Charge,
  method: RedirectMethod,
  begun: Begun,
): Promise<PaymentResult> {
  const isTaken = redirectRule(method)?.currencies.includes(currency) ?? false
  if (!isTaken) return { kind: 'declined', ...invalid, message: `${method} does not take ${currency}.` }
  if (returnUrl === null) return { kind: 'declined', ...invalid, message: `${method} needs a return_url.` }
  const reference = `${paymentMethod.replace(/^pm_/, 'pay_')}.${orgId}-${digest(idempotencyKey)}`
  if (!(await begun(reference))) return { kind: 'unknown', cause: new Error(`${reference} is not what pays`) }
  return atBank(await bank.endingOf(reference), reference, method)
}

/** What the bank says, by what was chosen there. */
function atBank(ending: BankEnding | undefined, reference: string, method: RedirectMethod): PaymentResult {
  if (ending === 'paid') return { kind: 'succeeded', reference }
  if (ending === 'later') return { kind: 'processing', reference, method }
  if (ending === 'cancelled') return { kind: 'declined', reference, ...cancelled }
  if (ending === 'declined')
    return {
      kind: 'declined',
      reference,
      code: 'payment_failed',
      declineCode: 'generic_decline',
      message: 'The bank declined the payment.',
    }
  return {
    kind: 'requires_action',
    reference,
    nextAction: { type: 'redirect', redirect_url: `/test-bank/${reference}` },
    method,
  }
}

function toResult(answer: Answer, reference: string): PaymentResult {
  if (answer === 'unknown') return lost()
  if (answer === 'succeeded') return { kind: 'succeeded', reference, cardLast4: LAST4, ...meansOf(reference) }
  if (answer === 'present_card')
    return { kind: 'requires_action', reference, nextAction: { type: 'present_card', reader_id: nameIn(reference) } }
  if (answer !== 'requires_action') return { kind: 'declined', reference, ...answer }
  const client_secret = `${reference}_secret_${digest(reference)}`
  return { kind: 'requires_action', reference, nextAction: { type: 'client_secret', client_secret } }
}

const LAST4 = '4242'

/** Cards are kept by their name; a card that was held to a reader is not. */
const meansOf = (reference: string): { means?: KeptMeans } =>
  reference.startsWith('pay_') ? { means: testCard(nameIn(reference), digest(reference)) } : {}

/** pm_test_ok becomes pay_test_ok.off2-<digest> at the second attempt without the fan. */
const offSessionReference = (method: string, key: string) =>
  `${method.replace(/^pm_/, 'pay_')}.off${attemptIn(key)}-${digest(key)}`

/** By the number of the attempt, where the reference has one; else as with the fan. */
function withoutFan(reference: string, method: Method, again: boolean): PaymentResult {
  const attempt = /\.off(\d+)-/.exec(reference)?.[1]
  const answer = attempt === undefined ? undefined : offSessionAnswer(nameIn(reference), Number(attempt), { again })
  return toResult(answer ?? (again ? method.later : method.first), reference)
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** pm_test_ok becomes pay_test_ok.<digest>, and tmr_test_ok becomes read_test_ok.<digest>. */
const referenceOf = (method: string, key: string) =>
  `${method.replace(/^pm_/, 'pay_').replace(/^tmr_/, 'read_')}.${digest(key)}`

function nameIn(reference: string): string {
  const end = reference.lastIndexOf('.')
  const [, kind, name] = /^(pay|read)_(.+)$/.exec(reference.slice(0, Math.max(0, end))) ?? []
  if (name === undefined) return reference
  return kind === 'pay' ? `pm_${name}` : `tmr_${name}`
}

const methodOf = (reference: string): Method | undefined => methods.get(nameIn(reference))

/** What becomes of a payment that is disputed because of its method's name; undefined of all others. */
export function disputeOfTest(reference: string): 'open' | 'won' | undefined {
  const name = nameIn(reference)
  return name === 'pm_test_disputed' ? 'open' : name === 'pm_test_disputed_then_won' ? 'won' : undefined
}

const lost = () => ({ kind: 'unknown' as const, cause: new Error('the test provider was told not to answer') })

const unheardOf = (reference: string) => ({
  kind: 'unknown' as const,
  cause: new Error(`the test provider made no payment ${reference}`),
})
