import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { organisationById, requireHere } from '../../access/organisations.ts'
import type { OrgId, StaffPerson } from '../../access/principal.ts'
import { type CookieDeps, sessionCookie } from '../../access/staff/cookies.ts'
import { SIGN_ON_SESSION_MS } from '../../access/staff/session-store.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { Id, Input, Text } from '../../platform/http/schema.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { fetchKeySet } from '../sso/fetch-key-set.ts'
import { createKeySets, type KeySets } from '../sso/key-sets.ts'
import { describePerson, SignedIn } from '../staff/account.ts'
import { replaceSession } from '../staff/begin-session.ts'
import type { StaffMemberRow } from '../staff/staff-member.ts'
import { admit } from './admit.ts'
import { findEndpoints } from './endpoints.ts'
import { SignOnError, signOnTrouble } from './errors.ts'
import { exchangeCode } from './exchange-code.ts'
import { type Assertion, readStaffToken } from './read-staff-token.ts'
import { openAttempt, providerName, type SignOnAttempt, sessionName } from './sign-on-attempt.ts'
import { clientSecretContext, findStaffProvider, redirectUri, type StaffProviderRow } from './staff-provider.ts'

const Body = Input({
  code: Text(4096, { description: 'as the provider has sent it along' }),
  state: Text(200, { description: 'as it came with it' }),
  organisation: Id({ description: 'of the callback address that the provider has sent the browser to' }),
  iss: Type.Optional(Text(500, { description: 'as it came with it, if it did (RFC 9207)' })),
})
type Answer = Static<typeof Body>

type Deps = PlatformDeps & SessionDeps & CookieDeps

export const finishSignOn: Operation<SessionDeps & CookieDeps> = (app, deps) => {
  const keySets = createKeySets(deps.systemClock, (source) => fetchKeySet(deps, source))
  app.post(
    '/v1/staff/sign_on/finish',
    {
      config: { scope: 'public', ownPagesOnly: true, idempotent: false },
      schema: {
        operationId: 'finishSignOn',
        summary: 'Sign on with what the provider has sent back',
        description:
          'Sets the cookie of a session that opens the organisation whose provider it is, and no other, for twelve hours. A person is who the provider’s subject says; their address counts once, to find their invitation or their place in the team.',
        tags: ['Staff'],
        body: Body,
        response: { 200: SignedIn },
      },
    },
    async (request, reply) => {
      const { sql, systemClock, seal, cookies } = deps
      const cookie = cookies.read(request.headers.cookie, 'gs_sign_on')
      const attempt = openAttempt(seal, systemClock(), cookie, request.body)
      if (!attempt) throw new SignOnError('sign_on_failed')
      cookies.clear(reply, 'gs_sign_on')
      const { orgId, provider } = await providerOf(deps, attempt)
      const assertion = await askProvider(deps, keySets, orgId, provider, attempt, request.body)
      const signedInAs = await ownAddress(deps, request)
      const isAgreed = hasAgreed(deps, request, attempt)
      // A refusal commits as well: a role that went with its group is gone.
      const result = await sql.begin(async (tx) => {
        const admission = await admit(orgId, tx, deps, { assertion, provider, signedInAs, requestId: request.id })
        if ('refused' in admission) return admission
        return { person: await openFor(tx, deps, request, reply, { orgId, assertion, isAgreed }, admission.member) }
      })
      if ('refused' in result) throw new SignOnError('sign_on_refused', { message: result.refused })
      return describePerson(sql, result.person)
    },
  )
}

async function providerOf({ sql }: Deps, { organisation, provider: asked }: SignOnAttempt) {
  const orgId = await organisationById(sql, organisation)
  const provider = orgId === undefined ? undefined : await findStaffProvider(orgId, sql)
  // It was taken away, or is another one, since they left for it.
  if (orgId === undefined || !provider || providerName(provider) !== asked) throw new SignOnError('sign_on_failed')
  await requireHere(orgId, sql)
  return { orgId, provider }
}

async function askProvider(
  { outbound, seal, publicUrl, systemClock }: Deps,
  keySets: KeySets,
  orgId: OrgId,
  provider: StaffProviderRow,
  attempt: SignOnAttempt,
  { code, iss }: Answer,
): Promise<Assertion> {
  const { issuer, client_id: clientId, client_secret_sealed: sealed } = provider
  const clientSecret = sealed === null ? null : seal.open(sealed, clientSecretContext(orgId))
  const client = { clientId, clientSecret, redirectUri: redirectUri(publicUrl, orgId) }
  try {
    const endpoints = await findEndpoints(outbound, issuer)
    // RFC 9207 2.4: before the code is used.
    if (iss === undefined ? endpoints.namesItself : iss !== issuer) throw new SignOnError('sign_on_failed')
    const token = await exchangeCode(outbound, endpoints, client, { code, verifier: attempt.verifier })
    return await readStaffToken(token, keySets({ issuer, jwks_uri: null }), provider, attempt, systemClock())
  } catch (error) {
    throw signOnTrouble(error)
  }
}

/** An owner who is signed in by an account of their own shows by it that the address is theirs. */
async function ownAddress({ sessions, cookies }: Deps, request: FastifyRequest): Promise<string | null> {
  const token = cookies.read(request.headers.cookie, 'gs')
  const person = token === undefined ? undefined : await sessions.person(token).catch(() => undefined)
  return person?.email ?? null
}

/** They were asked when they left, about the session that still runs now. */
function hasAgreed({ cookies }: Deps, request: FastifyRequest, { endsSession }: SignOnAttempt): boolean {
  const token = cookies.read(request.headers.cookie, 'gs')
  return token !== undefined && sessionName(token) === endsSession
}

/** A session of the account that is the provider's: it has no address, no password, and one organisation. */
async function openFor(
  tx: Tx,
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { orgId, assertion, isAgreed }: { orgId: OrgId; assertion: Assertion; isAgreed: boolean },
  member: StaffMemberRow,
): Promise<StaffPerson> {
  const { systemClock, cookies } = deps
  const { issuer, subject, provedAt } = assertion
  const now = systemClock()
  const name = member.name ?? member.email_address
  const [account] = await tx<{ account_id: number }[]>`
    insert into staff_accounts (sign_on_org, issuer, subject, said_email, name, created_at, changed_at)
    values (${orgId}, ${issuer}, ${subject}, ${member.email_address}, ${name}, ${now}, ${now})
    on conflict (sign_on_org, issuer, subject) do update
    set said_email = excluded.said_email,
      name = excluded.name,
      changed_at = excluded.changed_at
    returning account_id`
  if (!account) throw new Error('insert into staff_accounts returned no row')
  const kind = { lastsMs: SIGN_ON_SESSION_MS, provedAt, isAgreed }
  const { sessionId, token } = await replaceSession(tx, deps, request, account.account_id, kind)
  cookies.set(reply, sessionCookie(null), token, SIGN_ON_SESSION_MS / 1000)
  return {
    accountId: account.account_id,
    email: null,
    signOn: { organisation: orgId, issuer, subject, saidEmail: member.email_address },
    name,
    sessionId,
    provedAt,
    surface: null,
  }
}
