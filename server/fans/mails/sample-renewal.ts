import type { MailKind } from '../../messages/mail/notices.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { memberStatus } from '../../programme/statuses.ts'
import type { MailedOrderRow } from './mailed-order.ts'
import type { EndedFact } from './membership-end-facts.ts'
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

/** A made-up membership that has ended, with an order's total still owed. */
export const sampleEnd = ({ order_id, total_minor, currency }: MailedOrderRow): EndedFact => ({
  membership_member_id: 0,
  first_name: 'Grace',
  last_name: 'Okafor',
  type_title: 'Season',
  membership_order_id: order_id,
  membership_member_status_id: memberStatus.cancelled,
  owed_minor: total_minor,
  currency,
})
