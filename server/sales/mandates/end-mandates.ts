import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'

/** The bank will not hear of it again; the fan gives another. Without a mandate nothing does. */
export const failMandate = (orgId: OrgId, tx: Tx, now: Date, mandateId: number | null) => tx`
  update mandates
  set mandate_status = 'failed', ended_at = ${now}, changed_at = ${now}
  where org_id = ${orgId}
    and mandate_id = ${mandateId}
    and mandate_status = 'active'`
