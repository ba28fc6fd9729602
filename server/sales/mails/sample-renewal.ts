import type { MailKind } from '../../messages/mail/notices.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import type { MailedOrderRow } from './mailed-order.ts'
import type { RenewalFact } from './renewal-facts.ts'

/** A made-up renewal, told in an order's currency and zone. */
export const sampleRenewal = (
  kind: MailKind,
  { total_minor, currency, timezone }: MailedOrderRow,
  day: Date,
): RenewalFact => ({
  membership_renewal_id: 0,
  renewal_status: kind === 'renewal_failed' ? 'failed' : 'announced',
  reason: kind === 'renewal_failed' ? 'declined' : null,
  type_title: 'Season',
  ends_at: new Date(day.getTime() + 37 * DAY_MS),
  renew_at: new Date(day.getTime() + 30 * DAY_MS),
  total_minor,
  currency,
  timezone,
  number_of_instalments: null,
  months_between: null,
  fixed_end_date: null,
  debited: null,
})
