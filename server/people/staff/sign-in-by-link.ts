import type { CookieDeps } from '../../access/staff/cookies.ts'
import { hashToken } from '../../access/staff/session-store.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Input, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import { base62 } from '../../platform/values/random.ts'
import { describePerson, SignedIn } from './account.ts'
import { beginSession, EndsSession } from './begin-session.ts'

/** What signs a person in once, within an hour: for the program to hand out to its operator. A new one replaces the one before. */
export async function newSignInToken(sql: Db, systemClock: SystemClock, accountId: number): Promise<string> {
  const token = base62(40)
  await sql`
    update staff_accounts
    set sign_in_hash = ${hashToken(token)}, sign_in_expires_at = ${new Date(systemClock().getTime() + HOUR_MS)}
    where account_id = ${accountId}`
  return token
}

export const signInByLink: Operation<SessionDeps & CookieDeps> = (app, deps) =>
  app.post(
    '/v1/staff/sign_in/link',
    {
      config: { scope: 'public', ownPagesOnly: true, idempotent: false },
      schema: {
        operationId: 'signInByLink',
        summary: 'Sign in by a link that the program has shown',
        description: 'Works once, for an hour.',
        tags: ['Staff'],
        body: Input({
          token: Text(100, { description: 'what stands behind the # of the link' }),
          ends_session: EndsSession,
        }),
        response: { 200: SignedIn },
      },
    },
    async (request, reply) => {
      const { sql, systemClock } = deps
      const person = await sql.begin(async (tx) => {
        const [account] = await tx<{ account_id: number; email_address: string; name: string }[]>`
          update staff_accounts
          set sign_in_hash = null, sign_in_expires_at = null
          where sign_in_hash = ${hashToken(request.body.token)}
            and sign_in_expires_at > ${systemClock()}
          returning account_id, email_address, name`
        if (!account) throw unusable()
        return beginSession(tx, deps, request, reply, account, { isAgreed: request.body.ends_session })
      })
      return describePerson(sql, person)
    },
  )

const unusable = () => {
  const message = 'The link is not known, was used already or has expired.'
  return invalidParameters([{ param: 'token', code: 'parameter_invalid', message }])
}
