import type { HowToTransfer } from '../../checkout/transfers/how-to-transfer.ts'
import type { DebtLink } from '../../ledger/ledger/debt-link.ts'
import type { ClaimedMail } from '../../messages/mail/claim-mails.ts'
import type { MailKind } from '../../messages/mail/notices.ts'
import type { Dropped } from '../../messages/mail/send-mails.ts'
import type { Catalogue } from '../../messages/mail/words.ts'
import type { StoredDocument } from '../../papers/documents/document.ts'
import type { PrintedDocument } from '../../papers/documents/draw-document.ts'
import type { ReminderLetter } from '../../papers/documents/read-reminders.ts'
import { foldEmail } from '../../people/customers/customer.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import type { OrderMembershipRow } from '../../tickets/orders/order-memberships.ts'
import { debitNotice, debtReminder, instalmentFailed, linkIn } from './debt-facts.ts'
import type { MailTicket } from './mail-ticket.ts'
import type { MailedOrderRow } from './mailed-order.ts'
import { type EndedFact, tellEnd } from './membership-end-facts.ts'
import { readerOf } from './move-facts.ts'
import type { CancellationFact, HolderPage, MemberFact, NoticeFacts, RefundFact } from './notice-facts.ts'
import { OF_MEMBERSHIPS } from './of-memberships.ts'
import { RENEWAL_MAILS, type RenewalFact, tellRenewal } from './renewal-facts.ts'
import { SUPERSEDED } from './superseded.ts'
import { transferAwaited, transferExpired } from './transfer-facts.ts'
import { paymentUnfinished } from './unfinished-facts.ts'

/** What a kind of mail says besides the order, and to whom. */
export type MailContent = {
  to: string | null
  tickets: MailTicket[]
  /** Set where the reader is the holder who was passed the ticket, and not the buyer: their own page, or null where it shows nothing any more. */
  page?: HolderPage | null
  /** Whom the order made members. */
  members?: MemberFact[]
  /** The lines of the order that made them members. */
  memberships?: OrderMembershipRow[]
  /** Whose the ticket is now. */
  newHolder?: string | null
  /** What was given back, or will be. */
  amountMinor?: number
  /** What of it was paid by credit, and is credit again. */
  creditedMinor?: number
  /** What there is to say about the money of a cancelled event. */
  refund?: keyof Catalogue['refund']
  reason?: string | null
  /** Until when it is to be paid. */
  dueAt?: Date
  /** Of a charge that failed: when it is tried again; null where it is left to the fan. */
  triedAgainAt?: Date | null
  /** The bank wants the fan to confirm it. */
  bankAsks?: boolean
  /** By which mandate it is debited, and the end of the account's number. */
  debited?: { mandate: string; account: string }
  /** Whose link the mail has: to pay it, or to say where what the club owes is to go. */
  debt?: DebtLink
  /** The link to pay what is owed for the order, beside that to the tickets. */
  payment?: DebtLink
  /** How an order that waits for a transfer is paid. */
  transfer?: Pick<HowToTransfer, 'account_holder' | 'iban' | 'reference'>
  /** Of a payment that its buyer has left for: where it goes on, and until when their places are kept. */
  wayBack?: string
  heldUntil?: Date
  renewal?: RenewalFact
  /** The membership that has ended. */
  ended?: EndedFact
  /** What was issued, and the file that is made of it; none in a preview. */
  document?: Pick<StoredDocument, 'kind' | 'label'>
  file?: StoredDocument
  /** What an order is paid by before there is an invoice. */
  proforma?: PrintedDocument | undefined
  /** The same reminder on paper. */
  letter?: ReminderLetter | undefined
  /** Where and when the event was to be. */
  previous?: { starts_at: Date; timezone: string; venue: string | null }
  /** Until when they may ask for a refund on their page. */
  refundsUntil?: Date | undefined
}

export type Tell = (facts: NoticeFacts, mail: ClaimedMail, order: MailedOrderRow) => MailContent | Dropped

const NOTHING: Dropped = { dropped: 'nothing_to_tell' }

/** A buyer who has passed a ticket on has no more to do with it. */
const ownTickets = ({ tickets }: NoticeFacts, { order_id }: MailedOrderRow) =>
  (tickets.get(order_id) ?? []).filter((row) => row.ticket_status_id === ticketStatus.active && !row.transferred)

const ticketOf = ({ tickets }: NoticeFacts, { order_id }: MailedOrderRow, ticketId: number | null) =>
  (tickets.get(order_id) ?? []).find(({ ticket_id }) => ticket_id === ticketId)

