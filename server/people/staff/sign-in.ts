import { Type } from 'typebox'
import type { CookieDeps } from '../../access/staff/cookies.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { Input, OneOf, RawText, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { EmailAddress } from '../../resources/fields.ts'
import { foldEmail } from '../customers/customer.ts'
import { describePerson, findAccount, SignedIn } from './account.ts'
import { clearAttempts, deviceNameOf, requireAttempts, subjectsOf } from './attempts.ts'
import { beginSession } from './begin-session.ts'
import { StaffError } from './errors.ts'
import { hashPassword, isOutdated, isPassword, PASSWORD_MAX } from './passwords.ts'
import { requireSecondFactor } from './second-factor.ts'

const Body = Input({
  email_address: EmailAddress,
  password: RawText(PASSWORD_MAX),
  surface: Type.Optional(
    OneOf(['scan'], {
      description: 'for the scanner’s page alone: what supervisors need, for 12 hours, in a cookie of its own',
    }),
  ),
  code: Type.Optional(
    Text(40, { description: 'of the authenticator app, or a recovery code, for people who have set one up' }),
  ),
})

export const signIn: Operation<SessionDeps & CookieDeps> = (app, deps) =>
  app.post(
    '/v1/staff/sign_in',
    {
      config: { scope: 'public', ownPagesOnly: true, idempotent: false },
      schema: {
        operationId: 'signIn',
        summary: 'Sign in',
        description:
          'Sets the cookie of a new session. The answer, and the time that it takes, do not tell whether there is such an account. After some tries that failed, one has to wait between them, strangers more than a browser that has signed in before.',
        tags: ['Staff'],
        body: Body,
        response: { 200: SignedIn },
      },
    },
    async (request, reply) => {
      const { sql, systemClock, seal, cookies } = deps
      const email = foldEmail(request.body.email_address)
      const device = deviceNameOf(seal, cookies.read(request.headers.cookie, 'gs_device'), email)
      const subjects = subjectsOf(email, request.ip, device)
      await requireAttempts(sql, systemClock(), subjects)
      const account = await findAccount(sql, email)
      const isRight = await isPassword(request.body.password, account?.password_hash)
      if (!account?.password_hash || !isRight) throw new StaffError('sign_in_failed')
      await requireSecondFactor(sql, deps, account, request.body.code)
      await clearAttempts(sql, subjects)
      if (isOutdated(account.password_hash)) {
        await sql`
          update staff_accounts
          set password_hash = ${await hashPassword(request.body.password)}, changed_at = ${systemClock()}
          where account_id = ${account.account_id}
            and password_hash = ${account.password_hash}`
      }
      const person = await sql.begin((tx) =>
        beginSession(tx, deps, request, reply, account, { surface: request.body.surface ?? null, isAgreed: true }),
      )
      return describePerson(sql, person)
    },
  )
