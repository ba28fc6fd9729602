import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import type { Seal } from '../../platform/values/seal.ts'

export type SigningKey = { signingKeyId: number; privateKey: KeyObject }

type KeyRow = { signing_key_id: number; public_key: Buffer; private_key_encrypted: Buffer }

/** The key that signs an event's tickets, made when it is first asked for. Two who ask at once are given the same one. */
export async function ensureSigningKey(
  orgId: OrgId,
  sql: Db,
  { systemClock, seal }: { systemClock: SystemClock; seal: Seal },
  eventId: number,
): Promise<SigningKey> {
  const existing = await findSigningKey(orgId, sql, eventId)
  if (existing) return openKey(orgId, eventId, existing, seal)
  const { publicKey, secret } = newPair()
  await sql`
    insert into event_signing_keys (org_id, event_id, public_key, private_key_encrypted, created_at)
    values (${orgId}, ${eventId}, ${publicKey}, ${seal.close(secret, contextOf(orgId, eventId))}, ${systemClock()})
    on conflict (org_id, event_id) where retired_at is null do nothing`
  // Another statement, whose snapshot holds whatever the insert may have waited for.
  const inserted = await findSigningKey(orgId, sql, eventId)
  if (!inserted) throw new Error(`event ${eventId} has no key to sign its tickets`)
  return openKey(orgId, eventId, inserted, seal)
}

async function findSigningKey(orgId: OrgId, sql: Db, eventId: number): Promise<KeyRow | undefined> {
  const [row] = await sql<KeyRow[]>`
    select signing_key_id, public_key, private_key_encrypted
    from event_signing_keys
    where org_id = ${orgId}
      and event_id = ${eventId}
      and retired_at is null`
  return row
}

/** A key's bytes open only where they were put: under another event they are noise. */
const contextOf = (orgId: OrgId, eventId: number) => `event_signing_keys ${orgId} ${eventId}`

function newPair(): { publicKey: Buffer; secret: string } {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  if (x === undefined || d === undefined) throw new Error('no Ed25519 key could be made')
  return { publicKey: Buffer.from(x, 'base64url'), secret: d }
}

function openKey(orgId: OrgId, eventId: number, row: KeyRow, seal: Seal): SigningKey {
  const d = seal.open(row.private_key_encrypted, contextOf(orgId, eventId))
  const x = row.public_key.toString('base64url')
  return {
    signingKeyId: row.signing_key_id,
    privateKey: createPrivateKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x, d } }),
  }
}

/** The private halves of all keys of an event, as text. */
export async function openPrivateKeys(
  orgId: OrgId,
  sql: Db,
  seal: Seal,
  eventId: number,
): Promise<{ signingKeyId: number; secret: string }[]> {
  const rows = await sql<KeyRow[]>`
    select signing_key_id, public_key, private_key_encrypted
    from event_signing_keys
    where org_id = ${orgId}
      and event_id = ${eventId}`
  return rows.map(({ signing_key_id, private_key_encrypted }) => ({
    signingKeyId: signing_key_id,
    secret: seal.open(private_key_encrypted, contextOf(orgId, eventId)),
  }))
}

export type PublicKey = { signing_key_id: number; public_key: Buffer }

/** What an event's tickets are verified with: the key that signs now and those that signed before. */
export async function listPublicKeys(orgId: OrgId, sql: Db, eventId: number): Promise<PublicKey[]> {
  const rows = await sql<PublicKey[]>`
    select signing_key_id, public_key
    from event_signing_keys
    where org_id = ${orgId}
      and event_id = ${eventId}
    order by created_at, signing_key_id`
  return [...rows]
}
