import type { Customers } from './customers.ts'
import { debitAccount, debitOf, type Mandates } from './debits.ts'
import { missing, StripeFault } from './fault.ts'
import { PARAMETERS, type Values } from './parameters.ts'

export type SetupIntent = {
  id: string
  object: 'setup_intent'
  account: string
  status: 'requires_payment_method' | 'requires_action' | 'succeeded'
  client_secret: string
  customer: string
  payment_method: string | null
  usage: 'on_session' | 'off_session'
  last_setup_error: Record<string, unknown> | null
  metadata: Record<string, string>
  mandate: string | null
}

const METHODS = ['pm_card_visa', 'pm_card_authenticationRequired', 'pm_card_chargeDeclined']
const TOKENS: Record<string, string> = {
  ctoken_visa: 'pm_card_visa',
  ctoken_secure: 'pm_card_authenticationRequired',
  ctoken_declined: 'pm_card_chargeDeclined',
}

/** Cards, and accounts to debit, that are left with an account without a payment, for a person whom it knows. */
export class SetupIntents {
  readonly all = new Map<string, SetupIntent>()
  readonly #customers: Customers
  readonly #mandates: Mandates

  constructor(customers: Customers, mandates: Mandates) {
    this.#customers = customers
    this.#mandates = mandates
  }

  create(account: string, values: Values): SetupIntent {
    const { confirmation_token: token, payment_method: named } = values as Record<string, string | undefined>
    if (token !== undefined && values.confirm !== true)
      throw new StripeFault(400, undefined, 'A ConfirmationToken needs confirm=true.', 'confirmation_token')
    const debit = debitOf(token ?? named ?? null)
    const method = debit ? `pm_${debit}` : token === undefined ? named : TOKENS[token]
    if (method === undefined || !(debit || METHODS.includes(method)))
      throw missing('PaymentMethod', String(token ?? named), 'payment_method')
    const type = debit ?? 'card'
    if (!(values.allowed_payment_method_types as string[] | undefined)?.includes(type))
      throw new StripeFault(400, 'setup_intent_invalid_parameter', `${type} is not allowed.`, 'payment_method')
    const id = `seti_${this.all.size + 1}`
    const intent: SetupIntent = {
      id,
      object: 'setup_intent',
      account,
      status: 'requires_action',
      client_secret: `${id}_secret_1`,
      customer: this.#customers.check(account, String(values.customer)),
      payment_method: method,
      usage: values.usage as SetupIntent['usage'],
      last_setup_error: null,
      metadata: (values.metadata ?? {}) as Record<string, string>,
      mandate: debit
        ? this.#mandates.give(account, method, String(values.customer), true, values.mandate_data).id
        : null,
    }
    this.all.set(id, intent)
    if (debit || method === 'pm_card_visa') this.pass(id)
    if (method !== 'pm_card_chargeDeclined') return intent
    const message = 'Your card was declined.'
    Object.assign(intent, { status: 'requires_payment_method', payment_method: null })
    throw new StripeFault(402, 'card_declined', message, undefined, 'card_error', { decline_code: 'generic_decline' })
  }

  find(account: string, id: string): SetupIntent {
    const intent = this.all.get(id)
    if (!intent || intent.account !== account) throw missing('setup_intent', id)
    return intent
  }

  /** The fan passes 3-D Secure. */
  pass(id: string): void {
    const intent = this.all.get(id)
    if (!intent) throw new Error(`no SetupIntent ${id}`)
    intent.status = 'succeeded'
    this.#customers.attach(intent.customer, String(intent.payment_method))
  }
}

type Call = { account: string; id: string; values: Values }

const withMethod = (intent: SetupIntent) => ({
  ...intent,
  ...(intent.payment_method !== null && {
    payment_method: debitAccount(intent.payment_method) ?? {
      id: intent.payment_method,
      object: 'payment_method',
      type: 'card',
      card: { brand: 'visa', last4: '4242', exp_month: 2, exp_year: 2031 },
    },
  }),
})

export const meansRoutes = (setups: SetupIntents, customers: Customers, mandates: Mandates) => [
  {
    method: 'POST',
    path: /^\/v1\/customers$/,
    parameters: PARAMETERS.createCustomer,
    run: ({ account, values }: Call) => customers.create(account, values),
  },
  {
    method: 'GET',
    path: /^\/v1\/mandates\/(\w+)$/,
    parameters: PARAMETERS.none,
    run: ({ account, id }: Call) => mandates.find(account, id),
  },
  {
    method: 'POST',
    path: /^\/v1\/setup_intents$/,
    parameters: PARAMETERS.createSetup,
    run: ({ account, values }: Call) => withMethod(setups.create(account, values)),
  },
  {
    method: 'GET',
    path: /^\/v1\/setup_intents\/(\w+)$/,
    parameters: PARAMETERS.retrieveSetup,
    run: ({ account, id }: Call) => withMethod(setups.find(account, id)),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_methods\/(\w+)\/detach$/,
    parameters: PARAMETERS.none,
    run: ({ id }: Call) => customers.detach(id),
  },
]
