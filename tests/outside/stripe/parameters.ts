import { parse } from 'qs'
import { ACCEPTANCE, DEBITS } from './debits.ts'
import { StripeFault } from './fault.ts'
import { REDIRECTS } from './redirects.ts'

/** What a parameter may be. Forms carry text only, so this says how the text must read. */
export type Kind =
  | 'string'
  | 'integer'
  | 'boolean'
  | 'metadata'
  | { oneOf: string[] }
  | { someOf: string[] }
  | { fields: Record<string, Kind> }
export type Parameters = Record<string, Kind>
export type Values = Record<string, unknown>

const CREATED = { fields: { gte: 'integer', lt: 'integer' } } satisfies Kind

/** The parameters of the calls that we make, as Stripe documents them. Any other name or type is refused, as Stripe does. */
export const PARAMETERS = {
  createIntent: {
    amount: 'integer',
    currency: 'string',
    application_fee_amount: 'integer',
    payment_method: 'string',
    confirm: 'boolean',
    allowed_payment_method_types: { someOf: ['card', 'card_present', 'link', ...DEBITS, ...REDIRECTS] },
    automatic_payment_methods: { fields: { enabled: 'boolean', allow_redirects: { oneOf: ['always', 'never'] } } },
    capture_method: { oneOf: ['automatic', 'automatic_async', 'manual'] },
    return_url: 'string',
    customer: 'string',
    setup_future_usage: { oneOf: ['on_session', 'off_session'] },
    description: 'string',
    metadata: 'metadata',
  },
  createSetup: {
    customer: 'string',
    usage: { oneOf: ['on_session', 'off_session'] },
    confirm: 'boolean',
    payment_method: 'string',
    confirmation_token: 'string',
    allowed_payment_method_types: { someOf: ['card', 'link', ...DEBITS] },
    mandate_data: ACCEPTANCE,
    metadata: 'metadata',
    expand: { someOf: ['payment_method'] },
  },
  retrieveSetup: { expand: { someOf: ['payment_method'] } },
  createCustomer: { email: 'string', name: 'string', metadata: 'metadata' },
  retrieveIntent: { expand: { someOf: ['latest_charge', 'payment_method'] } },
  confirmIntent: {
    payment_method: 'string',
    confirmation_token: 'string',
    return_url: 'string',
    off_session: 'boolean',
    mandate_data: ACCEPTANCE,
    expand: { someOf: ['latest_charge', 'payment_method'] },
  },
  searchIntents: { query: 'string', limit: 'integer', page: 'string' },
  cancelIntent: { cancellation_reason: { oneOf: ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] } },
  createRefund: {
    amount: 'integer',
    payment_intent: 'string',
    charge: 'string',
    reason: { oneOf: ['duplicate', 'fraudulent', 'requested_by_customer'] },
    metadata: 'metadata',
  },
  listRefunds: {
    payment_intent: 'string',
    charge: 'string',
    limit: 'integer',
    starting_after: 'string',
    created: CREATED,
  },
  listDisputes: {
    charge: 'string',
    payment_intent: 'string',
    limit: 'integer',
    starting_after: 'string',
    created: CREATED,
  },
  listPayouts: { created: CREATED, limit: 'integer', starting_after: 'string', status: 'string' },
  listBalance: { payout: 'string', limit: 'integer', starting_after: 'string', expand: { someOf: ['data.source'] } },
  listCharges: { limit: 'integer', starting_after: 'string', created: CREATED },
  createAccount: {
    type: { oneOf: ['standard', 'express', 'custom'] },
    country: 'string',
    email: 'string',
    metadata: 'metadata',
  },
  createAccountLink: {
    account: 'string',
    refresh_url: 'string',
    return_url: 'string',
    type: { oneOf: ['account_onboarding', 'account_update'] },
  },
  createDomain: { domain_name: 'string', enabled: 'boolean' },
  updateDomain: { enabled: 'boolean' },
  listDomains: { domain_name: 'string', enabled: 'boolean', limit: 'integer', starting_after: 'string' },
  listConfigurations: { limit: 'integer', starting_after: 'string', application: 'string' },
  listReaders: { limit: 'integer', starting_after: 'string', device_type: 'string', location: 'string' },
  processOnReader: { payment_intent: 'string' },
  none: {},
} satisfies Record<string, Parameters>

export function readParameters(text: string, allowed: Parameters): Values {
  return checked(parse(text, { depth: 4, plainObjects: true }), allowed, '')
}

function checked(given: Values, allowed: Parameters, within: string): Values {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const param = within === '' ? name : `${within}[${name}]`
      const kind = allowed[name]
      if (kind === undefined)
        throw new StripeFault(400, 'parameter_unknown', `Received unknown parameter: ${param}`, param)
      return [name, convert(value, kind, param)]
    }),
  )
}

function convert(value: unknown, kind: Kind, param: string): unknown {
  if (typeof kind === 'object' && 'fields' in kind) {
    if (typeof value !== 'object' || value === null) throw invalid('hash', param)
    return checked(value as Values, kind.fields, param)
  }
  if (typeof kind === 'object' && 'someOf' in kind) {
    if (!Array.isArray(value) || !value.every((each) => kind.someOf.includes(each))) throw invalid('array', param)
    return value
  }
  if (kind === 'metadata') return toMetadata(value, param)
  if (typeof value !== 'string') throw invalid('string', param)
  if (kind === 'integer') {
    if (!/^-?[0-9]+$/.test(value))
      throw new StripeFault(400, 'parameter_invalid_integer', `Invalid integer: ${value}`, param)
    return Number(value)
  }
  if (kind === 'boolean') {
    if (value !== 'true' && value !== 'false') throw invalid('boolean', param)
    return value === 'true'
  }
  if (typeof kind === 'object' && !kind.oneOf.includes(value)) throw invalid(kind.oneOf.join(' or '), param)
  if (value === '') throw new StripeFault(400, 'parameter_invalid_empty', `${param} is an empty string`, param)
  return value
}

/** At most 50 keys of 40 characters, with values of 500. */
function toMetadata(value: unknown, param: string): Record<string, string> {
  if (typeof value !== 'object' || value === null) throw invalid('hash', param)
  const entries = Object.entries(value as Record<string, unknown>)
  const fits = entries.every(([key, text]) => key.length <= 40 && typeof text === 'string' && text.length <= 500)
  if (!fits || entries.length > 50) throw invalid('set of short texts', param)
  return Object.fromEntries(entries) as Record<string, string>
}

const invalid = (expected: string, param: string) =>
  new StripeFault(400, undefined, `Invalid ${param}: must be a ${expected}`, param)
