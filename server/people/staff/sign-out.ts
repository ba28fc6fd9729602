import { Type } from 'typebox'
import { type CookieDeps, sessionCookie } from '../../access/staff/cookies.ts'
import { endSessionOf } from '../../access/staff/session-store.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import type { Operation } from '../../platform/operation.ts'

const Ended = Type.Object({ session_id: Type.Integer(), ended: Type.Boolean() }, { title: 'EndedSession' })

export const signOut: Operation<SessionDeps & CookieDeps> = (app, { sql, sessions, cookies }) =>
  app.post(
    '/v1/staff/sign_out',
    {
      config: { scope: 'session', idempotent: false, onScanner: true, onSignOn: true },
      schema: {
        operationId: 'signOut',
        summary: 'Sign out',
        description: 'Ends the session that asks.',
        tags: ['Staff'],
        response: { 200: Ended },
      },
    },
    async ({ person, headers }, reply) => {
      const ended = await endSessionOf(sql, person.accountId, person.sessionId)
      const cookie = sessionCookie(person.surface)
      const token = cookies.read(headers.cookie, cookie)
      if (token !== undefined) sessions.forget(token)
      cookies.clear(reply, cookie)
      return { session_id: person.sessionId, ended }
    },
  )
