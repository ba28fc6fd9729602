import type {
  FastifyInstance,
  FastifyRequest,
  FastifySchema,
  onRequestHookHandler,
  preHandlerHookHandler,
  preSerializationHookHandler,
  RouteOptions,
} from 'fastify'
import {
  asSeenBy,
  FIELD_SCOPE,
  type FieldScope,
  type GuardedFields,
  type GuardedInput,
  guardedFieldsOf,
  guardedInputsOf,
  isSent,
  type May,
} from '../../platform/http/guarded-fields.ts'
import { AccessError } from '../errors.ts'
import type { Principal } from '../principal.ts'
import { isOpen, type RouteScope, type Scope } from '../scopes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Of an answer in which no schema can mask a field: a file, or an object without named fields. The scope that shows it whole, and
     * without which it is refused; `by_field`: the operation masks by `request.may`; `nothing`: there is nothing to mask in it.
     */
    shows?: FieldScope | 'by_field' | 'nothing'
  }
  interface FastifyRequest {
    /** Whether the caller sees fields of a scope. Also true of fans who ask for what is their own. */
    readonly may: May
  }
}

/** What a person is called by who may do more with the same: who changes customers sees them. */
const ALSO: Partial<Record<FieldScope, readonly Scope[]>> = {
  'customers:read': ['customers:manage'],
  'members:read': ['members:manage'],
}

const isOpenedBy =
  (scope: RouteScope | undefined): May =>
  (field) =>
    scope === field || (ALSO[field] ?? []).some((other) => other === scope)

const EVERYTHING: May = () => true
const NOTHING: May = () => false

/** What a caller with these scopes sees. */
export const mayWith =
  (scopes: ReadonlySet<string>): May =>
  (scope) =>
    scopes.has(scope) || (ALSO[scope]?.some((other) => scopes.has(other)) ?? false)

/** A person may be given to read what they may not change. */
const scopesRead = (principal: Principal): ReadonlySet<string> =>
  principal.kind === 'staff' ? principal.readScopes : principal.scopes

/**
 * Whether a route answers with what is the caller's own: named by a secret of a fan's (a basket's id, an order's secret, a sign-on token),
 * or read by the gate that asks.
 */
const isOwn = ({ scope, publishable, bearer }: Pick<RouteConfig, 'scope' | 'publishable' | 'bearer'>): boolean =>
  publishable === 'bearer' || scope === 'gate:scan' || bearer !== undefined

type RouteConfig = NonNullable<RouteOptions['config']>

/** Answers are masked by what their schemas say and the caller may read, so that no operation has to think of it. */
export function guardFields(app: FastifyInstance): void {
  app.decorateRequest('may', {
    getter(this: FastifyRequest) {
      const { principal, routeOptions } = this
      if (isOwn(routeOptions.config)) return EVERYTHING
      return principal ? mayWith(scopesRead(principal)) : NOTHING
    },
  })
  app.addHook('onRoute', (route) => {
    const config = route.config ?? {}
    const answers = answersOf(route.schema)
    if (config.scope !== 'session') refuseUndeclared(route, answers)
    if (isOwn(config)) return
    const sought = guardedInputsIn(route.schema, config.scope)
    if (sought.length > 0) route.preHandler = [...[route.preHandler ?? []].flat(), refuseToFindBy(sought)]
    const { shows } = config
    if (isFieldScope(shows)) route.onRequest = [...[route.onRequest ?? []].flat(), refuseWithout(shows)]
    const byStatus = new Map<string, GuardedFields>()
    for (const [status, schema] of answers) {
      const { fields } = lookAt(schema)
      // All who may call it see all of it: nothing has to be checked with each answer.
      if (fields && !fields.scopes.every(isOpenedBy(config.scope))) byStatus.set(status, fields)
    }
    if (byStatus.size > 0) route.preSerialization = [...[route.preSerialization ?? []].flat(), maskAnswer(byStatus)]
  })
}

const maskAnswer =
  (byStatus: Map<string, GuardedFields>): preSerializationHookHandler =>
  (request, reply, payload, done) => {
    const fields = byStatus.get(String(reply.statusCode))
    done(null, fields ? asSeenBy(request.may, fields)(payload) : payload)
  }

