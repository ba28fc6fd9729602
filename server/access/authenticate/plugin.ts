import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/http/errors.ts'
import { AccessError } from '../errors.ts'
import type { KeyPrincipal, OrgId, Principal, StaffPerson } from '../principal.ts'
import { isOpen, type KeyKind, type RouteScope, scopesOfKind } from '../scopes.ts'
import { admitSession, type Guard, requireOwnPage, sessionOf } from './admit-staff.ts'
import { applyVerdict, limitsOf, refuseElsewhere } from './answers.ts'
import { organisationOfCaller, type Publishable, type View, viewOf } from './audience.ts'
import { isForeignPage, keepFromPages } from './cors.ts'
import { keyspaceOf } from './keyspace.ts'
import { createNewcomers } from './newcomers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route says who may call it; one that does not cannot be registered. */
    scope?: RouteScope
    /** Publishable keys may call it too, from a browser on any site; and why it can show them what it does. */
    publishable?: Publishable
    /** Of a public route: it gives or takes away a session, so that no page of another site may call it. */
    ownPagesOnly?: boolean
    /** Of what a person does about themselves: they may on the scanner's page too, whose session opens nothing else. */
    onScanner?: boolean
    /** And so may staff whom their club's provider has let in: they have no password and no account of their own to look after. */
    onSignOn?: boolean
    /** Signed-in staff must have confirmed their identity lately; `sometimes`: for some of what the operation does, which it checks itself. */
    needsProof?: boolean | 'sometimes'
    /**
     * Of a `public` route: what the caller has proven to have, by which it is counted instead of by its address, which a whole
     * ground may share; undefined where it has proven nothing.
     */
    bearer?: (request: FastifyRequest) => string | undefined
  }
  interface FastifyInstance {
    /** Routes that a caller without a key and without a session may call. SECURITY.md lists them, and a test compares. */
    readonly openRoutes: { method: string; url: string }[]
  }
  interface FastifyRequest {
    /** Set once the key is known; routes with scope `public`, `session` or `health` never have one. */
    principal: Principal
    /** The signed-in member of staff, on routes with scope `session`. */
    person: StaffPerson
    readonly orgId: OrgId
    /** The organisation as this caller may see it; where a route shows what is public, the only way to it. */
    readonly view: View
  }
}

/** Of operations that a stranger can call, with the key of a web page or without any: a thousand seats, and less to read than to refuse. */
export const PUBLIC_BODY_BYTES_MAX = 16 * 1024

/** Notes the routes that are registered from now on and need neither a key nor a session. */
export function listOpenRoutes(app: FastifyInstance): void {
  const openRoutes: { method: string; url: string }[] = []
  app.decorate('openRoutes', openRoutes)
  app.addHook('onRoute', ({ method, url, config }) => {
    const { scope } = config ?? {}
    if (scope === 'public' || scope === 'health' || scope === 'asset') openRoutes.push({ method: String(method), url })
  })
}

/** Who is calling, may they, and not too often: in front of every route. */
export function guardRoutes(app: FastifyInstance, deps: Omit<Guard, 'newcomers'>): void {
  const { gate, staff, other } = deps.rateLimits.lookups
  const newcomers = { gate: createNewcomers(gate), staff: createNewcomers(staff), other: createNewcomers(other) }
  const guard: Guard = { ...deps, newcomers }
  app.decorateRequest<Principal, 'principal'>('principal', null as unknown as Principal)
  app.decorateRequest<StaffPerson, 'person'>('person', null as unknown as StaffPerson)
  app.decorateRequest('orgId', {
    getter(this: FastifyRequest) {
      return organisationOfCaller(this.principal, this.routeOptions.config.publishable)
    },
  })
  app.decorateRequest('view', {
    getter(this: FastifyRequest) {
      return viewOf(this.principal, this.ip)
    },
  })
  app.decorateRequest('keyspace', {
    getter(this: FastifyRequest) {
      const { 'x-order-secret': orderSecret, 'x-debt-secret': secret = orderSecret } = this.headers
      return keyspaceOf(this.principal, this.ip, secret === undefined ? undefined : String(secret))
    },
  })
  app.addHook('onRoute', (route) => {
    const { scope, publishable } = route.config ?? {}
    if (scope === undefined) throw new Error(`${route.method} ${route.url} declares no scope`)
    if (publishable || scope === 'public' || scope === 'session') route.bodyLimit ??= PUBLIC_BODY_BYTES_MAX
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { scope, publishable } = request.routeOptions.config
    if (scope === 'health' || scope === 'asset') return done()
    try {
      const pending = admit(guard, request, reply, scope, publishable)
      if (pending) pending.then(() => done(), done)
      else done()
    } catch (error) {
      done(error as Error)
    }
  })
}

