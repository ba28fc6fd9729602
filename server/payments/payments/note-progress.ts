import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import { keepsPlacesMs } from './payment-methods.ts'
import type { PaymentResult } from './provider.ts'
import { BANK_TRANSFER } from './transfer-rule.ts'

export type Progress = Extract<PaymentResult, { kind: 'requires_action' | 'processing' | 'unknown' }>

/** So long after a buyer has left for their bank a mail leads them back, unless they have come by themselves. */
export const LEAD_BACK_MS = 10 * MINUTE_MS

/** Never back from an end: a late answer that nothing is known yet changes nothing. */
export const noteProgress = (orgId: OrgId, sql: Db, now: Date, paymentId: number, result: Progress) => sql`
  update payments
  set payment_status = ${result.kind},
    provider_reference = coalesce(${result.kind === 'unknown' ? null : result.reference}, provider_reference),
    next_action = ${result.kind === 'requires_action' ? JSON.stringify(result.nextAction) : null}::text::jsonb,
    expires_at = coalesce(
      to_timestamp(extract(epoch from created_at at time zone 'utc') + ${keepsPlacesSeconds(result)}::integer),
      expires_at
    ),
    remind_at = case
      when ${leaves(result)} and next_action is null and order_id is not null then ${new Date(now.getTime() + LEAD_BACK_MS)}
      else remind_at
    end,
    changed_at = ${now}
  where org_id = ${orgId}
    and payment_id = ${paymentId}
    and payment_status not in ('succeeded', 'failed', 'cancelled')`

const leaves = (result: Progress): boolean => result.kind === 'requires_action' && result.nextAction.type === 'redirect'

/** The deadline of a transfer is the organisation's, and on record from its draft on. */
const keepsPlacesSeconds = (result: Progress): number | null =>
  result.kind === 'unknown' || result.method === BANK_TRANSFER ? null : keepsPlacesMs(result) / 1000
