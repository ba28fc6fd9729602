import { Type } from 'typebox'
import type { CookieDeps } from '../../access/staff/cookies.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { Input, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { describePerson, findAccount, SignedIn } from './account.ts'
import { clearAttempts, deviceNameOf, requireAttempts, subjectsOf } from './attempts.ts'
import { StaffError } from './errors.ts'
import { PasskeyAnswer, verifyPasskey } from './passkeys.ts'
import { isPassword, PASSWORD_MAX } from './passwords.ts'
import { takeCode } from './second-factor.ts'

export const proveIdentity: Operation<SessionDeps & CookieDeps> = (app, deps) =>
  app.post(
    '/v1/staff/prove',
    {
      config: { scope: 'session', idempotent: false },
      schema: {
        operationId: 'proveIdentity',
        summary: 'Prove again who one is',
        description:
          'For ten minutes from then on, what asks for a proof works: keys, the team, the payment account, sign-on providers, refunds over the organisation’s refund_proof_amount. Signing in counts as one.',
        tags: ['Staff'],
        body: Input({
          password: Type.Optional(Text(PASSWORD_MAX)),
          code: Type.Optional(Text(40, { description: 'instead, for whoever has an authenticator app' })),
          passkey: Type.Optional(PasskeyAnswer),
        }),
        response: { 200: SignedIn },
      },
    },
    async (request) => {
      const { sql, clock, seal, cookies, sessions } = deps
      const { person, headers, body } = request
      const device = deviceNameOf(seal, cookies.read(headers.cookie, 'gs_device'), person.email)
      const subjects = subjectsOf(person.email, request.ip, device)
      await requireAttempts(sql, clock(), subjects)
      const account = await findAccount(sql, person.email)
      if (body.passkey !== undefined) {
        const owner = await verifyPasskey(deps, body.passkey)
        if (owner.account_id !== person.accountId) throw new StaffError('sign_in_failed')
      } else if (body.password !== undefined) {
        if (!(await isPassword(body.password, account?.password_hash))) throw new StaffError('sign_in_failed')
      } else if (!account?.totp_confirmed_at || !(await takeCode(sql, deps, account, body.code ?? ''))) {
        throw new StaffError('code_invalid')
      }
      await clearAttempts(sql, subjects)
      const provedAt = clock()
      await sql`
        update staff_sessions
        set proved_at = ${provedAt}
        where session_id = ${person.sessionId}`
      const token = cookies.read(headers.cookie, 'gs')
      if (token !== undefined) sessions.forget(token)
      return describePerson(sql, { ...person, provedAt })
    },
  )
