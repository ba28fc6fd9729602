import { AccessError } from '../../access/errors.ts'
import type { OrgId } from '../../access/principal.ts'
import { enqueueMail } from '../../messages/mail/enqueue-mail.ts'
import { isMailAddress, type Mail } from '../../messages/mail/mail.ts'
import type { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { foldEmail } from '../customers/customer.ts'
import { CODES_MAX, countCode, type Limited } from './code-limits.ts'

type MailLimit = { what: string; ofRecipient: number; ofOrganisation: number | null }

/**
 * How many mails requests may bring to one mailbox within an hour, and how many an organisation may send in all.
 * SECURITY.md has its table of these, which a test holds.
 */
export const mailLimits = {
  tickets_found: { what: 'links to one’s tickets', ofRecipient: 5, ofOrganisation: 5000 },
  tickets_resent: { what: 'tickets resent', ofRecipient: 10, ofOrganisation: 2000 },
  sso_link_code: { what: 'codes that link a fan’s sign-on', ofRecipient: CODES_MAX, ofOrganisation: null },
  // More than one web browser may ask for: a stranger who knows a member's mailbox could use up its codes before the member asks.
  member_code: { what: 'codes that prove a member', ofRecipient: 20, ofOrganisation: null },
  invitation: { what: 'invitations', ofRecipient: 5, ofOrganisation: 100 },
  password_reset: { what: 'links for a new password', ofRecipient: 5, ofOrganisation: 500 },
  password_changed: { what: 'notices of a changed password', ofRecipient: 5, ofOrganisation: 500 },
} as const satisfies Record<string, MailLimit>

export type MailPurpose = keyof typeof mailLimits

/** The mailbox before the organisation: see countCode. */
function limitsOf(purpose: MailPurpose, mailbox: string): Limited[] {
  const { ofRecipient, ofOrganisation } = mailLimits[purpose]
  return [
    { name: ['mails to', purpose, foldEmail(mailbox)], codesMax: ofRecipient },
    ...(ofOrganisation === null ? [] : [{ name: ['mails', purpose] as [string, string], codesMax: ofOrganisation }]),
  ]
}

export const tooManyMails = (headers: Record<string, string>): ApiError =>
  new AccessError('rate_limit_mails', { headers })

/** Counts a mail to the mailbox that it goes to, however the request has spelt it; refuses one too many. */
export const takeMail = (
  orgId: OrgId,
  tx: Tx,
  now: Date,
  purpose: MailPurpose,
  mailbox: string,
  refusal = tooManyMails,
): Promise<void> => countCode(orgId, tx, now, limitsOf(purpose, mailbox), refusal)

type RequestedMail = {
  purpose: MailPurpose
  /** The address on file; undefined where the request names none that we know: its mail is written all the same, too late to be sent. */
  recipient: string | undefined
  /** What the request named, by which it counts where there is no recipient. */
  asked: string
  mail: Omit<Mail, 'to'>
  /** What the caller is told when there were too many. `hidden`: nothing, where a refusal would tell whose mailbox it is. */
  refusal?: ((headers: Record<string, string>) => ApiError) | 'hidden'
}

/** The only way to a mail that a request asks for: it counts whom it reaches, not how the request has named them. */
export async function mailOnRequest(
  orgId: OrgId,
  tx: Tx,
  deps: { clock: Clock; seal: Seal },
  { purpose, recipient, asked, mail, refusal = tooManyMails }: RequestedMail,
): Promise<void> {
  const tell = refusal === 'hidden' ? () => new HiddenLimit() : refusal
  let isSent = recipient !== undefined
  try {
    await takeMail(orgId, tx, deps.clock(orgId), purpose, recipient ?? asked, tell as typeof tooManyMails)
  } catch (error) {
    if (!(error instanceof HiddenLimit)) throw error
    isSent = false
  }
  await enqueueMail(orgId, tx, deps, {
    ...mail,
    // As long as the address of a recipient, so that the row does not tell whether there is one. It is too late to be sent.
    to: recipient ?? (isMailAddress(asked) ? asked : NO_RECIPIENT),
    ...(isSent ? {} : { give_up_after_ms: 0 }),
  })
}

class HiddenLimit extends Error {}

const NO_RECIPIENT = 'nobody@invalid.example'
