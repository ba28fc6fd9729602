import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'

/** So many wrong codes, and a scanner has to wait: of a million codes a thief tries twenty an hour. */
export const WRONG_CODES_MAX = 5
export const WAIT_MS = 900_000

/**
 * Counts a try and says how many are left. Undefined: this scanner has to wait, and a right code counts as little as a wrong one. A right
 * one forgives the wrong ones before it.
 */
export async function countTry(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  deviceId: number,
  isRight: boolean,
): Promise<number | undefined> {
  const since = new Date(now.getTime() - WAIT_MS)
  const [device] = await tx<{ wrong_codes: number }[]>`
    update devices
    set wrong_codes = case when ${isRight} then 0 when wrong_code_at > ${since} then wrong_codes + 1 else 1 end,
      wrong_code_at = case when ${isRight} then wrong_code_at else ${now} end
    where org_id = ${orgId}
      and device_id = ${deviceId}
      and (wrong_codes < ${WRONG_CODES_MAX} or wrong_code_at <= ${since})
    returning wrong_codes`
  return device && WRONG_CODES_MAX - device.wrong_codes
}
