/** Why somebody was not let in, as a steward would say it. */
const REASONS: Record<string, string> = {
  already_used: 'Used already',
  unknown: 'Not one of ours',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  unpaid: 'Not paid',
  blocked: 'Blocked',
  wrong_event: 'Another event',
  wrong_gate: 'Another gate',
  not_yet_valid: 'Too early',
  expired: 'Too late',
  not_exited: 'Did not leave before',
  overdue: 'Instalment overdue',
  second_admission: 'Let in twice',
}

export const reasonOf = (code: string): string => REASONS[code] ?? code.replaceAll('_', ' ')
