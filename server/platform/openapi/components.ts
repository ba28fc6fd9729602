import {
  type Body,
  type OpenApi,
  type OpenApiOperation,
  operationsOf,
  type Parameter,
  type Schema,
} from './openapi-types.ts'
import { pascal } from './titles.ts'

/**
 * What is said in many places is said once, under a name: a reader meets it once, and a generated client has one type for it. Every
 * object with a title becomes a schema of that name.
 */
export function withComponents(document: OpenApi, errorSchema: Schema): OpenApi {
  const { components, ...rest } = document
  const schemas: Record<string, Schema> = {}
  const { paths = {}, ...others } = hoisted(rest, schemas) as OpenApi
  const ApiError = hoisted(errorSchema, schemas, true) as Schema
  const parameters = sharedParameters(paths)
  const responses: Record<string, Body> = {}
  const requestBodies: Record<string, Body> = {}
  const shared = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      operationsOf(item).map(([method, operation]) => [
        method.toLowerCase(),
        sharing(method, operation, { parameters, responses, requestBodies }),
      ]),
    ),
  ])
  return {
    ...others,
    paths: Object.fromEntries(shared),
    components: {
      ...components,
      parameters: sorted(Object.fromEntries([...parameters.values()].map(({ name, parameter }) => [name, parameter]))),
      headers,
      requestBodies: sorted(requestBodies),
      responses: sorted(responses),
      schemas: { ApiError, ...sorted(withParts(schemas)) },
    },
  }
}

function hoisted(node: unknown, schemas: Record<string, Schema>, isRoot = false): unknown {
  if (Array.isArray(node)) return node.map((item) => hoisted(item, schemas))
  if (typeof node !== 'object' || node === null) return node
  const copy: Schema = Object.fromEntries(Object.entries(node).map(([key, item]) => [key, hoisted(item, schemas)]))
  const types = [copy.type].flat()
  if (isRoot || copy.title === undefined || !types.includes('object') || !copy.properties) return copy
  const { title, ...unnamed } = copy
  const schema = { ...unnamed, type: 'object' }
  const same = schemas[title]
  if (same && JSON.stringify(same) !== JSON.stringify(schema)) throw new Error(`two schemas are called ${title}`)
  schemas[title] = schema
  const reference = { $ref: `#/components/schemas/${title}` }
  return types.includes('null') ? { anyOf: [reference, { type: 'null' }] } : reference
}

/** With fewer fields an object is quicker to read where it stands than to look up. */
const PART_FIELDS_MIN = 6

/** An object that has all fields of another, just as they are, says so instead of repeating them. */
function withParts(schemas: Record<string, Schema>): Record<string, Schema> {
  const objects = Object.entries(schemas)
    .filter(([, { additionalProperties, properties = {} }]) => {
      return additionalProperties === undefined && Object.keys(properties).length >= PART_FIELDS_MIN
    })
    .sort(([, a], [, b]) => Object.keys(b.properties ?? {}).length - Object.keys(a.properties ?? {}).length)
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const [partName, part] = objects.find(([other, part]) => other !== name && holds(schema, part)) ?? []
      return [name, part ? { allOf: [{ $ref: `#/components/schemas/${partName}` }, without(schema, part)] } : schema]
    }),
  )
}

const isRequired = ({ required = [] }: Schema, name: string) => required.includes(name)

function holds(whole: Schema, part: Schema): boolean {
  const names = Object.keys(part.properties ?? {})
  return (
    whole.additionalProperties === undefined &&
    names.length < Object.keys(whole.properties ?? {}).length &&
    names.every(
      (name) =>
        JSON.stringify(whole.properties?.[name]) === JSON.stringify(part.properties?.[name]) &&
        isRequired(whole, name) === isRequired(part, name),
    )
  )
}

function without(whole: Schema, part: Schema): Schema {
  const isOwn = (name: string) => part.properties?.[name] === undefined
  const { required = [], properties = {}, ...rest } = whole
  const ownProperties = Object.entries(properties).filter(([name]) => isOwn(name))
  return { ...rest, required: required.filter(isOwn), properties: Object.fromEntries(ownProperties) }
}

type SharedParameter = { name: string; parameter: Parameter }

