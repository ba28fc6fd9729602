import type { CookieDeps } from '../../access/staff/cookies.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { describePerson, SignedIn } from './account.ts'
import { beginSession } from './begin-session.ts'
import { CredentialOptions, newChallenge, PasskeyAnswer, relyingParty, verifyPasskey, webauthn } from './passkeys.ts'

export const askForPasskey: Operation = (app, { sql, clock, publicUrl }) =>
  app.post(
    '/v1/staff/sign_in/passkey/options',
    {
      config: { scope: 'public', ownPagesOnly: true, idempotent: false },
      schema: {
        operationId: 'askForPasskey',
        summary: 'Begin to sign in by a passkey',
        description:
          'What the browser is to ask, within five minutes. It names nobody: the passkey knows who it belongs to.',
        tags: ['Staff'],
        response: { 201: CredentialOptions },
      },
    },
    async (_request, reply) => {
      const { generateAuthenticationOptions } = await webauthn()
      const options = await generateAuthenticationOptions({
        rpID: relyingParty(publicUrl).id,
        challenge: new Uint8Array(await newChallenge(sql, clock, null)),
        userVerification: 'required',
      })
      reply.code(201)
      return { ...options }
    },
  )

export const signInByPasskey: Operation<SessionDeps & CookieDeps> = (app, deps) =>
  app.post(
    '/v1/staff/sign_in/passkey',
    {
      config: { scope: 'public', ownPagesOnly: true, idempotent: false },
      schema: {
        operationId: 'signInByPasskey',
        summary: 'Sign in by a passkey',
        description: 'Sets the cookie of a new session. No code is asked for: the device has verified its owner.',
        tags: ['Staff'],
        body: Input({ credential: PasskeyAnswer }),
        response: { 200: SignedIn },
      },
    },
    async (request, reply) => {
      const owner = await verifyPasskey(deps, request.body.credential)
      const person = await deps.sql.begin((tx) => beginSession(tx, deps, request, reply, owner))
      return describePerson(deps.sql, person)
    },
  )
