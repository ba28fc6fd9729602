import type { Customers } from './customers.ts'
import { missing, StripeFault } from './fault.ts'
import type { Intent } from './intent.ts'
import type { Kind, Values } from './parameters.ts'

type Scheme = { currency: string; max: number }

/** Bank debits by the type that Stripe names them with: the one currency of each, and the most of a single debit, in its smallest unit. */
const SCHEMES: Record<string, Scheme> = {
  sepa_debit: { currency: 'eur', max: 1_000_000 },
  bacs_debit: { currency: 'gbp', max: 10_000_000 },
  au_becs_debit: { currency: 'aud', max: 1_000_000 },
}

export const DEBITS: readonly string[] = Object.keys(SCHEMES)

/** `pm_sepa_debit`, or `ctoken_sepa_debit` of Stripe.js. */
export const debitOf = (method: string | null): string | undefined => {
  const type = method?.replace(/^(?:pm|ctoken)_/, '') ?? ''
  return DEBITS.includes(type) ? type : undefined
}

export const debits = (type: string, currency: string): boolean => (SCHEMES[type]?.currency ?? currency) === currency

export const ACCEPTANCE: Kind = {
  fields: {
    customer_acceptance: {
      fields: {
        type: { oneOf: ['online', 'offline'] },
        accepted_at: 'integer',
        online: { fields: { ip_address: 'string', user_agent: 'string' } },
        offline: { fields: {} },
      },
    },
  },
}

export type Mandate = {
  id: string
  object: 'mandate'
  account: string
  customer: string | null
  payment_method: string
  payment_method_details: Record<string, unknown>
  status: 'active' | 'inactive' | 'pending'
  type: 'multi_use' | 'single_use'
  customer_acceptance: unknown
}

/** Leaves to debit an account, each of an account at Stripe. */
export class Mandates {
  readonly all = new Map<string, Mandate>()

  /** Refuses consent that Stripe would not take as evidence. */
  give(account: string, method: string, customer: string | null, isKept: boolean, data: unknown): Mandate {
    const { customer_acceptance: acceptance } = (data ?? {}) as {
      customer_acceptance?: { type?: string; online?: Record<string, string> }
    }
    if (acceptance?.type === undefined)
      throw new StripeFault(400, 'parameter_missing', 'A mandate is required to confirm with this.', 'mandate_data')
    const { ip_address: ip, user_agent: agent } = acceptance.online ?? {}
    if (acceptance.type === 'online' && (!ip || !agent))
      throw new StripeFault(400, 'parameter_missing', 'Missing required param: online.', 'mandate_data')
    const type = debitOf(method) ?? ''
    const number = this.all.size + 1
    const reference = type === 'au_becs_debit' ? {} : { reference: `REF${number}` }
    const mandate: Mandate = {
      id: `mandate_${number}`,
      object: 'mandate',
      account,
      customer,
      payment_method: method,
      payment_method_details: { type, [type]: { ...reference, url: `https://stripe.test/mandates/${number}` } },
      status: 'active',
      type: isKept ? 'multi_use' : 'single_use',
      customer_acceptance: acceptance,
    }
    this.all.set(mandate.id, mandate)
    return mandate
  }

  find(account: string, id: string): Mandate {
    const mandate = this.all.get(id)
    if (mandate?.account !== account) throw missing('mandate', id)
    return mandate
  }

  /** The one that a person's account may be debited by without them. */
  require({ customer, payment_method: method }: Intent): Mandate {
    const theirs = [...this.all.values()].findLast(
      (mandate) => mandate.customer === customer && mandate.payment_method === method && mandate.type === 'multi_use',
    )
    if (theirs?.status === 'active') return theirs
    throw new StripeFault(400, 'payment_intent_mandate_invalid', 'The provided mandate is invalid.', 'payment_method')
  }

  /** The fan takes it back at their bank. */
  revoke(id: string): Mandate {
    const mandate = this.all.get(id)
    if (!mandate) throw new Error(`no mandate ${id}`)
    mandate.status = 'inactive'
    return mandate
  }
}

/** Submits a debit, as Stripe lets it. */
export function submitDebit(
  intent: Intent,
  { mandate_data: data, off_session: offSession }: Values,
  mandates: Mandates,
  customers: Customers,
): Intent {
  const { payment_method: method, currency, amount, account, customer, setup_future_usage } = intent
  const type = debitOf(method)
  const scheme = SCHEMES[type ?? '']
  if (method === null || !scheme) throw missing('PaymentMethod', String(method), 'payment_method')
  if (scheme.currency !== currency)
    throw new StripeFault(400, 'payment_method_currency_mismatch', `${type} does not take ${currency}.`, 'currency')
  if (amount > scheme.max)
    throw new StripeFault(400, 'amount_too_large', `The most of ${type} is ${scheme.max}.`, 'amount')
  if (offSession === true) customers.requireAttached(customer, method)
  const isKept = setup_future_usage !== null && customer !== null
  const mandate =
    offSession === true ? mandates.require(intent) : mandates.give(account, method, customer, isKept, data)
  if (isKept) customers.attach(customer, method)
  return Object.assign(intent, {
    status: 'processing' as const,
    latest_charge: `py_${intent.id.slice(3)}`,
    mandate: mandate.id,
  })
}

/** As a payment method is shown in full. */
export const debitAccount = (method: string | null) => {
  const type = debitOf(method)
  return type === undefined ? undefined : { id: method, object: 'payment_method', type, [type]: { last4: '3000' } }
}

export const debitDetails = ({ payment_method, mandate }: Intent) => {
  const type = debitOf(payment_method)
  return type === undefined ? undefined : { type, [type]: { last4: '3000', mandate } }
}
