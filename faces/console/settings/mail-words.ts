import { languageNames } from '../../kit/languages.ts'

export const LANGUAGES = languageNames
export type Language = keyof typeof LANGUAGES

const TITLES: Record<string, string> = {
  order_confirmed: 'Order confirmed',
  tickets_resent: 'Tickets sent again',
  order_refunded: 'Order refunded',
  payment_failed: 'Payment failed',
  ticket_transferred: 'Ticket received',
  ticket_passed_on: 'Ticket passed on',
  event_cancelled: 'Event cancelled',
  event_moved: 'Event moved',
  refund_owed: 'Money back, in cash or by transfer',
  debt_reminder: 'Payment reminder',
}

/** In words; a kind that is new to this page as the API names it. */
export const mailTitle = (kind: string): string => TITLES[kind] ?? kind.replaceAll('_', ' ')
