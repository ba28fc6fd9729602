import { languageNames } from '../../kit/languages.ts'
import { words } from '../words/settings.ts'

export const LANGUAGES = languageNames
export type Language = keyof typeof LANGUAGES

const TITLES: Record<string, string> = {
  order_confirmed: words.orderConfirmed,
  tickets_resent: words.ticketsSentAgain,
  order_refunded: words.orderRefunded,
  payment_failed: words.paymentFailed,
  ticket_transferred: words.ticketReceived,
  ticket_passed_on: words.ticketPassedOn,
  event_cancelled: words.eventCancelled,
  event_moved: words.eventMoved,
  refund_owed: words.moneyBackInCashOr,
  debt_reminder: words.paymentReminder,
  refund_declined: words.refundDeclined,
  membership_confirmed: words.welcomeMembers,
}

/** In words; a kind that is new to this page as the API names it. */
export const mailTitle = (kind: string): string => TITLES[kind] ?? kind.replaceAll('_', ' ')
