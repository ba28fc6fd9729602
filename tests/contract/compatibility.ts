import {
  type Body,
  type OpenApi,
  type OpenApiOperation,
  operationsOf,
  type Parameter,
  type Security,
} from '../../server/platform/openapi/openapi-types.ts'
import { type SchemaUse, schemaChanges } from './schema-compatibility.ts'

/**
 * What the current description takes away from callers of the released one; additions are none of it. Written by hand,
 * see docs/adr/0008-openapi-compatibility.md.
 */
export function breakingChanges(released: OpenApi, current: OpenApi): string[] {
  return Object.entries(released.paths ?? {}).flatMap(([path, item]) => {
    const now = new Map(operationsOf(current.paths?.[path] ?? {}, current))
    return operationsOf(item, released).flatMap(([method, before]) => {
      const after = now.get(method)
      const at = `${method} ${path}`
      if (!after) return [`${at}: is gone`]
      return operationChanges({ released, current, before, after }).map((change) => `${at} ${change}`)
    })
  })
}

type Pair = { released: OpenApi; current: OpenApi; before: OpenApiOperation; after: OpenApiOperation }

function operationChanges(pair: Pair): string[] {
  const { before, after } = pair
  const renamed = before.operationId !== after.operationId
  return [
    ...(renamed ? [`operationId: was ${before.operationId}, is ${after.operationId}`] : []),
    ...securityChanges(pair),
    ...parameterChanges(pair),
    ...requestBodyChanges(pair),
    ...responseChanges(pair),
  ]
}

/** Each way in that was enough must still be enough, and a key's scope must still open the same door. */
function securityChanges({ released, current, before, after }: Pair): string[] {
  const open: Security[] = [{}]
  const waysIn = (document: OpenApi, { security = document.security ?? [] }: OpenApiOperation) =>
    security.length > 0 ? security : open
  const now = waysIn(current, after)
  const lost = waysIn(released, before).filter((old) => !now.some((way) => suffices(old, way)))
  const [scopeBefore, scopeAfter] = [before['x-scope'], after['x-scope']]
  return [
    ...lost.map((way) => `security: ${[...Object.keys(way), 'nothing else'].join(' and ')} is no longer enough`),
    ...(scopeAfter !== undefined && !opens(scopeBefore, scopeAfter) && lost.length === 0
      ? [`security: needs the scope ${scopeAfter} instead of ${scopeBefore ?? 'none'}`]
      : []),
  ]
}

/** `manage` is every scope that ends in it. */
const opens = (scope: string | undefined, door: string) =>
  scope === door || (scope === 'manage' && door.endsWith(':manage'))

const suffices = (credentials: Security, demand: Security) =>
  Object.entries(demand).every(
    ([scheme, scopes]) =>
      credentials[scheme] !== undefined && scopes.every((scope) => credentials[scheme]?.includes(scope)),
  )

function parameterChanges({ released, current, before, after }: Pair): string[] {
  const now = new Map((after.parameters ?? []).map((parameter) => [nameOf(parameter), parameter]))
  const old = new Set((before.parameters ?? []).map(nameOf))
  const changes = (before.parameters ?? []).flatMap((parameter) => {
    const at = nameOf(parameter)
    const parameterNow = now.get(at)
    if (!parameterNow) return [`${at}: is gone`]
    const how = { released, current, use: 'input' as const }
    return [
      ...(parameterNow.required && !parameter.required ? [`${at}: is now required`] : []),
      ...schemaChanges(how, parameter.schema ?? {}, parameterNow.schema ?? {}, at),
    ]
  })
  const added = [...now.values()].filter((parameter) => parameter.required && !old.has(nameOf(parameter)))
  return [...changes, ...added.map((parameter) => `${nameOf(parameter)}: is new and required`)]
}

/** Header names have no case. */
const nameOf = ({ in: place, name }: Parameter) => `${place} ${place === 'header' ? name.toLowerCase() : name}`

function requestBodyChanges(pair: Pair): string[] {
  const { requestBody: before } = pair.before
  const { requestBody: after } = pair.after
  if (!before) return after?.required ? ['body: is new and required'] : []
  if (!after) return ['body: is gone']
  return [
    ...(after.required && !before.required ? ['body: is now required'] : []),
    ...contentChanges(pair, before, after, 'body', 'input'),
  ]
}

/** An answer that says no may stop being given; one that says yes may not. */
function responseChanges(pair: Pair): string[] {
  return Object.entries(pair.before.responses ?? {}).flatMap(([status, before]) => {
    const after = pair.after.responses?.[status]
    if (after) return contentChanges(pair, before, after, status, 'answer')
    return status.startsWith('2') ? [`${status}: is gone`] : []
  })
}

/** A form and JSON have one schema, so what breaks both is said once. */
function contentChanges({ released, current }: Pair, before: Body, after: Body, at: string, use: SchemaUse) {
  const changes = Object.entries(before.content ?? {}).flatMap(([type, { schema = {} }]) => {
    const contentNow = after.content?.[type]
    if (!contentNow) return [`${at}: ${type} is gone`]
    return schemaChanges({ released, current, use }, schema, contentNow.schema ?? {}, `${at} $`)
  })
  return [...new Set(changes)]
}
