import type { Static } from 'typebox'
import type { CookieDeps } from '../../access/staff/cookies.ts'
import { endSessions, hashToken } from '../../access/staff/session-store.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Input, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { clearAttempts, DEVICE_SECONDS, newDevice, ofAccount } from './attempts.ts'
import { NewPassword, PasswordChanged } from './change-password.ts'
import { hashPassword, requireGoodPassword } from './passwords.ts'

export const resetPassword: Operation<CookieDeps> = (app, deps) =>
  app.post(
    '/v1/staff/password/reset',
    {
      config: { scope: 'public', ownPagesOnly: true, idempotent: false },
      schema: {
        operationId: 'resetPassword',
        summary: 'Set a new password by a mailed link',
        description: 'Ends all sessions of the account. Sign in afterwards.',
        tags: ['Staff'],
        body: Input({
          token: Text(100, { description: 'what stands behind the # of the link' }),
          password: NewPassword,
        }),
        response: { 200: PasswordChanged },
      },
    },
    async ({ body }, reply) => {
      const { sql, clock, cookies, seal } = deps
      const digest = hashToken(body.token)
      const [account] = await sql<{ email_address: string; name: string }[]>`
        select email_address, name
        from staff_accounts
        where reset_hash = ${digest}
          and reset_expires_at > ${clock()}`
      if (!account) throw unusable()
      requireGoodPassword(body.password, 'password', [account.email_address, account.name.toLowerCase()])
      const hash = await hashPassword(body.password)
      await sql.begin(async (tx) => {
        const [changed] = await tx<{ account_id: number }[]>`
          update staff_accounts
          set password_hash = ${hash}, reset_hash = null, reset_expires_at = null, changed_at = ${clock()}
          where reset_hash = ${digest}
            and reset_expires_at > ${clock()}
          returning account_id`
        if (!changed) throw unusable()
        await endSessions(tx, changed.account_id)
        await clearAttempts(tx, [ofAccount(account.email_address)])
      })
      // Whoever reads the person's mail is no stranger: tries of others do not make this browser wait.
      cookies.set(reply, 'gs_device', newDevice(seal, account.email_address), DEVICE_SECONDS)
      return { status: 'password_changed' } satisfies Static<typeof PasswordChanged>
    },
  )

const unusable = () => {
  const message = 'The link is not known, was used already or has expired. Ask for a new one.'
  return invalidParameters([{ param: 'token', code: 'parameter_invalid', message }])
}
