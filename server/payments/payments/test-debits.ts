import { DAY_MS } from '../../platform/values/durations.ts'
import { type DebitScheme, debitSchemeOf } from './payment-methods.ts'
import type { Begun, Charge, Declined, GivenMandate, KeptMeans, PaymentResult } from './provider.ts'
import type { TestBank } from './test-bank.ts'
import { attemptIn } from './test-off-session.ts'

/** So long after a debit was submitted its bank has paid it, or has said that it will not. */
const DECIDED_MS = 5 * DAY_MS
/** So long after that the bank takes one back that comes back. */
const RETURNED_MS = 3 * DAY_MS

type Ending = 'paid' | 'returned' | Omit<Declined, 'kind' | 'reference'>

const noFunds: Ending = {
  code: 'payment_failed',
  declineCode: 'insufficient_funds',
  message: 'The account has insufficient funds.',
}

/** What becomes of debits, by the number of the attempt at the same debt. */
const debits: Record<string, (attempt: number) => Ending> = {
  pm_test_debit_ok: () => 'paid',
  pm_test_debit_returned: () => 'returned',
  pm_test_debit_returned_once: (attempt) => (attempt === 1 ? 'returned' : 'paid'),
  pm_test_debit_failed: () => noFunds,
}

export const testDebits = Object.keys(debits)

export const isTestDebit = (paymentMethod: string): boolean => testDebits.includes(paymentMethod)

const wrongCurrency = (currency: string): PaymentResult => ({
  kind: 'declined',
  code: 'payment_method_invalid',
  message: `No direct debit takes ${currency}.`,
})

/**
 * A debit keeps nothing either: its reference says all that it is played by. pm_test_debit_ok becomes
 * `pay_test_debit_ok.7-1-1795003200-EUR-<digest>`: of organisation 7, the first attempt, submitted at that second, in euros; `off2` is
 * a second attempt without the fan.
 */
export async function submitDebit(
  bank: TestBank,
  { paymentMethod, idempotencyKey, currency, orgId, createdAt, offSession }: Charge,
  digest: string,
  begun: Begun,
): Promise<PaymentResult> {
  if (debitSchemeOf(currency) === undefined) return wrongCurrency(currency)
  const attempt = `${offSession ? 'off' : ''}${attemptIn(idempotencyKey)}`
  const submitted = Math.floor(createdAt.getTime() / 1000)
  const reference = `${paymentMethod.replace(/^pm_/, 'pay_')}.${orgId}-${attempt}-${submitted}-${currency}-${digest}`
  if (!(await begun(reference))) return { kind: 'unknown', cause: new Error(`${reference} is not what pays`) }
  return debitResult(bank, reference)
}

type Submitted = {
  method: string
  orgId: number
  attempt: number
  isOffSession: boolean
  submittedMs: number
  scheme: DebitScheme
  digest: string
}

function readReference(reference: string): Submitted | undefined {
  const [, name = '', orgId, off, attempt, unix, currency = '', digest = ''] =
    /^pay_(test_debit_\w+)\.(\d{1,15})-(off)?(\d{1,9})-(\d{1,12})-([A-Z]{3})-(\w+)$/.exec(reference) ?? []
  const scheme = debitSchemeOf(currency)
  if (!isTestDebit(`pm_${name}`) || scheme === undefined) return undefined
  return {
    method: `pm_${name}`,
    orgId: Number(orgId),
    attempt: Number(attempt),
    isOffSession: off !== undefined,
    submittedMs: Number(unix) * 1000,
    scheme,
    digest,
  }
}

/** What the bank says of it by now, at the organisation's time. */
export function debitResult(bank: TestBank, reference: string): PaymentResult {
  const debit = readReference(reference)
  if (!debit) return { kind: 'unknown', cause: new Error(`the test provider made no debit ${reference}`) }
  const { method, orgId, attempt, isOffSession, submittedMs, scheme, digest } = debit
  // What is debited without the fan is debited by the mandate that is there.
  const given = isOffSession ? {} : { means: testAccount(method, digest), mandate: testMandate(scheme, digest) }
  if (bank.now(orgId).getTime() < submittedMs + DECIDED_MS)
    return { kind: 'processing', reference, method: scheme, ...given }
  const ending = debits[method]?.(attempt) ?? 'paid'
  return typeof ending === 'object'
    ? { kind: 'declined', reference, ...ending }
    : { kind: 'succeeded', reference, ...given }
}

/** When the bank takes a debit back; undefined of those that stay paid. */
export function returnedAt(reference: string): Date | undefined {
  const debit = readReference(reference)
  if (!debit || debits[debit.method]?.(debit.attempt) !== 'returned') return undefined
  return new Date(debit.submittedMs + DECIDED_MS + RETURNED_MS)
}

const LAST4 = '3000'

export const testAccount = (method: string, digest: string): KeptMeans => ({
  customer: `cus_test_${digest}`,
  method,
  kind: 'debit',
  last4: LAST4,
  expiresOn: null,
})

export const testMandate = (scheme: DebitScheme, digest: string): GivenMandate => ({
  scheme,
  reference: `TEST${digest.slice(0, 12).toUpperCase()}`,
  providerReference: null,
  last4: LAST4,
  bankName: 'Test Bank',
})
