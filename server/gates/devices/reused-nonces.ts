import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** Scans of a device that came under the nonce of another one: its counter has begun anew, or two programs share its key. */
export const noteReusedNonces = (orgId: OrgId, sql: Db, now: Date, deviceId: number, scans: number) => sql`
  update devices
  set nonces_reused = nonces_reused + ${scans}, nonce_reused_at = ${now}, changed_at = ${now}
  where org_id = ${orgId}
    and device_id = ${deviceId}`
