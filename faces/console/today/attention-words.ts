import { routes } from '../parts/routes.ts'
import { words } from '../words/today.ts'

/** In words; a kind that is new to this page as the API names it. */
export function attentionTitle(kind: string, count: number): string {
  return words.attention[kind]?.({ count }) ?? kind.replaceAll('_', ' ')
}

export const attentionDetail = (detail: string | null): string | null =>
  detail === null ? null : (words.details[detail] ?? detail)

const DEBTS = 'debts:manage'
const FIGURES = 'figures:manage'
const LISTS: Record<string, { href: string; scope: string }> = {
  payout_failed: { href: routes.payouts({ state: 'failed' }), scope: FIGURES },
  payout_not_at_bank: { href: routes.payouts({ state: 'missing' }), scope: FIGURES },
  payout_unmatched: { href: routes.payouts(), scope: FIGURES },
  payment_not_paid_out: { href: routes.missingPayments, scope: FIGURES },
  document_not_delivered: { href: routes.documents({ peppol: 'failed' }), scope: 'documents:manage' },
  refund_requested: { href: routes.refundRequests(), scope: 'refunds:manage' },
  refund_owed: { href: routes.debts({ owed_by: 'club' }), scope: DEBTS },
  bank_line_unclear: { href: routes.bank(), scope: DEBTS },
  transfer_running_out: { href: routes.awaitedTransfers(), scope: DEBTS },
  debt_overdue: { href: routes.debts({ status: 'overdue' }), scope: DEBTS },
  instalment_needs_fan: { href: routes.instalments({ stage: 'needs_fan' }), scope: DEBTS },
  instalment_returned: { href: routes.instalments({ stage: 'returned' }), scope: DEBTS },
  member_not_admitted: { href: routes.memberships, scope: 'members:manage' },
  instalment_overdue: { href: routes.debts({ status: 'overdue', kind: 'instalment' }), scope: DEBTS },
}

/** Where all of a kind stand, if anywhere, and what reading it needs. */
export const attentionList = (kind: string) => LISTS[kind]
