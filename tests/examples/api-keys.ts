import { Type } from 'typebox'
import { createKey, type KeyRow } from '../../server/access/api-keys/key-store.ts'
import type { OrganisationMode } from '../../server/access/principal.ts'
import type { KeyKind, Scope } from '../../server/access/scopes.ts'
import { Nullable } from '../../server/platform/http/schema.ts'
import { NOTHING } from '../builders/rows.ts'
import { type OperationExample, rowOf } from './example.ts'

const Instant = Type.Unsafe<Date | null>({ type: ['object', 'null'] })
const Row = rowOf<KeyRow>()(
  Type.Object({
    key_id: Type.Integer(),
    kind: Type.Unsafe<KeyKind>({ type: 'string' }),
    mode: Type.Unsafe<OrganisationMode>({ type: 'string' }),
    name: Type.String(),
    hint: Type.String(),
    scopes: Type.Unsafe<Scope[]>({ type: 'array' }),
    requests_per_minute: Nullable(Type.Integer()),
    requests_per_day: Nullable(Type.Integer()),
    expires_at: Instant,
    revoked_at: Instant,
    last_used_at: Instant,
    created_at: Type.Unsafe<Date>({ type: 'object' }),
  }),
)

const key = { type: 'sk', name: 'till', scopes: ['keys:manage'], requests_per_day: null }

const oneKey: OperationExample = {
  rows: [Row],
  make: async ({ sql }, { orgId }) => {
    const { key_id } = await createKey(orgId, sql, { kind: 'sk', name: 'old till', scopes: ['keys:manage'] })
    return { params: { key_id }, ids: { 'params.key_id': NOTHING } }
  },
}

export const apiKeyExamples: Record<string, OperationExample> = {
  listApiKeys: { rows: [Row] },
  createApiKey: { rows: [Row], make: async () => ({ body: key, otherBody: { ...key, name: 'gate' } }) },
  rollApiKey: {
    rows: [Row],
    make: async (house, tenant) => ({
      ...(await oneKey.make?.(house, tenant)),
      body: { overlap_seconds: 60 },
      otherBody: { overlap_seconds: 0 },
    }),
  },
  revokeApiKey: oneKey,
}
