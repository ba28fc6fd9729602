import { type Static, Type } from 'typebox'
import { endSessions } from '../../access/staff/session-store.ts'
import type { Operation } from '../../operation.ts'
import { Input, OneOf, Text } from '../../platform/http/schema.ts'
import { findAccount } from './account.ts'
import { clearAttempts, deviceNameOf, requireAttempts, subjectsOf } from './attempts.ts'
import { beginSession } from './begin-session.ts'
import { StaffError } from './errors.ts'
import { hashPassword, isPassword, PASSWORD_MAX, PASSWORD_MIN, requireGoodPassword } from './passwords.ts'

export const NewPassword = Text(PASSWORD_MAX, {
  minLength: PASSWORD_MIN,
  description: 'any characters; none of the passwords that are tried first',
})
export const PasswordChanged = Type.Object({ status: OneOf(['password_changed']) }, { title: 'PasswordChanged' })

const Body = Input({ current_password: Text(PASSWORD_MAX), new_password: NewPassword })

export const changePassword: Operation = (app, deps) =>
  app.put(
    '/v1/staff/password',
    {
      config: { scope: 'session', idempotent: false },
      schema: {
        operationId: 'changePassword',
        summary: 'Change one’s password',
        description: 'Ends all other sessions; the one that asks gets a new cookie.',
        tags: ['Staff'],
        body: Body,
        response: { 200: PasswordChanged },
      },
    },
    async (request, reply) => {
      const { sql, clock, seal, cookies, sessions } = deps
      const { person, body } = request
      requireGoodPassword(body.new_password, 'new_password', [person.email, person.name.toLowerCase()])
      const device = deviceNameOf(seal, cookies.read(request.headers.cookie, 'gs_device'), person.email)
      const subjects = subjectsOf(person.email, request.ip, device)
      await requireAttempts(sql, clock(), subjects)
      const account = await findAccount(sql, person.email)
      const isRight = await isPassword(body.current_password, account?.password_hash)
      if (!account || !isRight) throw new StaffError('sign_in_failed')
      await clearAttempts(sql, subjects)
      const hash = await hashPassword(body.new_password)
      await sql.begin(async (tx) => {
        await tx`
          update staff_accounts
          set password_hash = ${hash}, reset_hash = null, reset_expires_at = null, changed_at = ${clock()}
          where account_id = ${person.accountId}`
        await endSessions(tx, person.accountId)
        await beginSession(tx, deps, request, reply, account)
      })
      const token = cookies.read(request.headers.cookie, 'gs')
      if (token !== undefined) sessions.forget(token)
      return { status: 'password_changed' } satisfies Static<typeof PasswordChanged>
    },
  )
