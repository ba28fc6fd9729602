import { setTimeout } from 'node:timers/promises'
import { type Static, Type } from 'typebox'
import type { CookieDeps } from '../../access/staff/cookies.ts'
import { endSessions, hashToken } from '../../access/staff/session-store.ts'
import { organisationsOf } from '../../access/staff/sessions.ts'
import { enqueueMail } from '../../messages/mail/enqueue-mail.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Input, OneOf, Text } from '../../platform/http/schema.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import { base62 } from '../../platform/values/random.ts'
import { EmailAddress } from '../../resources/fields.ts'
import { foldEmail } from '../customers/customer.ts'
import { findAccount } from './account.ts'
import { clearAttempts, countAttempt, DEVICE_SECONDS, newDevice, ofAccount, ofReset } from './attempts.ts'
import { NewPassword, PasswordChanged } from './change-password.ts'
import { linkMail } from './link-mail.ts'
import { consoleLink } from './links.ts'
import { hashPassword, requireGoodPassword } from './passwords.ts'

/** Longer than looking an account up and writing a mail take: known and unknown addresses are answered alike. */
const ANSWER_AFTER_MS = 250

const Requested = Type.Object(
  { status: OneOf(['requested'], { description: 'the same whether or not there is such an account' }) },
  { title: 'PasswordResetRequested' },
)

export const requestPasswordReset: Operation = (app, deps) =>
  app.post(
    '/v1/staff/password/forgotten',
    {
      config: { scope: 'public', ownPagesOnly: true, idempotent: false },
      schema: {
        operationId: 'requestPasswordReset',
        summary: 'Ask for a link that sets a new password',
        description: 'Mails it to whoever has an account with this address. It works once, for an hour.',
        tags: ['Staff'],
        body: Input({ email_address: EmailAddress }),
        response: { 200: Requested },
      },
    },
    async (request) => {
      // The link is written before the answer, so that none is lost; the wait hides whether there was one to write.
      await Promise.all([sendLink(deps, foldEmail(request.body.email_address)), setTimeout(ANSWER_AFTER_MS)])
      return { status: 'requested' } satisfies Static<typeof Requested>
    },
  )

async function sendLink(deps: PlatformDeps, email: string): Promise<void> {
  const { sql, clock, publicUrl } = deps
  const now = clock()
  if ((await countAttempt(sql, now, ofReset(email))) !== null) return
  const account = await findAccount(sql, email)
  const [orgId] = account ? await organisationsOf(sql, email) : []
  if (!account || orgId === undefined) return
  const token = base62(40)
  const expiresAt = new Date(now.getTime() + HOUR_MS)
  await sql.begin(async (tx) => {
    await tx`
      update staff_accounts
      set reset_hash = ${hashToken(token)}, reset_expires_at = ${expiresAt}, changed_at = ${now}
      where account_id = ${account.account_id}`
    const words = {
      subject: 'Your new password for Grandstand',
      why: 'Somebody, you we hope, has asked for a new password of your account. Open this link to choose one:',
      link: consoleLink(publicUrl, 'password', token),
      until: 'It works once, for an hour.',
      otherwise: 'If it was not you, do nothing: your password stays as it is.',
    }
    const mail = { ...linkMail('Grandstand', words), to: email, urgent: true, give_up_at: expiresAt }
    await enqueueMail(orgId, tx, deps, mail)
  })
}

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
