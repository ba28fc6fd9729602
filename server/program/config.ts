import { isNetwork } from '../platform/values/ip-address.ts'

/** Every setting of the program: name, default, bound and one line of why. docs/operating.md lists the same names. */
export class SettingError extends Error {}

type Environment = Record<string, string | undefined>

const integer = (least: number, most: number) => (text: string) => {
  const value = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= least && value <= most)) throw new Error(`must be a whole number from ${least} to ${most}`)
  return value
}

const oneOf =
  <T extends string>(...values: T[]) =>
  (text: string): T => {
    const value = values.find((candidate) => candidate === text)
    if (!value) throw new Error(`must be one of ${values.join(', ')}`)
    return value
  }

const url =
  (...protocols: string[]) =>
  (text: string): string => {
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      throw new Error(
        `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      )
    }
    return text
  }

export const SECRET_CHARACTERS_MIN = 32

const secret = (text: string): string => {
  if (text.length < SECRET_CHARACTERS_MIN || text.length > 1024)
    throw new Error(`must be ${SECRET_CHARACTERS_MIN} to 1024 characters`)
  return text
}

/** Which addresses may speak for others by X-Forwarded-For: `false`, a number of hops, or a list of addresses and CIDRs. */
const proxies = (text: string): false | number | string[] => {
  if (text === 'false') return false
  if (/^[1-9]$/.test(text)) return Number(text)
  const networks = text.split(',').map((part) => part.trim())
  if (networks.every(isNetwork)) return networks
  throw new Error('must be false, a number of hops from 1 to 9, or addresses and CIDRs separated by commas')
}

const networks = (text: string): string[] => {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.every(isNetwork)) return parts
  throw new Error('must be addresses and CIDRs separated by commas')
}

/** Links are made of it by adding a path, so it has none of its own. */
const origin = (text: string): string => {
  const { pathname, search, hash, origin: withoutPath } = new URL(url('http:', 'https:')(text))
  if (pathname !== '/' || search !== '' || hash !== '')
    throw new Error(`must be an address without a path, as ${withoutPath}`)
  return text
}

const stripeSecret =
  (form: RegExp, words: string) =>
  (text: string): string => {
    if (!form.test(text)) throw new Error(`must be ${words}`)
    return text
  }

const publishableKey = (text: string): string => {
  if (!/^gs_pk_(live|test)_[0-9A-Za-z]{38}$/.test(text)) throw new Error('must be a publishable key: gs_pk_…')
  return text
}

const ratio = (text: string): number => {
  const value = /^(0|1|[01]?\.[0-9]+)$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= 0 && value <= 1)) throw new Error('must be a number from 0 to 1')
  return value
}

const namedValues = (text: string): Record<string, string> => {
  const pairs = text.split(',').map((part) => /^([\w-]+)=(.+)$/.exec(part.trim()))
  if (pairs.includes(null)) throw new Error('must be name=value, separated by commas')
  return Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2]]))
}

const urlOrOff = (text: string): string => (text === 'off' ? text : url('http:', 'https:')(text))

const mailAddress = (text: string): string => {
  if (!/^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,189}$/.test(text))
    throw new Error('must be one e-mail address, without a name')
  return text
}

export const settings = {
  PORT: { parse: integer(0, 65535), default: 3000, why: 'port of the API; 0 takes a free one' },
  HOST: { parse: String, default: '127.0.0.1', why: 'address to listen on; 0.0.0.0 behind a load balancer' },
  DATA_DIR: { parse: String, default: './data', why: 'where the embedded database and generated secrets live' },
  DATABASE_URL: {
    parse: url('postgres:', 'postgresql:'),
    default: undefined,
    why: 'your own PostgreSQL 15 or newer; without it an embedded PostgreSQL runs in DATA_DIR',
  },
  DATABASE_POOL: { parse: integer(2, 200), default: 10, why: 'connections that one process keeps to the database' },
  DATABASE_NODES: {
    parse: oneOf('coordinator', 'shards'),
    default: 'coordinator' as const,
    why: 'on a Citus cluster, whom an API process asks: the coordinator alone, or the node that has the organisation',
  },
  LOG_LEVEL: {
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    default: 'info' as const,
    why: 'least severe log line that is written',
  },
  GRANDSTAND_SECRET: {
    parse: secret,
    default: undefined,
    why: 'encrypts what must be recoverable; generated into DATA_DIR when embedded, required with DATABASE_URL',
  },
  METRICS_PORT: {
    parse: integer(0, 65535),
    default: undefined,
    why: 'serves Prometheus metrics there; off when unset',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    parse: url('http:', 'https:'),
    default: undefined,
    why: 'sends traces to this collector of OpenTelemetry, by OTLP over HTTP; off when unset',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    parse: namedValues,
    default: undefined,
    why: 'headers for the collector, name=value, separated by commas',
  },
  OTEL_TRACES_SAMPLER_ARG: { parse: ratio, default: 1, why: 'share of the traces that is kept, from 0 to 1' },
  PUBLIC_URL: {
    parse: origin,
    default: undefined,
    why: 'address that fans and developers see; used in links. Default: http://HOST:PORT',
  },
  TRUST_PROXY: { parse: proxies, default: false as const, why: 'proxies whose X-Forwarded-For is believed' },
  ADDRESS_LIMIT: {
    parse: integer(1, 1_000_000),
    default: 300,
    why: 'requests a minute that one address may send without a valid key',
  },
  OUTBOUND_ALLOW: {
    parse: networks,
    default: undefined,
    why: 'networks that webhooks and sign-on may reach though they are not public, for tests and development',
  },
  SHOP_KEY: {
    parse: publishableKey,
    default: undefined,
    why: 'publishable key that /shop/ sells with; without it that of the demo organisation, or there is no shop',
  },
  SMTP_URL: {
    parse: url('smtp:', 'smtps:'),
    default: undefined,
    why: 'mail server, smtps://user:password@host; without it mails become files in DATA_DIR/outbox',
  },
  MAIL_FROM: { parse: mailAddress, default: 'grandstand@localhost', why: 'address that mails are sent from' },
  PDF_FONT: {
    parse: String,
    default: undefined,
    why: 'a .ttf or .woff font with TrueType outlines, for letters on printed tickets beyond Latin, Greek and Cyrillic',
  },
  MAILS_PER_MINUTE: {
    parse: integer(1, 1_000_000),
    default: 3_000,
    why: 'mails that are sent for one organisation in a minute, codes not counted',
  },
  STRIPE_SECRET_KEY: {
    parse: stripeSecret(/^(sk|rk)_(test|live)_\w{1,250}$/, 'a secret or restricted key of Stripe: sk_… or rk_…'),
    default: undefined,
    why: 'collects payments by Stripe, into each organisation’s own account; without it live organisations cannot be paid online',
  },
  STRIPE_WEBHOOK_SECRET: {
    parse: stripeSecret(/^whsec_\w{1,250}$/, 'a signing secret of Stripe: whsec_…'),
    default: undefined,
    why: 'proves that what arrives at /v1/payments/stripe/webhook is Stripe’s',
  },
  STRIPE_PUBLISHABLE_KEY: {
    parse: stripeSecret(/^pk_(test|live)_\w{1,250}$/, 'a publishable key of Stripe: pk_…'),
    default: undefined,
    why: 'what shops start Stripe’s script with; they learn it from GET /v1/storefront',
  },
  STRIPE_API_URL: { parse: url('http:', 'https:'), default: undefined, why: 'another Stripe than Stripe, for tests' },
  APNS_URL: {
    parse: url('https:'),
    default: 'https://api.push.apple.com',
    why: 'push service that tells phones of changed passes; another one for tests',
  },
  GOOGLE_WALLET_URL: {
    parse: url('http:', 'https:'),
    default: undefined,
    why: 'another Google than Google, for tests',
  },
  VAT_SERVICE_URL: {
    parse: urlOrOff,
    default: 'https://ec.europa.eu/taxation_customs/vies/rest-api',
    why: 'service of the EU that is asked about VAT numbers of invoices; off: it is never asked',
  },
  WEBHOOK_PLAIN_HTTP: {
    parse: oneOf('test', 'all'),
    default: 'test' as const,
    why: 'which organisations may have webhooks sent to http:// addresses: sandboxes, or all',
  },
  GRANDSTAND_PREVIOUS_SECRET: {
    parse: secret,
    default: undefined,
    why: 'the secret before GRANDSTAND_SECRET, until grandstand reseal has been run',
  },
  GRANDSTAND_CELL: {
    parse: integer(0, 255),
    default: undefined,
    why: 'which of several cells this database is; for ever, once it has given ids. Without it, what it was, or 0',
  },
  DRAIN_MS: {
    parse: integer(0, 60_000),
    default: 0,
    why: 'how long /readyz says 503 before the listener closes; set it above your load balancer’s probe interval',
  },
} satisfies Record<string, { parse: (text: string) => unknown; default: unknown; why: string }>

type Settings = typeof settings
export type Config = {
  readonly [Name in keyof Settings]: ReturnType<Settings[Name]['parse']> | Settings[Name]['default']
}

/** Reads the environment; a wrong value is one clear line that names the setting. An empty value counts as unset. */
export function readConfig(environment: Environment): Config {
  const read = Object.entries(settings).map(([name, setting]) => {
    const text = environment[name]
    if (text === undefined || text === '') return [name, setting.default]
    try {
      return [name, setting.parse(text)]
    } catch (error) {
      throw new SettingError(`${name} ${(error as Error).message}, not ${JSON.stringify(hidden(name, text))}`)
    }
  })
  const config = Object.fromEntries(read) as Config
  if (config.DATABASE_URL !== undefined && config.GRANDSTAND_SECRET === undefined) {
    throw new SettingError('GRANDSTAND_SECRET is required together with DATABASE_URL (32 characters or more)')
  }
  return config
}

const SECRET_SETTINGS = new Set([
  'GRANDSTAND_SECRET',
  'GRANDSTAND_PREVIOUS_SECRET',
  'DATABASE_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PUBLISHABLE_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  // What is put there by mistake is a secret key.
  'SHOP_KEY',
])

/** What may be shown of a wrong value: a secret and a database password never reach a terminal or a log. */
const hidden = (name: string, text: string) => (SECRET_SETTINGS.has(name) ? '(hidden)' : text)
