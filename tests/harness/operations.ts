import { stringify } from 'qs'
import {
  type OpenApi,
  type OpenApiOperation,
  operationsOf,
  type Schema,
} from '../../server/platform/openapi/openapi-types.ts'
import type { Answer, Call, House } from './house.ts'
import { resolved } from './schema-check.ts'

/** One row of the operation table: everything that the description of the API promises about an operation. */
export type OperationSpec = {
  id: string
  method: string
  /** As the description writes it: `/v1/customers/{customer_id}`. */
  path: string
  /** Absent: open to everybody. */
  scope?: string
  /** Publishable keys may call it. */
  publishable: boolean
  /** It asks signed-in staff for a fresh proof. */
  proof?: 'always' | 'sometimes'
  /** The effects that the proof is for. */
  effects?: string[]
  /** Its answer is kept for an Idempotency-Key. */
  idempotent: boolean
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  body?: Schema
  responses: Record<string, Schema | undefined>
  /** Of the answer when all goes well. */
  success: { status: number; schema: Schema | undefined; types: string[] }
}

export const openapiOf = (house: House): OpenApi => house.app.swagger() as unknown as OpenApi

/** The operation table: read from what the built app says about itself, so no operation can be forgotten. */
export function readOperations(document: OpenApi): OperationSpec[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    operationsOf(item, document).map(([method, operation]) => readOperation(document, method, path, operation)),
  )
}

function readOperation(document: OpenApi, method: string, path: string, operation: OpenApiOperation): OperationSpec {
  const { operationId = `${method} ${path}`, parameters = [], requestBody, responses = {} } = operation
  const scope = operation['x-scope']
  const body = requestBody?.content?.['application/json']?.schema
  const schemas = Object.fromEntries(
    Object.entries(responses).map(([status, { content }]) => {
      const schema = content?.['application/json']?.schema
      return [status, schema ? resolved(document, schema) : undefined]
    }),
  )
  const success = Object.keys(schemas).find((status) => status.startsWith('2'))
  if (success === undefined) throw new Error(`${operationId} documents no success`)
  return {
    id: operationId,
    method,
    path,
    publishable: operation['x-publishable'] ?? false,
    ...(operation['x-proof'] === undefined ? {} : { proof: operation['x-proof'] }),
    ...(operation['x-effects'] === undefined ? {} : { effects: operation['x-effects'] }),
    idempotent: method !== 'GET' && operation['x-idempotent'] !== false,
    ...(scope === undefined ? {} : { scope }),
    parameters: parameters.map(({ name, in: place, required = false, schema = {} }) => {
      return { name, in: place, required, schema: resolved(document, schema) }
    }),
    ...(body ? { body: resolved(document, body) } : {}),
    responses: schemas,
    success: {
      status: Number(success),
      schema: schemas[success],
      types: Object.keys(responses[success]?.content ?? {}),
    },
  }
}

export const isWrite = ({ method }: OperationSpec): boolean => method !== 'GET'

/**
 * Called without a key, and limited by address: what they need is in the body, or in a secret of the caller's own. The list may only
 * shrink.
 */
export const isOpen = ({ path }: OperationSpec): boolean =>
  ['/v1/gate/enrol', '/v1/gate/scans/sealed'].includes(path) ||
  path.startsWith('/v1/ticket_page') ||
  path.startsWith('/v1/card_page') ||
  isAboutOneself({ path })

/** Of the person who signs in, by a cookie and in no organisation. */
export const isAboutOneself = ({ path }: Pick<OperationSpec, 'path'>): boolean => path.startsWith('/v1/staff/')

/** Load balancers ask these; they are neither authenticated nor limited. The list may only shrink. */
export const isHealth = ({ path }: OperationSpec): boolean => path === '/healthz' || path === '/readyz'

type Query = Record<string, string | number | boolean>

/** What of an example goes over the line. */
type Request = { params?: Query; query?: Query; body?: Record<string, unknown>; headers?: Record<string, string> }

/** The address of an example, with whatever query goes along. */
export function addressOf({ path }: OperationSpec, { params = {}, query = {} }: Request): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const text = stringify(query)
  return text === '' ? filled : `${filled}?${text}`
}

export type Sent = Call & { query?: Query; as?: 'json' | 'form' }

/** Sends an example as the request that it stands for. What `sent` says goes before what the example says. */
export function send(house: House, operation: OperationSpec, example: Request, sent: Sent = {}): Promise<Answer> {
  const { query, as = 'json', headers, ...call } = sent
  const body = example.body as object | undefined
  const payload = body === undefined ? {} : as === 'form' ? { form: body } : { body }
  const address = addressOf(operation, { ...example, query: { ...example.query, ...query } })
  return house.call(operation.method, address, { ...payload, ...call, headers: { ...example.headers, ...headers } })
}
