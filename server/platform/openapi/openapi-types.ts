/** As much of OpenAPI 3.1 as our own document uses. */
export type OpenApi = {
  paths?: Record<string, PathItem>
  components?: { schemas?: Record<string, Schema>; [more: string]: unknown }
  security?: Security[]
  [more: string]: unknown
}

export type PathItem = { parameters?: Parameter[]; [method: string]: unknown }

export type OpenApiOperation = {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: Body
  responses?: Record<string, Body>
  security?: Security[]
  'x-scope'?: string
}

export type Parameter = { name: string; in: string; required?: boolean; schema?: Schema }
export type Body = { required?: boolean; content?: Record<string, { schema?: Schema }> }
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

/** The operations of a path by their methods; what else a path item holds is left out. */
export function operationsOf(item: PathItem): [method: string, operation: OpenApiOperation][] {
  return METHODS.filter((method) => item[method] !== undefined).map((method) => {
    const operation = item[method] as OpenApiOperation
    return [method.toUpperCase(), { ...operation, parameters: parametersOf(item, operation) }]
  })
}

/** What the path declares for all its operations counts, unless the operation says otherwise. */
function parametersOf(item: PathItem, { parameters = [] }: OpenApiOperation): Parameter[] {
  const ofOperation = new Set(parameters.map(({ name, in: place }) => `${place} ${name}`))
  return [
    ...(item.parameters ?? []).filter(({ name, in: place }) => !ofOperation.has(`${place} ${name}`)),
    ...parameters,
  ]
}

/** Follows `#/components/schemas/X`; our documents have no other kind of reference. */
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
