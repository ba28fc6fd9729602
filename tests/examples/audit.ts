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
  action: Type.String(),
  object_type: Type.String(),
  object_id: Type.String(),
  before: values,
  after: values,
  request_id: Nullable(Type.String()),
})

const addEntry = (house: House, tenant: Tenant) =>
  addRow(house, tenant, 'audit_log', 'audit_id', {
    actor_kind: 'cli',
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
      const filters = { limit: 1, object_type: 'venue', object_id: '7' }
      return {
        filters: {
          ...filters,
          object_id: { object_type: 'venue', object_id: '7' },
          cursor: await cursorOf(''),
        },
        together: { ...filters, cursor: await cursorOf('&object_type=venue&object_id=7') },
        notIds: ['filters.object_id', 'filters.object_id.object_id'],
      }
    },
  },
}
