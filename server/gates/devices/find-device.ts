import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'

/**
 * The device behind a gate key. A key that was issued by hand, without a code, is a device too: it gets its row when it first
 * calls, so that every scan has one.
 */
export async function deviceOf(orgId: OrgId, sql: Db, clock: Clock, keyId: number): Promise<number> {
  const deviceId = await findDevice(orgId, sql, keyId)
  if (deviceId !== undefined) return deviceId
  const now = clock()
  await sql`
    insert into devices (org_id, name, key_id, enrolled_at, created_at, changed_at)
    select org_id, name, key_id, ${now}, ${now}, ${now}
    from api_keys
    where org_id = ${orgId}
      and key_id = ${keyId}
    on conflict (org_id, key_id) do nothing`
  // Another statement, whose snapshot holds whatever the insert may have waited for.
  const made = await findDevice(orgId, sql, keyId)
  if (made === undefined) throw new Error(`key ${keyId} has no device`)
  return made
}

async function findDevice(orgId: OrgId, sql: Db, keyId: number): Promise<number | undefined> {
  const [row] = await sql<{ device_id: number }[]>`
    select device_id
    from devices
    where org_id = ${orgId}
      and key_id = ${keyId}`
  return row?.device_id
}
