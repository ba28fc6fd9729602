import { hash } from 'node:crypto'
import { Type } from 'typebox'
import { organisationById, requireHere } from '../../access/organisations.ts'
import type { CookieDeps } from '../../access/staff/cookies.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { EndsSession } from '../staff/begin-session.ts'
import { findEndpoints } from './endpoints.ts'
import { signOnTrouble } from './errors.ts'
import {
  ATTEMPT_MS,
  newAttempt,
  providerName,
  type SignOnAttempt,
  sealAttempt,
  sessionName,
} from './sign-on-attempt.ts'
import { findStaffProvider, redirectUri } from './staff-provider.ts'

const Body = Input({
  organisation: Id({ description: 'as in the address where the team signs on' }),
  again: Type.Boolean({
    default: false,
    description: 'to prove that it is still them: the provider is to ask, even if it knows the browser',
  }),
  ends_session: EndsSession,
})
const SignOnBegun = Type.Object(
  { location: Type.String({ description: 'where to send the browser' }) },
  { title: 'SignOnBegun' },
)

export const beginSignOn: Operation<CookieDeps> = (app, deps) =>
  app.post(
    '/v1/staff/sign_on/begin',
    {
      config: { scope: 'public', ownPagesOnly: true, idempotent: false },
      schema: {
        operationId: 'beginSignOn',
        summary: 'Begin to sign on by an organisation’s own provider',
        description:
          'Sets a cookie that lasts ten minutes, in which the provider’s answer is worth something. 404 where the organisation has no provider.',
        tags: ['Staff'],
        body: Body,
        response: { 200: SignOnBegun },
      },
    },
    async ({ body, headers }, reply) => {
      const { sql, systemClock, seal, outbound, cookies, publicUrl } = deps
      const orgId = await organisationById(sql, body.organisation)
      const provider = orgId === undefined ? undefined : await findStaffProvider(orgId, sql)
      if (orgId === undefined || !provider) throw new ApiError('resource_missing')
      await requireHere(orgId, sql)
      const endpoints = await findEndpoints(outbound, provider.issuer).catch((error) => {
        throw signOnTrouble(error)
      })
      const running = body.ends_session ? cookies.read(headers.cookie, 'gs') : undefined
      const attempt = newAttempt(systemClock(), {
        organisation: orgId,
        provider: providerName(provider),
        endsSession: running === undefined ? null : sessionName(running),
        isAgain: body.again,
      })
      cookies.set(reply, 'gs_sign_on', sealAttempt(seal, attempt), ATTEMPT_MS / 1000)
      const redirect = redirectUri(publicUrl, orgId)
      return { location: questionFor(endpoints.authorization, provider.client_id, redirect, attempt) }
    },
  )

/** OpenID Connect Core 3.1.2.1, with PKCE. */
function questionFor(address: string, clientId: string, redirect: string, attempt: SignOnAttempt): string {
  const url = new URL(address)
  const fields = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirect,
    scope: 'openid email profile',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: hash('sha256', attempt.verifier, 'base64url'),
    code_challenge_method: 'S256',
    ...(attempt.isAgain ? { prompt: 'login', max_age: '0' } : {}),
  }
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}