/** Those that several operations take, by what they say. Of two that share a name, the one that is taken more often has it. */
function sharedParameters(paths: NonNullable<OpenApi['paths']>): Map<string, SharedParameter> {
  const all = Object.values(paths).flatMap((item) =>
    operationsOf(item).flatMap(([, { parameters = [] }]) => parameters),
  )
  const groups = [...Map.groupBy(all, (parameter) => JSON.stringify(parameter))]
  const names = new Set<string>()
  const often = groups.filter(([, { length }]) => length > 1).sort(([, a], [, b]) => b.length - a.length)
  return new Map(
    often.flatMap(([text, [parameter]]) => {
      const name = parameter ? pascal(parameter.name) : ''
      if (!parameter || names.has(name)) return []
      names.add(name)
      return [[text, { name, parameter }]]
    }),
  )
}

type Shared = {
  parameters: Map<string, SharedParameter>
  responses: Record<string, Body>
  requestBodies: Record<string, Body>
}

function sharing(method: string, operation: OpenApiOperation, shared: Shared): object {
  const { parameters = [], requestBody, responses: _responses, ...rest } = operation
  const body = requestBody && bodyOf(requestBody, shared.requestBodies)
  return {
    ...rest,
    ...(parameters.length > 0 ? { parameters: parameters.map((one) => parameterOf(one, shared.parameters)) } : {}),
    ...(body ? { requestBody: body } : {}),
    ...responsesOf(method, operation, shared.responses),
  }
}

function parameterOf(parameter: Parameter, shared: Map<string, SharedParameter>): object {
  const name = shared.get(JSON.stringify(parameter))?.name
  return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` }
}

/** A body is called like its schema, which a form and JSON share. */
function bodyOf(body: Body, shared: Record<string, Body>): object {
  const name = body.content?.['application/json']?.schema?.$ref?.split('/').at(-1)
  if (name === undefined) return body
  shared[name] = body
  return { $ref: `#/components/requestBodies/${name}` }
}

const text = (description: string) => ({ description, schema: { type: 'string' } })
const count = (description: string) => ({ description, schema: { type: 'integer' } })
const headers = {
  'Request-Id': text('Names this request in the log; send it along when you ask for help'),
  'X-RateLimit-Limit': count('How many requests the window allows that has the fewest left'),
  'X-RateLimit-Remaining': count('How many of them are left'),
  'Retry-After': count('Seconds after which to try again'),
  'Idempotent-Replayed': text(
    '`true` when this is the stored answer to an earlier request with the same Idempotency-Key',
  ),
}

const headersOf = (...names: (keyof typeof headers)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Statuses at which an answer may say when to come back. */
const WAITING = ['409', 'default']

/** A refusal is the same wherever it is given, and so is an answer of the same kind. */
function responsesOf(method: string, operation: OpenApiOperation, shared: Record<string, Body>) {
  const isOpen = operation['x-scope'] === undefined
  const limits = isOpen
    ? headersOf('Request-Id')
    : headersOf('Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining')
  const replayed = method === 'GET' ? {} : headersOf('Idempotent-Replayed')
  const responses = Object.entries(operation.responses ?? {}).map(([status, response]) => {
    if (status.startsWith('2')) {
      const answer = { ...response, headers: { ...limits, ...replayed, ...response.headers } }
      return [status, sharedAnswer(method, status, answer, shared)]
    }
    const retry = WAITING.includes(status) ? headersOf('Retry-After') : {}
    const name = status === 'default' ? 'Refused' : `Refused${status}`
    shared[name] = { ...response, headers: { ...headersOf('Request-Id'), ...retry } }
    return [status, { $ref: `#/components/responses/${name}` }]
  })
  return { responses: Object.fromEntries(responses) }
}

/** An answer that is one object, in the usual words: called like the object, and like what became of it. */
function sharedAnswer(method: string, status: string, answer: Body, shared: Record<string, Body>): object {
  const object = answer.content?.['application/json']?.schema?.$ref?.split('/').at(-1)
  if (object === undefined) return answer
  const name = `${status === '201' ? 'Created' : method === 'GET' ? '' : 'Changed'}${object}`
  shared[name] ??= answer
  return JSON.stringify(shared[name]) === JSON.stringify(answer) ? { $ref: `#/components/responses/${name}` } : answer
}

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
