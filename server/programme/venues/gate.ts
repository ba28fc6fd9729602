import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import { missing } from '../../resources/constraints.ts'
import type { Resource } from '../../resources/resource.ts'

export const Gate = Type.Object(
  {
    gate_id: Type.Integer(),
    venue_id: Type.String(),
    name: Type.String(),
    directions: Nullable(Type.String({ description: 'how to find it, as stewards say it' })),
    status: OneOf(['active', 'archived']),
    closed: Type.Boolean({ description: 'lets no one in for now' }),
  },
  { title: 'Gate' },
)

export type GateRow = {
  gate_id: number
  venue_id: number
  name: string
  directions: string | null
  gate_status: 'active' | 'archived'
  closed_at: Date | null
}

export const gates: Resource<GateRow, Static<typeof Gate>> = {
  singular: 'gate',
  operationNames: { one: 'Gate', many: 'Gates' },
  object: 'gates',
  scope: 'programme:manage',
  listPath: '/v1/manage/venues/:venue_id/gates',
  parentTable: 'venues',
  itemPath: '/v1/manage/gates/:gate_id',
  table: 'gates',
  id: 'gate_id',
  tag: 'Venues',
  schema: Gate,
  constraints: { gates_org_id_venue_id_fkey: missing('venue_id') },
  select: (sql) => sql`
    select t.gate_id, t.venue_id, t.name, t.directions, t.gate_status, t.closed_at
    from gates t`,
  toItem: (row) =>
    ({
      gate_id: row.gate_id,
      venue_id: String(row.venue_id),
      name: row.name,
      directions: row.directions,
      status: row.gate_status,
      closed: row.closed_at !== null,
    }) satisfies Static<typeof Gate>,
}
