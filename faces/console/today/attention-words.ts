import { routes } from '../parts/routes.ts'
import { words } from '../words/today.ts'

/** In words; a kind that is new to this page as the API names it. */
export function attentionTitle(kind: string, count: number): string {
  const [one, many] = words.attention[kind] ?? [kind.replaceAll('_', ' '), kind.replaceAll('_', ' ')]
  return count === 1 ? one : many
}

export const attentionDetail = (detail: string | null): string | null =>
  detail === null ? null : (words.details[detail] ?? detail)

const LISTS: Record<string, string> = {
  refund_requested: routes.refundRequests(),
  refund_owed: routes.debts({ owed_by: 'club' }),
  debt_overdue: routes.debts({ status: 'overdue' }),
  instalment_overdue: routes.debts({ status: 'overdue', kind: 'instalment' }),
}

/** Where all of a kind stand, if anywhere. */
export const attentionList = (kind: string): string | undefined => LISTS[kind]
