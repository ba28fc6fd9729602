import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import type { KeyRow } from './key-store.ts'

const properties = {
  key_id: Type.Integer(),
  type: OneOf(['sk', 'pk', 'gk'], { description: 'secret, publishable or gate' }),
  mode: OneOf(['live', 'test']),
  name: Type.String(),
  hint: Type.String({ description: 'enough of the key to recognise it' }),
  scopes: Type.Array(Type.String()),
  requests_per_minute: Nullable(Type.Integer({ description: 'null: what the organisation allows its keys' })),
  requests_per_day: Nullable(Type.Integer()),
  status: OneOf(['active', 'expired', 'revoked']),
  expires_at: Nullable(Type.Integer({ description: 'Unix seconds' })),
  revoked_at: Nullable(Type.Integer()),
  last_used_at: Nullable(Type.Integer({ description: 'to the minute' })),
  created_at: Type.Integer(),
}

export const ApiKey = Type.Object(properties, { title: 'ApiKey' })

export const ApiKeyWithSecret = Type.Object(
  { ...properties, secret: Type.String({ description: 'the key itself; shown this once' }) },
  { title: 'ApiKeyWithSecret' },
)

const unixOrNull = (at: Date | null) => (at ? unixSeconds(at) : null)

export const toApiKey = (row: KeyRow, now: Date) =>
  ({
    key_id: row.key_id,
    type: row.kind,
    mode: row.mode,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes,
    requests_per_minute: row.requests_per_minute,
    requests_per_day: row.requests_per_day,
    status: row.revoked_at ? 'revoked' : row.expires_at && row.expires_at <= now ? 'expired' : 'active',
    expires_at: unixOrNull(row.expires_at),
    revoked_at: unixOrNull(row.revoked_at),
    last_used_at: unixOrNull(row.last_used_at),
    created_at: unixSeconds(row.created_at),
  }) satisfies Static<typeof ApiKey>
