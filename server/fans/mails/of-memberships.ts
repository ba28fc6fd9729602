import type { MailKind } from '../../messages/mail/notices.ts'

/** What there is to tell of an order of memberships: that they are members, and what is owed for it, either way. */
export const OF_MEMBERSHIPS: MailKind[] = [
  'refund_owed',
  'debt_reminder',
  'instalment_failed',
  'debit_notice',
  'membership_confirmed',
  'membership_cancelled',
  'payment_unfinished',
  'transfer_awaited',
  'transfer_reminder',
  'transfer_part',
  'transfer_expired',
  'document_issued',
]
