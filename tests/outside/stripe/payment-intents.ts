import { checkAmount, checkBounds, feeOf } from './amounts.ts'
import type { Customers } from './customers.ts'
import { debitOf, debits, type Mandates, submitDebit } from './debits.ts'
import { missing, StripeFault } from './fault.ts'
import type { Intent } from './intent.ts'
import type { Values } from './parameters.ts'
import { checkRedirect, redirect, redirectOf, takes } from './redirects.ts'
import { TOKENS } from './tokens.ts'

const decline = (decline_code: string, message: string) => ({
  type: 'card_error',
  code: 'card_declined',
  decline_code,
  message,
})

const NO_FUNDS = decline('insufficient_funds', 'Your card has insufficient funds.')

/** What becomes of a charge, by the payment method; the names are those of Stripe's own test mode where it has one. */
const METHODS: Record<string, (intent: Intent) => void> = {
  pm_card_visa: (intent) => succeed(intent),
  pm_card_chargeDeclined: (intent) => fail(intent, decline('generic_decline', 'Your card was declined.')),
  pm_card_chargeDeclinedInsufficientFunds: (intent) => fail(intent, NO_FUNDS),
  pm_card_chargeDeclinedExpiredCard: (intent) =>
    fail(intent, { type: 'card_error', code: 'expired_card', message: 'Your card has expired.' }),
  pm_card_authenticationRequired: (intent) => {
    intent.status = 'requires_action'
    intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } }
  },
  pm_bank_debit: (intent) => {
    intent.status = 'processing'
  },
  pm_card_fundsAtSecondAttempt: (intent) =>
    intent.metadata.grandstand_payment?.endsWith('.1') ? fail(intent, NO_FUNDS) : succeed(intent),
  pm_card_refundFail: (intent) => succeed(intent),
  pm_card_pendingRefund: (intent) => succeed(intent),
}

/** Likewise without the cardholder, where it is not the same: the bank cannot ask them. */
const OFF_SESSION: Record<string, (intent: Intent) => void> = {
  pm_card_authenticationRequired: (intent) =>
    fail(intent, {
      type: 'card_error',
      code: 'authentication_required',
      decline_code: 'authentication_required',
      message: 'Your card was declined. This transaction requires authentication.',
    }),
}

function succeed(intent: Intent): void {
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    next_action: null,
    latest_charge: intent.latest_charge ?? `ch_${intent.id.slice(3)}`,
  })
}

function fail(intent: Intent, error: Record<string, unknown>): void {
  Object.assign(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: error,
    next_action: null,
  })
}

/** Stripe's index is behind, by a minute as a rule. */
const SEARCH_BEHIND_MS = 60_000

export class PaymentIntents {
  readonly all = new Map<string, Intent>()
  readonly #clock: () => Date
  readonly #customers: Customers
  readonly #mandates: Mandates

  constructor(clock: () => Date, customers: Customers, mandates: Mandates) {
    this.#clock = clock
    this.#customers = customers
    this.#mandates = mandates
  }

  create(account: string, values: Values): Intent {
    for (const name of ['amount', 'currency']) {
      if (values[name] === undefined)
        throw new StripeFault(400, 'parameter_missing', `Missing required param: ${name}.`, name)
    }
    const amount = Number(values.amount)
    if (!/^[a-z]{3}$/.test(String(values.currency)))
      throw new StripeFault(400, undefined, 'Invalid currency', 'currency')
    checkAmount(amount, String(values.currency))
    checkBounds(amount, String(values.currency))
    const fee = feeOf(values.application_fee_amount, amount)
    const method = values.payment_method === undefined ? null : String(values.payment_method)
    if (method !== null && !METHODS[method] && !redirectOf(method) && !debitOf(method))
      throw missing('PaymentMethod', method, 'payment_method')
    const id = `pi_${this.all.size + 1}`
    const allowed = values.automatic_payment_methods as { allow_redirects?: 'always' | 'never' } | undefined
    const listed = values.allowed_payment_method_types as string[] | undefined
    if (listed && allowed)
      throw new StripeFault(
        400,
        undefined,
        'You may only specify one of these parameters.',
        'automatic_payment_methods',
      )
    const intent: Intent = {
      id,
      object: 'payment_intent',
      account,
      amount,
      amount_received: 0,
      application_fee_amount: fee,
      currency: String(values.currency),
      created: Math.floor(this.#clock().getTime() / 1000),
      status: method === null ? 'requires_payment_method' : 'requires_confirmation',
      client_secret: `${id}_secret_1`,
      payment_method: method,
      customer: values.customer === undefined ? null : this.#customers.check(account, String(values.customer)),
      setup_future_usage: (values.setup_future_usage as Intent['setup_future_usage'] | undefined) ?? null,
      payment_method_types: listed
        ? listed.filter((type) => takes(type, String(values.currency)) && debits(type, String(values.currency)))
        : ['card'],
      is_listed: listed !== undefined,
      allow_redirects: allowed?.allow_redirects ?? (allowed ? 'always' : 'never'),
      last_payment_error: null,
      next_action: null,
      cancellation_reason: null,
      latest_charge: null,
      mandate: null,
      metadata: (values.metadata ?? {}) as Record<string, string>,
    }
    this.all.set(id, intent)
    return values.confirm === true ? this.#play(intent, values) : intent
  }

  /** Charges at most once: what is paid, cancelled or on its way is not confirmed again. */
  confirm(account: string, id: string, values: Values): Intent {
    const intent = this.find(account, id)
    if (intent.status !== 'requires_confirmation' && intent.status !== 'requires_payment_method') {
      throw unexpected(intent, 'confirm')
    }
    const token = values.confirmation_token
    if (token !== undefined && !TOKENS[String(token)] && !redirectOf(String(token)) && !debitOf(String(token))) {
      throw missing('ConfirmationToken', String(token), 'confirmation_token')
    }
    const redirected = token === undefined ? undefined : (redirectOf(String(token)) ?? debitOf(String(token)))
    intent.payment_method = TOKENS[String(token)] ?? (redirected && `pm_${redirected}`) ?? intent.payment_method
    return this.#play(intent, values)
  }

  #play(intent: Intent, values: Values): Intent {
    const { return_url: returnUrl, off_session: offSession } = values
    checkRedirect(intent, returnUrl)
    if (debitOf(intent.payment_method)) return submitDebit(intent, values, this.#mandates, this.#customers)
    if (redirectOf(intent.payment_method)) {
      redirect(intent, returnUrl)
      return intent
    }
    const method = String(intent.payment_method)
    if (offSession === true) this.#customers.requireAttached(intent.customer, method)
    const play = (offSession === true ? OFF_SESSION[method] : undefined) ?? METHODS[method]
    if (!play) throw missing('PaymentMethod', method, 'payment_method')
    play(intent)
    this.#keep(intent, method)
    if (intent.last_payment_error) {
      const { type, code, message, ...more } = intent.last_payment_error
      const details = { ...more, payment_intent: { ...intent } }
      throw new StripeFault(402, String(code), String(message), undefined, String(type), details)
    }
    return intent
  }

  #keep({ status, customer, setup_future_usage }: Intent, method: string): void {
    if (status === 'succeeded' && customer !== null && setup_future_usage !== null)
      this.#customers.attach(customer, method)
  }