/** Of one ticket, for the holder who was passed it. */
function ofHolder(facts: NoticeFacts, order: MailedOrderRow, ticketId: number | null): MailContent | Dropped {
  const ticket = ticketOf(facts, order, ticketId)
  const page = facts.holderPages.get(ticketId ?? 0)
  if (ticket?.ticket_status_id !== ticketStatus.active || !page) return NOTHING
  return { to: ticket.email_address, tickets: [ticket], page }
}

/** Told to the one who had a ticket until it was passed on: the buyer, or a holder, whose page has nothing left to show. */
const passedOn: Tell = (facts, { about_id }, order) => {
  const ticket = ticketOf(facts, order, about_id)
  const next = facts.tickets.get(order.order_id)?.find(({ replaces_ticket_id }) => replaces_ticket_id === about_id)
  if (!ticket || !next) return NOTHING
  const to = ticket.transferred ? ticket.email_address : order.email_address
  if (to !== null && next.email_address !== null && foldEmail(to) === foldEmail(next.email_address)) {
    return { dropped: 'told_already' }
  }
  return { to, tickets: [ticket], newHolder: next.ticket_name, ...(ticket.transferred ? { page: null } : {}) }
}

/** What was given back, or taken back, before the event was cancelled is no reader's loss. */
const wasLost = (at: Date | null, { cancelled_at }: MailedOrderRow) =>
  at !== null && cancelled_at !== null && at >= cancelled_at

const cancelled: Tell = (facts, mail, order) => {
  const { ticket_id } = mail
  if (order.cancelled_at === null) return NOTHING
  const cancellation = facts.cancellations.get(order.order_id)
  const reason = cancellation?.reason ?? null
  if (ticket_id === null) {
    if (order.order_status !== 'confirmed' && !wasLost(order.closed_at, order)) return NOTHING
    return { to: order.email_address, tickets: [], reason, ...refundOf(order, mail, cancellation) }
  }
  const ticket = ticketOf(facts, order, ticket_id)
  const page = facts.holderPages.get(ticket_id)
  if (!ticket || !page || ticket.ticket_status_id === ticketStatus.replaced) return NOTHING
  if (ticket.ticket_status_id !== ticketStatus.active && !wasLost(ticket.changed_at, order)) return NOTHING
  return { to: ticket.email_address, tickets: [ticket], page, reason, refund: 'buyer' }
}

/** No refund is promised that staff have not decided, or that has failed. */
function refundOf(
  order: MailedOrderRow,
  mail: ClaimedMail,
  cancellation: CancellationFact | undefined,
): Pick<MailContent, 'amountMinor' | 'creditedMinor' | 'refund' | 'debt'> {
  const { refunding = false, outcome = null, refund_status = null, amount_minor = null } = cancellation ?? {}
  const { spent_minor: spentMinor = 0, credited_minor: creditedMinor = 0 } = cancellation ?? {}
  const leftMinor = (order.paid_minor ?? order.total_minor) - order.refunded_minor - spentMinor
  const amountMinor = amount_minor ?? leftMinor
  const credit = refunding && creditedMinor + spentMinor > 0 ? { creditedMinor: creditedMinor + spentMinor } : {}
  if (outcome === 'not_refundable' || refund_status === 'failed') return { amountMinor: 0, refund: 'open' }
  if (amountMinor === 0) return { amountMinor, refund: nothingBack(order), ...credit }
  if (!refunding) return { amountMinor: 0, refund: 'open' }
  return { amountMinor, ...wayBack(order, mail, cancellation), ...credit }
}

/** Why no money goes back: it was free, it had not been paid, or it has gone back before. */
const nothingBack = ({ total_minor, paid_minor }: MailedOrderRow) =>
  total_minor === 0 ? 'free' : paid_minor === 0 ? 'not_owed' : 'nothing'

/** As the refund goes, once there is one; before that, as the order was paid. */
function wayBack(
  { payment_method, paid_minor }: MailedOrderRow,
  mail: ClaimedMail,
  cancellation: CancellationFact | undefined,
): Pick<MailContent, 'refund' | 'debt'> {
  if (cancellation && cancellation.debt_kind !== null) return wayOfDebt(mail, cancellation)
  if (cancellation?.refund_status || payment_method === null) return { refund: 'returned' }
  if (payment_method === 'cash') return { refund: 'cash' }
  return { refund: paid_minor === null && payment_method !== 'invoice' ? 'returned' : 'transfer_later' }
}

/** Cash waits; for a transfer the fan is asked where it is to go, unless they have said so. */
function wayOfDebt(
  mail: ClaimedMail,
  {
    debt_kind,
    debt_id,
    link_version,
    account_given,
  }: Pick<RefundFact, 'debt_kind' | 'debt_id' | 'link_version' | 'account_given'>,
): Pick<MailContent, 'refund' | 'debt'> {
  if (debt_kind === 'cash_refund') return { refund: 'cash' }
  if (account_given || debt_id === null) return { refund: 'transfer_known' }
  return { refund: 'transfer', debt: linkIn(mail, debt_id, link_version ?? 0) }
}

