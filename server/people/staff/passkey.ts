import { type Static, Type } from 'typebox'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'

export const Passkey = Type.Object(
  {
    passkey_id: Type.Integer(),
    name: Type.String(),
    created_at: Type.Integer({ description: 'Unix seconds' }),
    last_used_at: Nullable(Type.Integer()),
  },
  { title: 'Passkey' },
)

export type PasskeyRow = { passkey_id: number; name: string; created_at: Date; last_used_at: Date | null }

export const passkeyColumns = (sql: Db) => sql`passkey_id, name, created_at, last_used_at`

export const toPasskey = (row: PasskeyRow) =>
  ({
    passkey_id: row.passkey_id,
    name: row.name,
    created_at: unixSeconds(row.created_at),
    last_used_at: row.last_used_at && unixSeconds(row.last_used_at),
  }) satisfies Static<typeof Passkey>

export const PASSKEYS_MAX = 20

/** Of COSE: EdDSA, ES256 and RS256, which every authenticator has one of. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257]
