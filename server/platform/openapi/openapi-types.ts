/** As much of OpenAPI 3.1 as our own document uses. */
export type OpenApi = {
  paths?: Record<string, PathItem>
  webhooks?: Record<string, { post: OpenApiOperation }>
  components?: {
    schemas?: Record<string, Schema>
    parameters?: Record<string, Parameter>
    responses?: Record<string, Body>
    requestBodies?: Record<string, Body>
    [more: string]: unknown
  }
  security?: Security[]
  [more: string]: unknown
}

export type PathItem = { parameters?: Parameter[]; [method: string]: unknown }

export type OpenApiOperation = {
  operationId?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: Body
  responses?: Record<string, Body>
  security?: Security[]
  'x-scope'?: string
  'x-effects'?: string[]
  /** Publishable keys may call it too. */
  'x-publishable'?: boolean
  /** Signed-in staff confirm their identity first: always, or for some of what it does. */
  'x-proof'?: 'always' | 'sometimes'
  'x-idempotent'?: boolean
}

export type Parameter = { name: string; in: string; required?: boolean; schema?: Schema }
export type Body = {
  description?: string
  required?: boolean
  headers?: Record<string, unknown>
  content?: Record<string, { schema?: Schema }>
}
export type Security = Record<string, string[]>

export type Schema = {
  $ref?: string
  title?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  enum?: unknown[]
  'x-extensible-enum'?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  pattern?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  [keyword: string]: unknown
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/**
 * The operations of a path by their methods, with the parameters and responses that they share with others of the document; what
 * else a path item holds is left out.
 */
export function operationsOf(item: PathItem, document: OpenApi = {}): [method: string, operation: OpenApiOperation][] {
  const { parameters, responses, requestBodies } = document.components ?? {}
  return METHODS.filter((method) => item[method] !== undefined).map((method) => {
    const operation = item[method] as OpenApiOperation
    const answers = Object.entries(operation.responses ?? {}).map(([status, answer]) => [
      status,
      shared(answer, responses),
    ])
    return [
      method.toUpperCase(),
      {
        ...operation,
        parameters: parametersOf(item, operation).map((parameter) => shared(parameter, parameters)),
        ...(operation.requestBody ? { requestBody: shared(operation.requestBody, requestBodies) } : {}),
        ...(operation.responses ? { responses: Object.fromEntries(answers) } : {}),
      },
    ]
  })
}

function shared<T>(part: T & { $ref?: string }, components: Record<string, T> = {}): T {
  return part.$ref === undefined ? part : followed(part.$ref, components)
}

function followed<T>(reference: string, components: Record<string, T>): T {
  const component = components[reference.split('/').at(-1) ?? '']
  if (component === undefined) throw new Error(`${reference} leads nowhere`)
  return component
}

/** What the path declares for all its operations counts, unless the operation says otherwise. */
function parametersOf(item: PathItem, { parameters = [] }: OpenApiOperation): Parameter[] {
  const ofOperation = new Set(parameters.map(({ name, in: place }) => `${place} ${name}`))
  return [
    ...(item.parameters ?? []).filter(({ name, in: place }) => !ofOperation.has(`${place} ${name}`)),
    ...parameters,
  ]
}

/** Follows `#/components/schemas/X`; schemas have no other kind of reference. */
export function resolveRef(document: OpenApi, schema: Schema): Schema {
  let resolved = schema
  for (let hops = 0; resolved.$ref !== undefined; hops += 1) {
    const name = /^#\/components\/schemas\/([^/]+)$/.exec(resolved.$ref)?.[1]
    const next = name === undefined ? undefined : document.components?.schemas?.[name]
    if (!next || hops > 20) throw new Error(`${schema.$ref} leads nowhere`)
    resolved = next
  }
  return resolved
}
