import type { OrganisationMode } from '../../access/principal.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { toMajor } from '../../platform/values/money.ts'
import { PaymentError } from '../errors.ts'
import {
  amountLimitsOf,
  debitMethods,
  expressMethods,
  isCardWallet,
  isDebit,
  isRedirect,
  type PaymentMethodName,
  paymentMethodNames,
  redirectMethods,
  ruleOfMethod,
} from './payment-methods.ts'
import type { PaymentProvider } from './provider.ts'

/** What of an organisation decides which ways to pay it offers. */
export type MethodSettings = {
  mode: OrganisationMode
  payment_methods_off: string[]
  account_methods: string[] | null
}

const SANDBOX: readonly string[] = [
  'card',
  ...expressMethods,
  ...Object.keys(debitMethods),
  ...Object.keys(redirectMethods),
]
const UNASKED: readonly string[] = ['card']

/** What the account has at its provider, in our order. The test provider has all that it can play. */
export function methodsOfAccount({ mode, account_methods }: Omit<MethodSettings, 'payment_methods_off'>) {
  const names = mode === 'test' ? SANDBOX : (account_methods ?? UNASKED)
  return paymentMethodNames.filter((name) => names.includes(name))
}

/** What the account has and staff have not switched off. Without cards there are no wallets of them. */
export function methodsSwitchedOn(settings: MethodSettings): PaymentMethodName[] {
  const on = methodsOfAccount(settings).filter((name) => !settings.payment_methods_off.includes(name))
  return on.filter((name) => !isCardWallet(name) || on.includes('card'))
}

/** What a page may offer above its form. */
export const expressOf = (settings: MethodSettings) => {
  const on: string[] = methodsSwitchedOn(settings)
  return expressMethods.filter((name) => on.includes(name))
}

/** What is paid for. */
export type Sale = {
  amountMinor: number
  currency: string
  now: Date
  /** Of the event; null where nothing begins at a certain time. */
  startsAt: Date | null
  /** Later parts are charged by it without the fan, which cards and debits allow. */
  keeps: boolean
  /** The buyer has agreed to a mandate, without which no debit is taken. */
  hasMandate: boolean
}

/** The ways to pay that will be taken for a sale. The shop works out the same, from the storefront. */
export const offeredFor = (settings: MethodSettings, sale: Sale): PaymentMethodName[] =>
  methodsSwitchedOn(settings).filter((name) => {
    const { currencies, days, isSlow } = ruleOfMethod(name)
    if (sale.keeps && name !== 'card' && !isCardWallet(name) && !isDebit(name)) return false
    if (isDebit(name) && !sale.hasMandate) return false
    if (currencies && !currencies.includes(sale.currency)) return false
    const { min = 0, max = Number.POSITIVE_INFINITY } = amountLimitsOf(name, settings.mode)[sale.currency] ?? {}
    const amount = toMajor(sale.amountMinor, sale.currency)
    if (amount < min || amount > max) return false
    return !isSlow || sale.startsAt === null || sale.startsAt.getTime() - sale.now.getTime() > days * DAY_MS
  })

/**
 * What the provider may take for a charge; undefined where its name says which way to pay it is, and that one is offered. Refuses what is not: a
 * buyer without an address to come back to is offered nothing that sends them away.
 */
export function allowedMethods(
  provider: PaymentProvider,
  settings: MethodSettings,
  sale: Sale,
  { paymentMethod, returnUrl }: { paymentMethod: string; returnUrl: string | null },
): PaymentMethodName[] | undefined {
  const offered = offeredFor(settings, sale)
  const named = provider.methodIn?.(paymentMethod, sale.currency)
  if (named !== undefined) {
    if (offered.some((name) => name === named)) return undefined
    throw new PaymentError('payment_method_not_offered')
  }
  const allowed = offered.filter((name) => !isCardWallet(name) && (returnUrl !== null || !isRedirect(name)))
  if (allowed.length === 0) throw new PaymentError('payment_method_not_offered')
  // Which wallets there are, the provider knows better than the hour-old list: those that staff have switched off are refused.
  const wallets = paymentMethodNames.filter(
    (name) => isCardWallet(name) && allowed.includes('card') && !settings.payment_methods_off.includes(name),
  )
  return [...allowed, ...wallets]
}
