import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { aheadSeconds, type Clocks } from '../../platform/values/clock.ts'
import { findShownMessage } from '../steward-messages/steward-message.ts'

/** What a device may know of itself. */
export const GateDevice = Type.Object(
  {
    device_id: Type.Integer(),
    name: Type.String(),
    org_id: Type.String(),
    gate_ids: Type.Array(Type.Integer(), { description: 'gates that it may scan at; none: every gate' }),
    clock_skew_ms: Nullable(Type.Integer({ description: 'how far its clock is ahead of ours, by its last sample' })),
    message: Nullable(Type.String({ description: 'what all stewards of the event are told, where a report names it' })),
    server_time: Type.Number({ description: 'Unix seconds with milliseconds, as we answer' }),
    clock_ahead_seconds: Type.Integer({
      description:
        'within server_time: by how much the clock of a sandbox was moved, which is no fault of the device’s',
    }),
  },
  { title: 'GateDevice' },
)

type Row = { device_id: number; name: string; gate_ids: number[]; clock_skew_ms: number | null }

export async function readGateDevice(
  orgId: OrgId,
  sql: Db,
  clocks: Clocks,
  deviceId: number,
  eventId: number | undefined,
): Promise<Static<typeof GateDevice>> {
  const [row] = await sql<Row[]>`
    select d.device_id, d.name, d.clock_skew_ms,
      array(
        select g.gate_id
        from device_gates g
        where g.org_id = ${orgId}
          and g.device_id = d.device_id
        order by g.gate_id
      ) as gate_ids
    from devices d
    where d.org_id = ${orgId}
      and d.device_id = ${deviceId}`
  if (!row) throw new Error(`device ${deviceId} is gone`)
  const now = clocks.clock(orgId)
  return {
    device_id: row.device_id,
    name: row.name,
    org_id: String(orgId),
    gate_ids: row.gate_ids,
    clock_skew_ms: row.clock_skew_ms,
    message: eventId === undefined ? null : ((await findShownMessage(orgId, sql, now, eventId))?.text ?? null),
    server_time: now.getTime() / 1000,
    clock_ahead_seconds: aheadSeconds(orgId, clocks),
  }
}