  find(account: string, id: string): Intent {
    const intent = this.all.get(id)
    if (!intent || intent.account !== account) throw missing('payment_intent', id)
    return intent
  }

  cancel(account: string, id: string, values: Values = {}): Intent {
    const intent = this.find(account, id)
    if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing') {
      throw unexpected(intent, 'cancel')
    }
    intent.status = 'canceled'
    intent.cancellation_reason = values.cancellation_reason === undefined ? null : String(values.cancellation_reason)
    return intent
  }

  /** `metadata['name']:'value'`, the one query that we send. */
  search(account: string, query: string): Intent[] {
    const [, name = '', value] = /^metadata\['(\w+)'\]:'([^']*)'$/.exec(query) ?? []
    if (value === undefined)
      throw new StripeFault(400, undefined, 'We were unable to parse your search query.', 'query')
    const indexedAt = (this.#clock().getTime() - SEARCH_BEHIND_MS) / 1000
    const found = [...this.all.values()].filter(({ created }) => created <= indexedAt)
    return found.filter((intent) => intent.account === account && intent.metadata[name] === value)
  }

  /** What the account has collected, newest first. */
  charges(account: string) {
    const paid = [...this.all.values()].filter((intent) => intent.account === account && intent.status === 'succeeded')
    return paid.reverse().map(({ id, amount, currency, created, latest_charge, metadata }) => ({
      id: String(latest_charge),
      object: 'charge',
      amount,
      amount_captured: amount,
      currency,
      created,
      metadata,
      paid: true,
      captured: true,
      status: 'succeeded',
      payment_intent: id,
    }))
  }

  /** The fan passes 3-D Secure, or a bank lets the money go. */
  pass(id: string): void {
    const intent = this.must(id)
    succeed(intent)
    this.#keep(intent, String(intent.payment_method))
  }

  /** The bank has taken it, and the money is on its way. */
  process(id: string): void {
    Object.assign(this.must(id), { status: 'processing', next_action: null })
  }

  /** The fan gives up at the bank, or is declined there. */
  declineAtBank(id: string): void {
    const message = 'The customer declined the payment.'
    fail(this.must(id), { type: 'invalid_request_error', code: 'payment_method_customer_decline', message })
  }

  /** The fan fails 3-D Secure. */
  failAction(id: string): void {
    const message = 'We are unable to authenticate your payment method.'
    fail(this.must(id), { type: 'invalid_request_error', code: 'payment_intent_authentication_failure', message })
  }

  /** The bank does not pay a debit. */
  bounce(id: string, code = 'insufficient_funds'): void {
    fail(this.must(id), { type: 'invalid_request_error', code, message: 'The debit was not paid.' })
  }

  /** The bank declines a card that was held to a reader. */
  decline(id: string): void {
    fail(this.must(id), decline('generic_decline', 'Your card was declined.'))
  }

  private must(id: string): Intent {
    const intent = this.all.get(id)
    if (!intent) throw new Error(`no PaymentIntent ${id}`)
    return intent
  }
}

function unexpected(intent: Intent, verb: string): StripeFault {
  const message = `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`
  const more = { payment_intent: { ...intent } }
  return new StripeFault(400, 'payment_intent_unexpected_state', message, undefined, undefined, more)
}
