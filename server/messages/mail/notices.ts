import type { OrgId } from '../../access/principal.ts'
import type { Unsent } from '../../platform/batches/begin-batch.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

/** What is told to buyers and holders. The words are in `catalogue`, and are made when the mail is sent. */
export const mailKinds = [
  'order_confirmed',
  'tickets_resent',
  'order_refunded',
  'payment_failed',
  'payment_unfinished',
  'transfer_awaited',
  'transfer_reminder',
  'transfer_part',
  'transfer_expired',
  'ticket_transferred',
  'ticket_passed_on',
  'event_cancelled',
  'event_moved',
  'refund_owed',
  'debt_reminder',
  'instalment_failed',
  'debit_notice',
  'refund_declined',
  'membership_confirmed',
  'membership_cancelled',
  'renewal_announced',
  'renewal_failed',
  'document_issued',
] as const
export type MailKind = (typeof mailKinds)[number]

/** What staff write themselves, to many at once: `about_id` is the run, which has the words. It cannot be switched off. */
export const STAFF_MAIL = 'staff_mail'

export type Notice = {
  kind: MailKind
  orderId: number
  /** The same one within an organisation is sent once, however often it is written. */
  messageId: string
  /** The ticket, payment, refund, request or move that it tells of; none where the order says it all. */
  aboutId?: number
  /** The ticket whose holder it goes to, in place of the buyer. */
  ticketId?: number
  /** The mail goes here instead of to the address of the order. */
  to?: string
}

/** After a day a mailbox that could not be reached is given up; a reader who needs the mail then asks for it again. */
const GIVE_UP_AFTER_MS = DAY_MS

/**
 * Mails to be written in the transaction of the change that they tell of: one statement for any number of them. Nothing is looked up
 * here; whether there is an address, and whether the organisation wants this mail sent, is asked when it is.
 */
export const noteMails = (
  orgId: OrgId,
  tx: Db,
  now: Date,
  notices: Notice[],
  { mass = false }: { mass?: boolean } = {},
): Unsent => tx`
  insert into mails (
    org_id, mail_message_id, kind, order_id, about_id, ticket_id, email_address, mass, due_at, give_up_at, created_at, changed_at
  )
  select ${orgId}, n.mail_message_id, n.kind, n.order_id, n.about_id, n.ticket_id, n.email_address, ${mass}, ${now},
    ${new Date(now.getTime() + GIVE_UP_AFTER_MS)}, ${now}, ${now}
  from unnest(
    ${notices.map(({ messageId }) => messageId)}::text[],
    ${notices.map(({ kind }) => kind)}::text[],
    ${notices.map(({ orderId }) => orderId)}::bigint[],
    ${notices.map(({ aboutId }) => aboutId ?? null)}::bigint[],
    ${notices.map(({ ticketId }) => ticketId ?? null)}::bigint[],
    ${notices.map(({ to }) => to ?? null)}::text[]
  ) as n (mail_message_id, kind, order_id, about_id, ticket_id, email_address)
  on conflict (org_id, mail_message_id) do nothing`
