import { pbkdf2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Seal } from '../../platform/values/seal.ts'

const DIGITS = 6
/** A scanner works as long for one try, so that whoever finds one does not have the code in a second. */
const ITERATIONS = 20_000
const HASH_BYTES = 32

/**
 * What a supervisor types on a steward's phone to let somebody in whom the rules refuse. It is derived from the event and its newest signing
 * key, so that it is nowhere to be read, and another one as soon as that key is replaced.
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
  return String(bytes.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** What a scanner checks it by without a network; the salt is no secret. */
export async function supervisorCheck(code: string, seal: Seal, orgId: OrgId, eventId: number) {
  const salt = Buffer.from(seal.fingerprint(JSON.stringify([orgId, eventId]), 'salt of supervisor code'), 'base64url')
  const hash = await promisify(pbkdf2)(code, salt, ITERATIONS, HASH_BYTES, 'sha256')
  return { salt: salt.toString('base64url'), hash: hash.toString('base64url'), iterations: ITERATIONS }
}

export const isSupervisorCode = (typed: string, code: string): boolean =>
  typed.length === code.length && timingSafeEqual(Buffer.from(typed), Buffer.from(code))
