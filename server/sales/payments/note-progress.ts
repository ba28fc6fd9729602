import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { keepsPlacesMs } from './payment-methods.ts'
import type { PaymentResult } from './provider.ts'
import { BANK_TRANSFER } from './transfer-rule.ts'

export type Progress = Extract<PaymentResult, { kind: 'requires_action' | 'processing' | 'unknown' }>

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
    changed_at = ${now}
  where org_id = ${orgId}
    and payment_id = ${paymentId}
    and payment_status not in ('succeeded', 'failed', 'cancelled')`

/** The deadline of a transfer is the organisation's, and on record from its draft on. */
const keepsPlacesSeconds = (result: Progress): number | null =>
  result.kind === 'unknown' || result.method === BANK_TRANSFER ? null : keepsPlacesMs(result) / 1000
