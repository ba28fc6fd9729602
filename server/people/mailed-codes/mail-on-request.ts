import { AccessError } from '../../access/errors.ts'
import type { OrgId } from '../../access/principal.ts'
import { enqueueMail } from '../../messages/mail/enqueue-mail.ts'
import { isMailAddress, type Mail } from '../../messages/mail/mail.ts'
import { type Notice, noteMails } from '../../messages/mail/notices.ts'
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
  own_tickets: { what: 'one’s own tickets mailed again', ofRecipient: 10, ofOrganisation: 5000 },
  ticket_passed_on: { what: 'tickets passed on', ofRecipient: 50, ofOrganisation: 20_000 },
  seat_exchanged: { what: 'tickets for another seat', ofRecipient: 50, ofOrganisation: 2000 },
  debt_reminder: { what: 'reminders of debts', ofRecipient: 20, ofOrganisation: 20_000 },
  account_asked: { what: 'questions for an account', ofRecipient: 10, ofOrganisation: 500 },
  // Through a publishable key: nothing that is paid keeps a stranger from ordering for the mailbox of another.
  unpaid_order: { what: 'orders that cost nothing or wait for a transfer', ofRecipient: 30, ofOrganisation: null },
  payment_failed: { what: 'notices of failed payments', ofRecipient: 10, ofOrganisation: null },
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
  const isCounted = await isTaken(orgId, tx, deps.clock(orgId), { purpose, mailbox: recipient ?? asked, refusal })
  const isSent = recipient !== undefined && isCounted
  await enqueueMail(orgId, tx, deps, {
    ...mail,
    // As long as the address of a recipient, so that the row does not tell whether there is one. It is too late to be sent.
    to: recipient ?? (isMailAddress(asked) ? asked : NO_RECIPIENT),
    ...(isSent ? {} : { give_up_after_ms: 0 }),
  })
}

type RequestedNotice = {
  purpose: MailPurpose
  /** Where the notices go to, as it is on file; those that go nowhere are written all the same, and are dropped when they would be sent. */
  recipients: (string | null | undefined)[]
  notices: Notice[]
  /** `hidden`: one too many is not written, and what the request is about is done all the same. */
  refusal?: 'hidden'
}

/** The same for what orders, tickets and debts tell of, whose words are made when they are sent. */
export async function noticeOnRequest(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { purpose, recipients, notices, refusal }: RequestedNotice,
): Promise<void> {
  const mailboxes = new Set(recipients.flatMap((address) => (address ? [foldEmail(address)] : [])))
  // In one order, so that two requests never wait for each other.
  for (const mailbox of [...mailboxes].sort())
    if (!(await isTaken(orgId, tx, now, { purpose, mailbox, refusal: refusal ?? tooManyMails }))) return
  await noteMails(orgId, tx, now, notices)
}

type Taking = { purpose: MailPurpose; mailbox: string; refusal: RequestedMail['refusal'] }

/** False where there were too many and the refusal is hidden. */
async function isTaken(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { purpose, mailbox, refusal = tooManyMails }: Taking,
): Promise<boolean> {
  const tell = refusal === 'hidden' ? () => new HiddenLimit() : refusal
  try {
    await takeMail(orgId, tx, now, purpose, mailbox, tell as typeof tooManyMails)
    return true
  } catch (error) {
    if (error instanceof HiddenLimit) return false
    throw error
  }
}

class HiddenLimit extends Error {}

const NO_RECIPIENT = 'nobody@invalid.example'
