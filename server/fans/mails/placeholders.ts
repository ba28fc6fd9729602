import type { MailKind } from '../../messages/mail/notices.ts'

const OF_TRANSFERS = ['event', 'starts', 'venue', 'name', 'order', 'organisation', 'amount', 'due']

/** What texts of each kind may name. */
export const placeholders: Record<MailKind, string[]> = {
  order_confirmed: ['event', 'starts', 'venue', 'name', 'order', 'organisation', 'tickets', 'total'],
  tickets_resent: ['event', 'starts', 'venue', 'name', 'order', 'organisation', 'tickets'],
  order_refunded: ['event', 'starts', 'venue', 'name', 'order', 'organisation', 'amount', 'refund'],
  payment_failed: ['event', 'starts', 'venue', 'name', 'order', 'organisation', 'total'],
  payment_unfinished: ['event', 'starts', 'venue', 'name', 'order', 'organisation', 'total', 'until'],
  transfer_awaited: [...OF_TRANSFERS, 'payee', 'iban', 'reference'],
  transfer_reminder: [...OF_TRANSFERS, 'payee', 'iban', 'reference'],
  transfer_part: [...OF_TRANSFERS, 'payee', 'iban', 'reference'],
  transfer_expired: OF_TRANSFERS,
  ticket_transferred: ['event', 'starts', 'venue', 'name', 'organisation'],
  ticket_passed_on: ['event', 'starts', 'venue', 'name', 'organisation', 'holder'],
  event_cancelled: ['event', 'starts', 'venue', 'name', 'order', 'organisation', 'amount', 'refund', 'reason'],
  event_moved: ['event', 'starts', 'venue', 'name', 'order', 'organisation', 'previous'],
  refund_owed: ['event', 'starts', 'venue', 'name', 'order', 'organisation', 'amount', 'refund'],
  debt_reminder: ['event', 'starts', 'venue', 'name', 'order', 'organisation', 'amount', 'due'],
  instalment_failed: ['event', 'starts', 'venue', 'name', 'order', 'organisation', 'amount', 'due', 'next'],
  debit_notice: ['event', 'starts', 'venue', 'name', 'order', 'organisation', 'amount', 'due', 'mandate', 'account'],
  membership_confirmed: ['name', 'order', 'organisation', 'total'],
  membership_cancelled: ['name', 'order', 'organisation', 'membership', 'member', 'owed', 'amount'],
  refund_declined: ['event', 'starts', 'venue', 'name', 'order', 'organisation', 'reason'],
  renewal_announced: ['name', 'organisation', 'membership', 'amount', 'total', 'due', 'ends', 'means'],
  document_issued: ['name', 'order', 'organisation', 'document'],
  renewal_failed: ['name', 'organisation', 'membership', 'total', 'ends', 'why'],
}