/** Synchronous while key and tokens are in memory, which is nearly always. An unknown address has no scope. */
function admit(
  deps: Guard,
  request: FastifyRequest,
  reply: FastifyReply,
  scope: RouteScope | undefined,
  publishable: Publishable | undefined,
): Promise<void> | undefined {
  const { authorization } = request.headers
  if (scope === 'public' || (scope === undefined && authorization === undefined)) {
    const bearer = request.routeOptions.config?.bearer?.(request)
    const { takeAddress, takeBearer } = deps.rateLimits
    applyVerdict(reply, bearer === undefined ? takeAddress(request.ip) : takeBearer(bearer))
    if (request.routeOptions.config?.ownPagesOnly) requireOwnPage(deps, request, reply)
    return
  }
  const token = scope === 'session' || authorization === undefined ? sessionOf(deps, request) : undefined
  if (token !== undefined || scope === 'session') return admitSession(deps, request, reply, scope, token)
  try {
    const principal = deps.authenticate.recall(authorization)
    if (principal === undefined) return admitNewcomer(deps, request, reply, scope, publishable)
    if (principal instanceof Promise) {
      return principal.then(
        (answer) => admitPrincipal(deps, request, reply, answer, scope, publishable),
        (error) => refuseStranger(deps, request, reply, error),
      )
    }
    return admitPrincipal(deps, request, reply, principal, scope, publishable)
  } catch (error) {
    if (isUnauthenticated(error)) return refuseStranger(deps, request, reply, error)
    throw error
  }
}

/** The key has to be looked for first, which takes a request of the caller's address unless the key is good. */
async function admitNewcomer(
  deps: Guard,
  request: FastifyRequest,
  reply: FastifyReply,
  scope: RouteScope | undefined,
  publishable: Publishable | undefined,
): Promise<void> {
  const { authorization = '' } = request.headers
  const newcomers = isGateKey(authorization) ? deps.newcomers.gate : deps.newcomers.other
  applyVerdict(reply, await newcomers.enter(request.ip))
  const principal = await deps.authenticate.read(authorization).catch((error) => {
    const isStranger = isUnauthenticated(error)
    newcomers.leave(request.ip, !isStranger)
    if (isStranger) reply.header('www-authenticate', 'Bearer')
    throw error
  })
  newcomers.leave(request.ip, true)
  return admitPrincipal(deps, request, reply, principal, scope, publishable)
}

const isGateKey = (authorization: string): boolean => /^bearer gs_gk_/i.test(authorization)

function admitPrincipal(
  { rateLimits, lastUsed }: Guard,
  request: FastifyRequest,
  reply: FastifyReply,
  principal: KeyPrincipal,
  scope: RouteScope | undefined,
  publishable: Publishable | undefined,
): Promise<void> | undefined {
  request.principal = principal
  if (principal.elsewhere) throw refuseElsewhere(reply, principal)
  lastUsed.note(principal)
  const isExposed = principal.kind === 'sk' && isForeignPage(request)
  if (principal.kind === 'sk' && !isExposed) keepFromPages(request, reply)
  const verdict = rateLimits.take(limitsOf(principal, request.ip))
  if (verdict instanceof Promise) {
    return verdict.then((answer) => {
      applyVerdict(reply, answer)
      checkScope(principal, scope, publishable, isExposed)
    })
  }
  applyVerdict(reply, verdict)
  checkScope(principal, scope, publishable, isExposed)
}

function checkScope(
  principal: KeyPrincipal,
  scope: RouteScope | undefined,
  publishable: Publishable | undefined,
  isExposed: boolean,
): void {
  if (isExposed) throw new AccessError('secret_key_in_browser')
  if (principal.suspended) throw new AccessError('organisation_suspended')
  if (scope === undefined || scope === 'session' || isOpen(scope)) return
  if (scope === 'secret_key') {
    if (principal.kind !== 'sk')
      throw new AccessError('scope_missing', { message: 'Only a secret key (gs_sk_…) opens this.' })
    return
  }
  if (!scopesOfKind[principal.kind].includes(scope) || (principal.kind === 'pk' && !publishable)) {
    throw new AccessError('scope_missing', { message: neverBy(principal.kind, scope) })
  }
  // What its kind may have is not enough: the key must also have been given it.
  if (!principal.scopes.has(scope)) {
    throw new AccessError('scope_missing', { message: `The API key does not have the scope ${scope}.` })
  }
}

/** No scope would help: another kind of key is needed. */
function neverBy(kind: KeyKind, scope: RouteScope): string {
  if (scope === 'gate:scan') return 'Only a gate key (gs_gk_…) can call this operation; a device gets one by enrolling.'
  const whose = kind === 'pk' ? 'A publishable key' : 'A gate key'
  return `${whose} can never call this operation: call it from your server, with a secret key (gs_sk_…) that has the scope ${scope}.`
}

/** A caller without a valid key is limited by address, so that keys cannot be tried out at full speed. */
function refuseStranger(deps: Guard, request: FastifyRequest, reply: FastifyReply, error: unknown): never {
  if (isUnauthenticated(error)) {
    applyVerdict(reply, deps.rateLimits.takeAddress(request.ip))
    reply.header('www-authenticate', 'Bearer')
  }
  throw error
}

const isUnauthenticated = (error: unknown): boolean => error instanceof ApiError && error.status === 401