/** How money went back. */
const gave = (debtKind: string | null) =>
  debtKind === null ? 'gave_card' : debtKind === 'cash_refund' ? 'gave_cash' : 'gave_transfer'

/** What is no longer so when the mail leaves is not told. */
const tell: Record<MailKind, Tell> = {
  order_confirmed: (facts, mail, order) => {
    if (order.order_status !== 'confirmed') return NOTHING
    const owed = facts.owed.get(order.order_id)
    const payment = owed && { payment: linkIn(mail, owed.debt_id, owed.link_version) }
    return { to: order.email_address, tickets: ownTickets(facts, order), ...payment }
  },

  membership_confirmed: (facts, _mail, order) => {
    const members = facts.members.get(order.order_id) ?? []
    if (order.order_status !== 'confirmed' || members.length === 0) return NOTHING
    const memberships = facts.memberships.get(order.order_id) ?? []
    return { to: order.email_address, tickets: [], members, memberships }
  },

  membership_cancelled: tellEnd,

  order_refunded: (facts, { about_id }, order) => {
    const refund = facts.refunds.get(about_id ?? 0)
    // Banks send money back: what had succeeded when the mail was noted may have failed since.
    if (refund?.refund_status !== 'succeeded') return NOTHING
    return { to: order.email_address, tickets: [], amountMinor: refund.amount_minor, refund: gave(refund.debt_kind) }
  },

  // Paid out meanwhile, it has a mail of its own.
  refund_owed: (facts, mail, order) => {
    const refund = facts.refunds.get(mail.about_id ?? 0)
    if (refund?.refund_status !== 'owed') return NOTHING
    return { to: order.email_address, tickets: [], amountMinor: refund.amount_minor, ...wayOfDebt(mail, refund) }
  },

  debt_reminder: debtReminder,

  instalment_failed: instalmentFailed,

  debit_notice: debitNotice,

  // In the club's words. What it has refunded after all has a mail of its own.
  refund_declined: (facts, { about_id }, order) => {
    const request = facts.requests.get(about_id ?? 0)
    if (request?.refund_request_status !== 'declined') return NOTHING
    return { to: order.email_address, tickets: [], reason: request.note }
  },

  payment_failed: (_facts, _mail, order) =>
    order.order_status === 'pending' || order.order_status === 'expired'
      ? { to: order.email_address, tickets: [] }
      : NOTHING,

  payment_unfinished: paymentUnfinished,

  transfer_awaited: transferAwaited,
  transfer_reminder: transferAwaited,
  transfer_part: transferAwaited,
  transfer_expired: transferExpired,

  ticket_transferred: (facts, { about_id }, order) => ofHolder(facts, order, about_id),

  ticket_passed_on: passedOn,

  document_issued: (facts, { about_id }, order) => {
    const document = facts.documents.get(about_id ?? 0)
    return document ? { to: order.email_address, tickets: [], document, file: document } : NOTHING
  },

  renewal_announced: tellRenewal('announced'),

  renewal_failed: tellRenewal('failed'),

  tickets_resent: (facts, mail, order) => {
    if (mail.about_id !== null) return ofHolder(facts, order, mail.about_id)
    const tickets = ownTickets(facts, order)
    return order.order_status === 'confirmed' && tickets.length > 0
      ? { to: mail.email_address ?? order.email_address, tickets }
      : NOTHING
  },

  event_cancelled: cancelled,

  event_moved: (facts, mail, order) => {
    const { about_id, ticket_id } = mail
    const previous = facts.moves.get(readerOf(mail))
    if (order.order_status !== 'confirmed' || order.cancelled_at !== null) return NOTHING
    if (facts.supersededMoves.has(about_id ?? 0)) return { dropped: SUPERSEDED }
    if (!previous || previous.is_still_there) return NOTHING
    if (ticket_id === null) {
      const refundsUntil = previous.refunds_until ?? undefined
      return { to: order.email_address, tickets: ownTickets(facts, order), previous, refundsUntil }
    }
    return { ...ofHolder(facts, order, ticket_id), previous }
  },
}

export const contentOf = (
  kind: MailKind,
  facts: NoticeFacts,
  mail: ClaimedMail,
  order: MailedOrderRow,
): MailContent | Dropped =>
  order.event_id === null && ![...OF_MEMBERSHIPS, ...RENEWAL_MAILS].includes(kind)
    ? NOTHING
    : tell[kind](facts, mail, order)
