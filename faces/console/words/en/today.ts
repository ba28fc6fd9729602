import { counted } from '../../language/language.ts'

/** Of Today. */
export const today = {
  needsAttention: 'Needs attention',
  nothing: 'nothing',
  failedPaymentsAndRefundsMoney:
    'Failed payments and refunds, money that is overdue or to hand back, conflicts at the gates, mails that came back: none of it is open.',
  no: (id: number) => `No. ${id}`,
  order: (orderId: number) => `Order #${orderId}`,
  today: 'Today',
  sevenDays: 'Seven days',
  days: (days: number) => `${days} days`,
  salesByDay: 'Sales by day',
  lastDaysWhatFansPaid: (days: number) => `last ${days} days, what fans paid`,
  salesByDayOverThe: (days: number) => `Sales by day over the last ${days} days`,
  paid: 'Paid',
  comingUp: 'Coming up',
  nothingIsPlanned: 'Nothing is planned',
  anEventIsADate: 'An event is a date with places and prices. It is on sale once it is published.',
  tickets: (count: number) => counted(count, 'ticket', 'tickets'),
  orders: (count: number) => counted(count, 'order', 'orders'),
  /** What is behind the number, by kind. */
  attention: {
    payment_waiting: ['payment waits', 'payments wait'],
    payment_failed: ['payment failed', 'payments failed'],
    refund_failed: ['refund failed', 'refunds failed'],
    payment_reversed: ['payment came back', 'payments came back'],
    refund_owed: ['refund to hand back or transfer', 'refunds to hand back or transfer'],
    refund_requested: ['refund is asked for', 'refunds are asked for'],
    scan_conflict: ['conflict at the gates', 'conflicts at the gates'],
    mail_undelivered: ['mail came back', 'mails came back'],
    webhook_endpoint_failing: ['webhook endpoint fails', 'webhook endpoints fail'],
    debt_overdue: ['payment is overdue', 'payments are overdue'],
    instalment_needs_fan: ['instalment could not be charged', 'instalments could not be charged'],
    instalment_returned: ['instalment came back', 'instalments came back'],
    instalment_overdue: ['instalment is overdue', 'instalments are overdue'],
    renewal_failed: ['membership was not renewed', 'memberships were not renewed'],
  } as Record<string, [one: string, many: string]>,
  details: {
    dispute_opened: 'disputed at the bank',
    provider_refund: 'refunded at the payment provider',
    cash_refund: 'in cash',
    transfer_refund: 'by transfer',
    due: 'not paid',
    returned: 'came back',
    failed: 'collection failed',
  } as Record<string, string>,
}

export type Words = typeof today
