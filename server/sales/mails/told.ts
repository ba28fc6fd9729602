import type { ClaimedMail } from '../../messages/mail/claim-mails.ts'
import type { MailKind } from '../../messages/mail/notices.ts'
import type { Dropped } from '../../messages/mail/send-mails.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import type { TicketRow } from '../tickets/ticket.ts'
import type { MailedOrderRow } from './mailed-order.ts'
import type { HolderPage, NoticeFacts } from './notice-facts.ts'

/** What a mail shows of a ticket. */
export type ToldTicket = Pick<
  TicketRow,
  | 'ticket_id'
  | 'ticket_name'
  | 'price_title'
  | 'category_title'
  | 'section_label'
  | 'sub_section_title'
  | 'seat_aisle'
  | 'seat_row'
  | 'seat_title'
>

/** What a kind of mail says besides the order, and to whom. */
export type Told = {
  to: string | null
  tickets: ToldTicket[]
  /** Whose page it leads to, where that is not the order's: the one of whoever was passed the ticket. */
  page?: HolderPage
  /** What was given back. */
  amountMinor?: number
  reason?: string | null
  /** Where and when the event was to be. */
  previous?: { starts_at: Date; timezone: string; venue: string | null }
}

type Tell = (facts: NoticeFacts, mail: ClaimedMail, order: MailedOrderRow) => Told | Dropped

const NOTHING: Dropped = { dropped: 'nothing_to_tell' }

/** Whoever has passed a ticket on has no more business with it. */
const ownTickets = ({ tickets }: NoticeFacts, { order_id }: MailedOrderRow) =>
  (tickets.get(order_id) ?? []).filter((row) => row.ticket_status_id === ticketStatus.active && !row.transferred)

/** Of one ticket, for whoever was passed it. */
const ofHolder: Tell = ({ tickets, holderPages }, { about_id }, order) => {
  const ticket = (tickets.get(order.order_id) ?? []).find(({ ticket_id }) => ticket_id === about_id)
  const page = holderPages.get(about_id ?? 0)
  if (ticket?.ticket_status_id !== ticketStatus.active || !page) return NOTHING
  return { to: ticket.email_address, tickets: [ticket], page }
}

/** What is no longer so when the mail leaves is not told. */
const tell: Record<MailKind, Tell> = {
  order_confirmed: (facts, _mail, order) =>
    order.order_status === 'confirmed' ? { to: order.email_address, tickets: ownTickets(facts, order) } : NOTHING,

  order_refunded: (facts, { about_id }, order) => {
    const refund = facts.refunds.get(about_id ?? 0)
    if (!refund) return NOTHING
    // The mail about the event has said so.
    if (refund.of_cancelled_event) return { dropped: 'told_already' }
    return { to: order.email_address, tickets: [], amountMinor: refund.amount_minor }
  },

  payment_failed: (_facts, _mail, order) =>
    order.order_status === 'pending' || order.order_status === 'expired'
      ? { to: order.email_address, tickets: [] }
      : NOTHING,

  ticket_transferred: ofHolder,

  tickets_resent: (facts, mail, order) => {
    if (mail.about_id !== null) return ofHolder(facts, mail, order)
    const tickets = ownTickets(facts, order)
    return order.order_status === 'confirmed' && tickets.length > 0
      ? { to: mail.email_address ?? order.email_address, tickets }
      : NOTHING
  },

  event_cancelled: ({ cancellations }, _mail, order) => {
    const cancellation = cancellations.get(order.order_id)
    if (!cancellation) return NOTHING
    const { amount_minor: amountMinor, reason } = cancellation
    return { to: order.email_address, tickets: [], amountMinor, reason }
  },

  event_moved: (facts, { about_id }, order) => {
    const previous = facts.moves.get(about_id ?? 0)
    if (!previous || order.order_status !== 'confirmed') return NOTHING
    return { to: order.email_address, tickets: ownTickets(facts, order), previous }
  },
}

export const toldOf = (kind: MailKind, facts: NoticeFacts, mail: ClaimedMail, order: MailedOrderRow): Told | Dropped =>
  tell[kind](facts, mail, order)
