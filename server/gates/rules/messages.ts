import type { LoggedResult } from './facts.ts'

/** What a steward reads on the screen. */
export const messages: Record<LoggedResult, string> = {
  admitted: 'Welcome.',
  exit: 'Goodbye.',
  already_used: 'This barcode has been used.',
  unknown: 'Nobody has this barcode.',
  cancelled: 'Cancelled.',
  refunded: 'The ticket was refunded.',
  unpaid: 'Not paid yet.',
  blocked: 'This barcode does not open a gate.',
  wrong_event: 'For another event.',
  wrong_gate: 'Please use another gate.',
  not_yet_valid: 'Not valid yet.',
  expired: 'No longer valid.',
  not_exited: 'Inside already; no exit was scanned.',
  overdue: 'An instalment is overdue.',
  annulled: 'The scan was taken back.',
}
