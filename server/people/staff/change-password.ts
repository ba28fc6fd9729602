import { type Static, Type } from 'typebox'
import type { StaffPerson } from '../../access/principal.ts'
import type { CookieDeps } from '../../access/staff/cookies.ts'
import { endSessions } from '../../access/staff/session-store.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Input, OneOf, RawText } from '../../platform/http/schema.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import { type AccountRow, addressOf, findAccount } from './account.ts'
import { clearAttempts, deviceNameOf, requireAttempts, subjectsOf } from './attempts.ts'
import { beginSession } from './begin-session.ts'
import { StaffError } from './errors.ts'
import { hashPassword, isPassword, PASSWORD_MAX, PASSWORD_MIN, requireGoodPassword } from './passwords.ts'

export const NewPassword = RawText(PASSWORD_MAX, {
  minLength: PASSWORD_MIN,
  description: 'any characters; none of the passwords that are tried first',
})
export const PasswordChanged = Type.Object({ status: OneOf(['password_changed']) }, { title: 'PasswordChanged' })

const Body = Input({
  current_password: Type.Optional(RawText(PASSWORD_MAX, { description: 'of a person who has one' })),
  new_password: NewPassword,
})

export const changePassword: Operation<SessionDeps & CookieDeps> = (app, deps) =>
  app.put(
    '/v1/staff/password',
    {
      config: { scope: 'session', idempotent: false, needsProof: 'sometimes' },
      schema: {
        operationId: 'changePassword',
        summary: 'Change one’s password',
        description:
          'Ends all other sessions; the one that asks gets a new cookie. A person who came by a link and has none chooses the first one.',
        tags: ['Staff'],
        body: Body,
        response: { 200: PasswordChanged },
      },
    },
    async (request, reply) => {
      const { sql, systemClock, seal, cookies, sessions } = deps
      const { person, body } = request
      const email = addressOf(person)
      requireGoodPassword(body.new_password, 'new_password', [email, person.name.toLowerCase()])
      const device = deviceNameOf(seal, cookies.read(request.headers.cookie, 'gs_device'), email)
      const subjects = subjectsOf(email, request.ip, device)
      await requireAttempts(sql, systemClock(), subjects)
      const account = await findAccount(sql, email)
      if (!account) throw new StaffError('sign_in_failed')
      if (account.password_hash === null) await requireNothingElse(deps, account, person)
      else if (body.current_password === undefined) throw missing('current_password')
      else if (!(await isPassword(body.current_password, account.password_hash))) throw new StaffError('sign_in_failed')
      await clearAttempts(sql, subjects)
      const hash = await hashPassword(body.new_password)
      await sql.begin(async (tx) => {
        const changed = await tx`
          update staff_accounts
          set password_hash = ${hash}, reset_hash = null, reset_expires_at = null, changed_at = ${systemClock()}
          where account_id = ${person.accountId}
            and password_hash is not distinct from ${account.password_hash}
          returning account_id`
        if (changed.length === 0) throw new StaffError('sign_in_failed')
        await endSessions(tx, person.accountId)
        await beginSession(tx, deps, request, reply, account, { isAgreed: true })
      })
      const token = cookies.read(request.headers.cookie, 'gs')
      if (token !== undefined) sessions.forget(token)
      return { status: 'password_changed' } satisfies Static<typeof PasswordChanged>
    },
  )

const missing = (param: string) =>
  invalidParameters([{ param, code: 'parameter_missing', message: `${param} is required.` }])

/**
 * The demo's owner comes by a link and has no password: nothing that they could be asked for when they are to prove who they are. A person who
 * has an app or a passkey proves it by that before there is a password beside it.
 */
async function requireNothingElse(
  { sql, sessions }: PlatformDeps & SessionDeps,
  account: AccountRow,
  person: StaffPerson,
): Promise<void> {
  const [passkey] = await sql`
    select 1 as one
    from staff_passkeys
    where account_id = ${account.account_id}
    limit 1`
  if (passkey || account.totp_confirmed_at !== null) await sessions.requireProofOf(person)
}
