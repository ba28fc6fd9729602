const TITLES: Record<string, [one: string, many: string]> = {
  payment_waiting: ['payment waits', 'payments wait'],
  payment_failed: ['payment failed', 'payments failed'],
  refund_failed: ['refund failed', 'refunds failed'],
  payment_reversed: ['payment came back', 'payments came back'],
  refund_requested: ['refund is asked for', 'refunds are asked for'],
  scan_conflict: ['conflict at the gates', 'conflicts at the gates'],
  mail_undelivered: ['mail came back', 'mails came back'],
  webhook_endpoint_failing: ['webhook endpoint fails', 'webhook endpoints fail'],
  instalment_overdue: ['instalment is overdue', 'instalments are overdue'],
}

/** In words; a kind that is new to this page as the API names it. */
export function attentionTitle(kind: string, count: number): string {
  const [one, many] = TITLES[kind] ?? [kind.replaceAll('_', ' '), kind.replaceAll('_', ' ')]
  return count === 1 ? one : many
}
