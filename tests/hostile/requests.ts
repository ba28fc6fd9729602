import fc from 'fast-check'
import type { Example } from '../examples/example.ts'
import type { OperationSpec } from '../harness/operations.ts'
import { hostileBody, type Payload } from './bodies.ts'
import { hostileEscaped, hostileText } from './texts.ts'

/** An operation with a request that succeeds, which is where the trouble starts. */
export type Target = { operation: OperationSpec; example: Example; key: string }

export type HostileRequest = {
  /** By its id only, so that a failure prints a request and not a whole description. */
  operationId: string
  method: string
  url: string
  headers: Record<string, string>
  payload: Buffer | undefined
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']

const HEADERS: Record<string, string[]> = {
  authorization: [
    '',
    'Bearer',
    'Bearer ',
    'bearer x y',
    `Bearer ${'x'.repeat(5000)}`,
    'Basic Og==',
    'Bearer gs_sk_live_é',
  ],
  'idempotency-key': ['', ' ', '"', '""', 'x'.repeat(256), 'é', '\x7f', 'a\tb', 'k'],
  'content-encoding': ['gzip', 'br', 'identity', 'nonsense'],
  'content-length': ['0', '-1', '1e3', '99999999999', 'x'],
  'transfer-encoding': ['chunked', 'gzip', 'x'],
  accept: ['text/html', '*/*;q=x', ''],
  host: ['', 'evil.example', 'a b', '[::1'],
  'x-forwarded-for': ['203.0.113.9', "' or 1=1", ','.repeat(3000)],
  'x-http-method-override': ['DELETE'],
  'x-sso-token': ['a.b.c', 'eyJhbGciOiJub25lIn0.e30.'],
  'x-event-preview': ['evp_', 'evp_AQ', 'x'.repeat(300)],
  'x-order-secret': ['ors_', 'ors_AQ', 'x'.repeat(300)],
  'x-debt-secret': ['dbs_', 'dbs_AQ', 'x'.repeat(300)],
  cookie: ['a='.repeat(5000)],
  expect: ['100-continue', 'nonsense'],
  range: ['bytes=0-1'],
  upgrade: ['websocket', 'h2c'],
}

/** Requests that begin as the example and are bent in one place or a few. */
export function hostileRequest(targets: Target[]): fc.Arbitrary<HostileRequest> {
  return fc.constantFrom(...targets).chain((target) => {
    const { operation, example } = target
    const body = fc.oneof(
      { weight: operation.body ? 6 : 1, arbitrary: hostileBody(example.body ?? {}, operation.body) },
      { weight: 3, arbitrary: fc.constant(intact(example)) },
    )
    return fc
      .tuple(
        fc.oneof(
          { weight: 9, arbitrary: fc.constant(operation.method) },
          { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
        ),
        path(operation, example),
        query(operation, example),
        headers(),
        body,
      )
      .map(([method, address, search, bent, { type, bytes }]) => ({
        operationId: operation.id,
        method,
        url: search === '' ? address : `${address}?${search}`,
        headers: {
          authorization: `Bearer ${target.key}`,
          ...example.headers,
          ...(type === undefined ? {} : { 'content-type': type }),
          ...bent,
        },
        payload: bytes.length > 0 ? bytes : undefined,
      }))
  })
}

const intact = ({ body }: Example): Payload =>
  body
    ? { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) }
    : { type: undefined, bytes: Buffer.alloc(0) }

function path({ path: template }: OperationSpec, { params = {} }: Example): fc.Arbitrary<string> {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const values = names.map((name) => fc.oneof(fc.constant(encodeURIComponent(String(params[name]))), hostileEscaped))
  return fc.tuple(...values).map((chosen) => {
    const byName = new Map(names.map((name, index) => [name, chosen[index] ?? '']))
    return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => byName.get(name) ?? '')
  })
}

/** Parameters that exist, more than once each, beside some that do not. */
function query({ parameters }: OperationSpec, example: Example): fc.Arbitrary<string> {
  const known = parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name)
  const needed = Object.entries(example.query ?? {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  )
  const name = fc.constantFrom(
    ...known,
    ...known,
    ...known,
    'surprise',
    '__proto__',
    'limit[]',
    'limit[a]',
    'constructor',
  )
  const pair = fc.tuple(name, hostileEscaped).map(([left, right]) => `${left}=${right}`)
  const odd = fc.oneof(hostileEscaped, fc.constantFrom('&', '&&=', '=', '?', 'a', `a=${'x'.repeat(9000)}`))
  const part = fc.oneof({ weight: 5, arbitrary: pair }, { weight: 1, arbitrary: odd })
  return fc.array(part, { maxLength: 3 }).map((parts) => [...needed, ...parts].join('&'))
}

function headers(): fc.Arbitrary<Record<string, string>> {
  const one = fc
    .constantFrom(...Object.keys(HEADERS))
    .chain((name) => fc.tuple(fc.constant(name), fc.oneof(fc.constantFrom(...(HEADERS[name] ?? [])), headerText)))
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: one.map(([name, value]) => ({ [name]: value })) },
  )
}

/** What a header can carry at all: Latin-1 without line ends. */
const headerText = hostileText.map((text) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 6000))
