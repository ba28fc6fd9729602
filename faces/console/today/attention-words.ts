import { routes } from '../parts/routes.ts'

const TITLES: Record<string, [one: string, many: string]> = {
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
  instalment_overdue: ['instalment is overdue', 'instalments are overdue'],
}

/** In words; a kind that is new to this page as the API names it. */
export function attentionTitle(kind: string, count: number): string {
  const [one, many] = TITLES[kind] ?? [kind.replaceAll('_', ' '), kind.replaceAll('_', ' ')]
  return count === 1 ? one : many
}

const DETAILS: Record<string, string> = {
  dispute_opened: 'disputed at the bank',
  provider_refund: 'refunded at the payment provider',
  cash_refund: 'in cash',
  transfer_refund: 'by transfer',
  due: 'not paid',
  returned: 'came back',
  failed: 'collection failed',
}

export const attentionDetail = (detail: string | null): string | null =>
  detail === null ? null : (DETAILS[detail] ?? detail)

const LISTS: Record<string, string> = {
  refund_owed: routes.debts({ owed_by: 'club' }),
  debt_overdue: routes.debts({ status: 'overdue' }),
  instalment_overdue: routes.debts({ status: 'overdue', kind: 'instalment' }),
}

/** Where all of a kind stand, if anywhere. */
export const attentionList = (kind: string): string | undefined => LISTS[kind]
