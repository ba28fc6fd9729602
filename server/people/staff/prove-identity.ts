import { Type } from 'typebox'
import type { CookieDeps } from '../../access/staff/cookies.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { Input, RawText, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { addressOf, describePerson, findAccount, SignedIn } from './account.ts'
import { clearAttempts, deviceNameOf, requireAttempts, subjectsOf } from './attempts.ts'
import { StaffError } from './errors.ts'
import { PasskeyAnswer, verifyPasskey } from './passkeys.ts'
import { isPassword, PASSWORD_MAX } from './passwords.ts'
import { requireSecondFactor } from './second-factor.ts'

export const proveIdentity: Operation<SessionDeps & CookieDeps> = (app, deps) =>
  app.post(
    '/v1/staff/prove',
    {
      config: { scope: 'session', idempotent: false },
      schema: {
        operationId: 'proveIdentity',
        summary: 'Prove again who one is',
        description:
          'For ten minutes from then on, what asks for a proof works: keys, the team, the payment account, sign-on providers, webhook addresses, links in mails, refunds over the organisation’s refund_proof_amount within an hour. Signing in counts as one. A person with an authenticator app needs its code, or a passkey: the password alone is no proof.',
        tags: ['Staff'],
        body: Input({
          password: Type.Optional(RawText(PASSWORD_MAX)),
          code: Type.Optional(
            Text(40, { description: 'of the authenticator app, for people who have one: alone, or with the password' }),
          ),
          passkey: Type.Optional(PasskeyAnswer),
        }),
        response: { 200: SignedIn },
      },
    },
    async (request) => {
      const { sql, systemClock, seal, cookies, sessions } = deps
      const { person, headers, body } = request
      const email = addressOf(person)
      const device = deviceNameOf(seal, cookies.read(headers.cookie, 'gs_device'), email)
      const subjects = subjectsOf(email, request.ip, device)
      await requireAttempts(sql, systemClock(), subjects)
      const account = await findAccount(sql, email)
      if (body.passkey !== undefined) {
        const owner = await verifyPasskey(deps, body.passkey)
        if (owner.account_id !== person.accountId) throw new StaffError('sign_in_failed')
      } else {
        if (body.password !== undefined && !(await isPassword(body.password, account?.password_hash))) {
          throw new StaffError('sign_in_failed')
        }
        // A person with an app proves it by that: a password that was read over a shoulder is no proof.
        if (body.password === undefined || account?.totp_confirmed_at) {
          if (!account?.totp_confirmed_at) throw new StaffError('code_invalid')
          await requireSecondFactor(sql, deps, account, body.code)
        }
      }
      await clearAttempts(sql, subjects)
      const provedAt = systemClock()
      await sql`
        update staff_sessions
        set proved_at = ${provedAt}
        where session_id = ${person.sessionId}`
      const token = cookies.read(headers.cookie, 'gs')
      if (token !== undefined) sessions.forget(token)
      return describePerson(sql, { ...person, provedAt })
    },
  )
