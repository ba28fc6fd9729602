import type { CookieDeps } from '../../access/staff/cookies.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { describePerson, SignedIn } from './account.ts'
import { beginSession } from './begin-session.ts'
import { PasskeyAnswer, verifyPasskey } from './passkeys.ts'

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
      const person = await deps.sql.begin((tx) => beginSession(tx, deps, request, reply, owner, { isAgreed: true }))
      return describePerson(deps.sql, person)
    },
  )
