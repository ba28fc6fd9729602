import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'

/** The bank will not hear of it again; the fan gives another. Without a mandate nothing does. */
export const failMandate = (orgId: OrgId, tx: Tx, now: Date, mandateId: number | null) => tx`
  update mandates
  set mandate_status = 'failed', ended_at = ${now}, changed_at = ${now}
  where org_id = ${orgId}
    and mandate_id = ${mandateId}
    and mandate_status = 'active'`

/** The fan pays by other means from now on. */
export const giveUpMandates = (orgId: OrgId, tx: Tx, now: Date, meansId: number) => tx`
  update mandates
  set mandate_status = 'given_up', ended_at = ${now}, changed_at = ${now}
  where org_id = ${orgId}
    and payment_means_id = ${meansId}
    and mandate_status = 'active'`
