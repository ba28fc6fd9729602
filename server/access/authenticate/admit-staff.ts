import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LastUsed } from '../api-keys/last-used.ts'
import { AccessError } from '../errors.ts'
import type { StaffPerson, StaffPrincipal } from '../principal.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import { isForStaff } from '../roles.ts'
import { isOpen, type RouteScope } from '../scopes.ts'
import type { Cookies } from '../staff/cookies.ts'
import { type Sessions, STAFF_REQUESTS_PER_DAY, STAFF_REQUESTS_PER_MINUTE } from '../staff/sessions.ts'
import { applyVerdict, refuseElsewhere } from './answers.ts'
import type { Authenticate } from './authenticate.ts'
import { isOwnPage, isRead, keepFromPages } from './cors.ts'
import type { Newcomers } from './newcomers.ts'

/** What stands in front of every route has at hand. */
export type Guard = {
  authenticate: Authenticate
  sessions: Sessions
  cookies: Cookies
  publicUrl: string
  rateLimits: RateLimits
  lastUsed: LastUsed
  newcomers: { gate: Newcomers; staff: Newcomers; other: Newcomers }
}

/** The scanner's page says that it is one: its own session goes before that of the browser, and no other page has it. */
const isScanner = ({ headers }: FastifyRequest): boolean => headers['grandstand-surface'] === 'scan'

/** The token in the cookie. */
export const sessionOf = ({ cookies }: Guard, request: FastifyRequest) =>
  (isScanner(request) ? cookies.read(request.headers.cookie, 'gs_scan') : undefined) ??
  cookies.read(request.headers.cookie, 'gs')

export function requireOwnPage({ publicUrl }: Guard, request: FastifyRequest, reply: FastifyReply): void {
  keepFromPages(request, reply)
  if (!isOwnPage(request, publicUrl)) throw new AccessError('cross_site_request')
}

const OWN_ACCOUNTS_ONLY = 'You have come by your club’s sign-on: your account is looked after there.'
const SCANNER_ONLY = 'This session is of the scanner’s page and opens nothing else.'

/** Who comes with a cookie: as themselves, or in one of their organisations. */
export async function admitSession(
  deps: Guard,
  request: FastifyRequest,
  reply: FastifyReply,
  scope: RouteScope | undefined,
  token: string | undefined,
): Promise<void> {
  const person = await findPerson(deps, request, reply, token)
  request.person = person
  if (scope === 'session') {
    await countPerson(deps, reply, person)
    if (person.surface !== null && !request.routeOptions.config.onScanner)
      throw new AccessError('scope_missing', { message: SCANNER_ONLY })
    if (person.signOn !== null && !request.routeOptions.config.onSignOn)
      throw new AccessError('scope_missing', { message: OWN_ACCOUNTS_ONLY })
    if (request.routeOptions.config.needsProof === true) await deps.sessions.requireProofOf(person)
    return
  }
  const principal = await deps.sessions.staff(person, organisationNamed(request)).catch(async (error) => {
    await countPerson(deps, reply, person)
    throw error
  })
  await admitStaff(deps, request, reply, principal, scope)
}

/** Like a key that this process has not seen, a session that has to be looked for takes a request of the address, unless it is good. */
async function findPerson(
  deps: Guard,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | undefined,
): Promise<StaffPerson> {
  const { sessions, rateLimits, newcomers } = deps
  const isKnown = token !== undefined && sessions.isKnown(token)
  if (!isKnown) applyVerdict(reply, await newcomers.staff.enter(request.ip))
  let person: StaffPerson | undefined
  try {
    requireOwnPage(deps, request, reply)
    if (token === undefined) throw new AccessError('session_missing')
    person = await sessions.person(token)
    return person
  } catch (error) {
    if (isKnown) applyVerdict(reply, rateLimits.lookups.staff.take(request.ip))
    throw error
  } finally {
    if (!isKnown) newcomers.staff.leave(request.ip, person !== undefined)
  }
}

/** What staff ask about themselves is counted for them, in no organisation. */
const NO_ORGANISATION = 0

async function countPerson({ rateLimits }: Guard, reply: FastifyReply, { accountId }: StaffPerson): Promise<void> {
  const limits = { perMinute: STAFF_REQUESTS_PER_MINUTE, perDay: STAFF_REQUESTS_PER_DAY, organisationPerDay: null }
  const subject = { orgId: NO_ORGANISATION, keyId: `account ${accountId}`, kind: 'staff', ...limits } as const
  applyVerdict(reply, await rateLimits.take(subject))
}

const organisationNamed = ({ headers }: FastifyRequest): string | undefined => {
  const named = headers['grandstand-organisation']
  return named === undefined ? undefined : String(named)
}

async function admitStaff(
  { rateLimits, sessions }: Guard,
  request: FastifyRequest,
  reply: FastifyReply,
  principal: StaffPrincipal,
  scope: RouteScope | undefined,
): Promise<void> {
  request.principal = principal
  if (principal.elsewhere) throw refuseElsewhere(reply, principal)
  const verdict = await rateLimits.take({
    orgId: principal.orgId,
    keyId: `staff ${principal.staffId}`,
    kind: 'staff',
    perMinute: principal.requestsPerMinute,
    perDay: principal.requestsPerDay,
    organisationPerDay: null,
  })
  applyVerdict(reply, verdict)
  if (principal.suspended) throw new AccessError('organisation_suspended')
  if (scope !== undefined) checkRole(principal, scope, request.method)
  if (request.routeOptions.config.needsProof === true) await sessions.requireProof(principal)
}

/** What a role may do is one table (roles.ts); what it may only read, it cannot change. */
export function checkRole({ role, scopes, readScopes }: StaffPrincipal, scope: RouteScope, method: string): void {
  if (scope === 'session' || isOpen(scope)) return
  if (scope === 'secret_key')
    throw new AccessError('scope_missing', { message: 'Only a secret key (gs_sk_…) opens this.' })
  if (!isForStaff(scope))
    throw new AccessError('scope_missing', {
      message: `Only an API key with the scope ${scope} can call this operation.`,
    })
  const granted = isRead(method) ? readScopes : scopes
  if (!granted.has(scope))
    throw new AccessError('scope_missing', { message: `The role ${role} does not have the scope ${scope} for this.` })
}
