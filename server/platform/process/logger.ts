import { type DestinationStream, destination, type Logger, pino } from 'pino'

/** Fields that hold a secret or a person, wherever a log line might carry them. */
export const REDACTED = [
  'authorization',
  'cookie',
  'x-sso-token',
  'x-order-secret',
  'x-debt-secret',
  'x-card-secret',
  'order_secret',
  'card_secret',
  'x-event-preview',
  'preview_token',
  'idempotency-key',
  'secret',
  'password',
  'client_secret',
  'key',
  'email',
  'email_address',
  'mobile_number',
  'first_name',
  'last_name',
  'postcode',
  'date_of_birth',
  'address',
]

const paths = REDACTED.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

export type Loggers = {
  /** For everything: looks into each line for what must not be there. */
  logger: Logger
  /** Takes the line per answer as it is; undefined where the level leaves it out. */
  writeAnswer: ((line: string) => void) | undefined
}

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

export function createLoggers(level: LogLevel, stream: DestinationStream = buffered()): Loggers {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  return {
    logger: pino({ ...options, redact: { paths, censor: '[redacted]' }, serializers: { err: errorOf } }, stream),
    writeAnswer: ['info', 'debug', 'trace'].includes(level) ? (line) => stream.write(line) : undefined,
  }
}

/** Lines leave in blocks, at the latest after a second. */
const buffered = () => destination({ dest: 1, sync: false, minLength: 12 * 1024, periodicFlush: 1000 })

/** The values of a failed statement may be personal data, so only its text and code are kept. */
function errorOf(error: unknown) {
  if (!(error instanceof Error)) return { message: scrub(String(error)) }
  const { code, query, constraint_name: constraint } = error as Error & Record<string, unknown>
  const message = scrub(hasQuotedValue(code) ? error.message.replaceAll(/"[^"]*"/g, '"…"') : error.message)
  const stack = scrub((error.stack ?? '').replace(error.message, () => message))
  return { type: error.name, message, code, constraint, query, stack }
}

/** PostgreSQL's data exceptions quote what they could not read: `invalid input syntax for type bigint: "Ann Lee"`. */
const hasQuotedValue = (code: unknown) => typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code)

/**
 * What must not be written even inside a sentence: keys and secrets, tokens, e-mail addresses. Tokens and addresses are looked for where a
 * word begins and nowhere within it: an address of 8 KiB, which anyone may call, would take half a second otherwise.
 */
const SECRET =
  /\b(?:gs_[sgp]k_(?:live|test)_|whsec_)[0-9A-Za-z+/=]+|\b(?:ors|evp)_[\w-]+|(?<![\w-])(?=[\w-]+\.[\w-]+\.)[\w-]*?eyJ[\w-]+\.[\w-]+\.[\w-]*|(?<![^\s"'<>()=,;:@])[^\s"'<>()=,;:@]+@[^\s"'<>()=,;:]+/g
export const scrub = (text: string) => text.replaceAll(SECRET, '[redacted]')