type Part = 'querystring' | 'body'
type SoughtField = GuardedInput & { part: Part }

const guardedInputsIn = (schema: FastifySchema | undefined, scope: RouteScope | undefined): SoughtField[] =>
  (['querystring', 'body'] as const).flatMap((part) =>
    guardedInputsOf(schema?.[part])
      .filter((input) => !isOpenedBy(scope)(input.scope))
      .map((input) => ({ ...input, part })),
  )

/** Nothing found would say as much as something found. */
const refuseToFindBy =
  (sought: SoughtField[]): preHandlerHookHandler =>
  (request, _reply, done) => {
    const refused = sought.find(
      ({ part, names, scope }) => !request.may(scope) && isSent(request[part === 'body' ? 'body' : 'query'], names),
    )
    if (!refused) return done()
    const message = `${refused.names.join('.')} needs the scope ${refused.scope} besides.`
    done(new AccessError('scope_missing', { message }))
  }

const isFieldScope = (shows: RouteConfig['shows']): shows is FieldScope =>
  shows !== undefined && shows !== 'by_field' && shows !== 'nothing'

/** For a file that is a code, or holds one: it is no use masked. */
const refuseWithout =
  (scope: FieldScope): onRequestHookHandler =>
  (request, _reply, done) => {
    if (request.may(scope)) return done()
    done(new AccessError('scope_missing', { message: `This needs the scope ${scope} besides.` }))
  }

type Answers = [status: string, schema: object][]

const answersOf = (schema: FastifySchema | undefined): Answers =>
  Object.entries((schema?.response ?? {}) as Record<string, object>).filter(([status]) => status.startsWith('2'))

type Look = { fields: GuardedFields | undefined; bare: string | undefined; isUnnamed: boolean }

/** Many operations answer with the same object, and each is asked for by HEAD too. */
const looks = new WeakMap<object, Look>()

function lookAt(schema: object): Look {
  const known = looks.get(schema)
  if (known) return known
  const look = { fields: guardedFieldsOf(schema), bare: bareFieldOf(schema), isUnnamed: hasUnnamed(schema) }
  looks.set(schema, look)
  return look
}

/** Names of fields that open something, whichever object they are in. */
const GUARDED_NAMES = new Set(['barcode', 'order_secret'])

function refuseUndeclared(route: RouteOptions, answers: Answers): void {
  const { config = {}, method, url } = route
  const isAsked = config.scope !== undefined && !isOpen(config.scope) && config.shows === undefined && !isOwn(config)
  if (isAsked && answers.length === 0) throw new Error(`${method} ${url} does not say what it answers`)
  for (const [, schema] of answers) {
    const { bare, isUnnamed } = lookAt(schema)
    if (bare !== undefined) throw new Error(`${method} ${url} shows ${bare} as plain text: see guarded-fields.ts`)
    if (isAsked && isUnnamed) {
      throw new Error(`${method} ${url} answers with what no schema can mask, and does not say what it shows`)
    }
  }
}

type Node = { [name: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const nodesIn = (node: Node): Node[] => Object.values(node).filter(isNode)

/** The first field by a name of those that no answer shows to everybody, without its scope. */
function bareFieldOf(schema: unknown): string | undefined {
  if (!isNode(schema)) return undefined
  const properties = isNode(schema.properties) ? schema.properties : {}
  const bare = Object.entries(properties).find(
    ([name, field]) => GUARDED_NAMES.has(name) && isNode(field) && field[FIELD_SCOPE] === undefined,
  )
  return bare?.[0] ?? nodesIn(schema).reduce<string | undefined>((field, node) => field ?? bareFieldOf(node), undefined)
}

/** A file, or an object whose fields are not named. */
function hasUnnamed(answer: unknown): boolean {
  if (isNode(answer) && isNode(answer.content))
    return Object.keys(answer.content).some((type) => type !== 'application/json')
  return hasOpenObject(answer)
}

const hasOpenObject = (schema: unknown): boolean =>
  isNode(schema) && (schema.additionalProperties === true || nodesIn(schema).some(hasOpenObject))
