import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { checkDigit } from '../rules/check-digit.ts'

const DIGITS = 6

/**
 * What a supervisor types on a steward's phone to let a fan in whom the rules refuse: six digits and one that tells a slip. It is
 * derived from the event and its newest signing key, so that it is nowhere to be read, and another one as soon as that key is replaced.
 * Scanners get nothing that it could be tried against: a thief of one can only ask us.
 */
export async function supervisorCode(orgId: OrgId, sql: Db, seal: Seal, eventId: number): Promise<string> {
  const [key] = await sql<{ signing_key_id: number }[]>`
    select signing_key_id
    from event_signing_keys
    where org_id = ${orgId}
      and event_id = ${eventId}
    order by created_at desc, signing_key_id desc
    limit 1`
  const name = JSON.stringify([orgId, eventId, key?.signing_key_id ?? 0])
  const bytes = Buffer.from(seal.fingerprint(name, 'supervisor code'), 'base64url')
  const digits = String(bytes.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0')
  return digits + checkDigit(digits)
}
