import type { Static } from 'typebox'
import type { CookieDeps } from '../../access/staff/cookies.ts'
import { endSessions, hashToken } from '../../access/staff/session-store.ts'
import { organisationsOf } from '../../access/staff/sessions.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Input, Text } from '../../platform/http/schema.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { mailOnRequest } from '../mailed-codes/mail-on-request.ts'
import { clearAttempts, DEVICE_SECONDS, newDevice, ofAccount } from './attempts.ts'
import { NewPassword, PasswordChanged } from './change-password.ts'
import { linkMail } from './link-mail.ts'
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
      const { sql, systemClock, cookies, seal } = deps
      const digest = hashToken(body.token)
      const [account] = await sql<ResetAccount[]>`
        select email_address, name, totp_confirmed_at is not null or exists (
          select 1
          from staff_passkeys p
          where p.account_id = a.account_id
        ) as has_factor
        from staff_accounts a
        where reset_hash = ${digest}
          and reset_expires_at > ${systemClock()}`
      if (!account) throw unusable()
      requireGoodPassword(body.password, 'password', [account.email_address, account.name.toLowerCase()])
      const hash = await hashPassword(body.password)
      await sql.begin(async (tx) => {
        const [changed] = await tx<{ account_id: number }[]>`
          update staff_accounts
          set password_hash = ${hash}, reset_hash = null, reset_expires_at = null, changed_at = ${systemClock()}
          where reset_hash = ${digest}
            and reset_expires_at > ${systemClock()}
          returning account_id`
        if (!changed) throw unusable()
        await endSessions(tx, changed.account_id)
        await clearAttempts(tx, [ofAccount(account.email_address)])
        await tellOfReset(deps, tx, account.email_address)
      })
      // A reader of the person's mail is no stranger: tries of others do not make this browser wait. Where there is a second factor, a
      // mailbox alone is none of it.
      if (!account.has_factor) cookies.set(reply, 'gs_device', newDevice(seal, account.email_address), DEVICE_SECONDS)
      return { status: 'password_changed' } satisfies Static<typeof PasswordChanged>
    },
  )

type ResetAccount = { email_address: string; name: string; has_factor: boolean }

/** A person who did not do it has to hear of it. */
async function tellOfReset({ clock, seal, publicUrl }: PlatformDeps, tx: Tx, email: string): Promise<void> {
  const [orgId] = await organisationsOf(tx, { email, signOn: null })
  if (orgId === undefined) return
  const words = {
    subject: 'Your password for Grandstand was changed',
    why: 'Your account has a new password, which was set by a link that we mailed to you. All sessions have ended. Sign in here:',
    link: `${publicUrl}/console/`,
    until: 'A second factor, where you have one, is asked for as before.',
    otherwise:
      'If it was not you, somebody reads your mail: ask for a new password at once, and tell an owner of your organisation.',
  }
  const mail = { ...linkMail('Grandstand', words), urgent: true, give_up_after_ms: DAY_MS }
  const purpose = 'password_changed'
  await mailOnRequest(orgId, tx, { clock, seal }, { purpose, recipient: email, asked: email, mail, refusal: 'hidden' })
}

const unusable = () => {
  const message = 'The link is not known, was used already or has expired. Ask for a new one.'
  return invalidParameters([{ param: 'token', code: 'parameter_invalid', message }])
}
