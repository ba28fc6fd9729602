import { setTimeout } from 'node:timers/promises'
import { type Static, Type } from 'typebox'
import { hashToken } from '../../access/staff/session-store.ts'
import { organisationsOf } from '../../access/staff/sessions.ts'
import { Input, OneOf } from '../../platform/http/schema.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import { base62 } from '../../platform/values/random.ts'
import { EmailAddress } from '../../resources/fields.ts'
import { foldEmail } from '../customers/customer.ts'
import { mailOnRequest } from '../mailed-codes/mail-on-request.ts'
import { findAccount } from './account.ts'
import { countAttempt, ofReset } from './attempts.ts'
import { linkMail } from './link-mail.ts'
import { consoleLink } from './links.ts'

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
        description:
          'Mails it to the owner of the account with this address, where there is one. It works once, for an hour.',
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
  const { sql, systemClock, publicUrl } = deps
  const now = systemClock()
  if ((await countAttempt(sql, now, ofReset(email))) !== null) return
  const account = await findAccount(sql, email)
  const [orgId] = account ? await organisationsOf(sql, { email, signOn: null }) : []
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
    const mail = { ...linkMail('Grandstand', words), urgent: true, give_up_after_ms: HOUR_MS }
    const purpose = 'password_reset'
    await mailOnRequest(orgId, tx, deps, { purpose, recipient: email, asked: email, mail, refusal: 'hidden' })
  })
}
