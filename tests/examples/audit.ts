import { Type } from 'typebox'
import { Nullable } from '../../server/platform/http/schema.ts'
import { addRow } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

const values = Type.Unsafe<object | null>({ type: ['object', 'null'] })
const Row = Type.Object({
  audit_id: Type.Integer(),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
  actor_kind: Type.String(),
  actor_id: Nullable(Type.String()),
  actor_name: Nullable(Type.String()),
  action: Type.String(),
  object_type: Type.String(),
  object_id: Type.String(),
  before: values,
  after: values,
  request_id: Nullable(Type.String()),
  microseconds: Type.Integer(),
})

const addEntry = (house: House, tenant: Tenant) =>
  addRow(house, tenant, 'audit_log', 'audit_id', {
    actor_kind: 'api_key',
    actor_id: '3',
    action: 'venue.created',
    object_type: 'venue',
    object_id: '7',
  })

export const auditExamples: Record<string, OperationExample> = {
  listAuditLog: {
    rows: [Row],
    make: async (house, tenant) => {
      for (let n = 0; n < 2; n += 1) await addEntry(house, tenant)
      const cursorOf = async (query: string) => {
        const { body } = await house.call('GET', `/v1/manage/audit_log?limit=1${query}`, { key: tenant.key })
        return body.next_cursor
      }
      const what = { object_type: 'venue', object_id: '7' }
      const who = { actor_kind: 'api_key', actor_id: '3' }
      const times = { unix_start: 1_600_000_000, unix_end: 4_000_000_000 }
      const all = { ...what, ...who, ...times }
      const query = Object.entries(all)
        .map(([name, value]) => `${name}=${value}`)
        .join('&')
      return {
        filters: { limit: 1, ...all, object_id: what, actor_id: who, cursor: await cursorOf('') },
        together: { limit: 1, ...all, cursor: await cursorOf(`&${query}`) },
        notIds: ['filters.object_id', 'filters.object_id.object_id', 'filters.actor_id', 'filters.actor_id.actor_id'],
      }
    },
  },
}
