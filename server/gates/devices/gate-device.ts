import { type Static, Type } from 'typebox'
import { keyIdOf, type OrgId } from '../../access/principal.ts'
import { Id, Input, Integer, Nullable, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { deviceOf } from './device.ts'
import { PreciseSeconds, skewOf, storeSkew } from './device-clock.ts'

/** What a device may know of itself. */
const GateDevice = Type.Object(
  {
    device_id: Type.Integer(),
    name: Type.String(),
    org_id: Type.String(),
    gate_ids: Type.Array(Type.Integer(), { description: 'gates that it may scan at; none: every gate' }),
    clock_skew_ms: Nullable(Type.Integer({ description: 'how far its clock is ahead of ours, by its last sample' })),
    message: Nullable(Type.String({ description: 'what all stewards of the event are told, where a report names it' })),
    server_time: Type.Number({ description: 'Unix seconds with milliseconds, as we answer' }),
  },
  { title: 'GateDevice' },
)

export const retrieveGateDevice: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/gate/device',
    {
      config: { scope: 'gate:scan' },
      schema: {
        operationId: 'retrieveGateDevice',
        summary: 'Retrieve the device behind the key',
        description: 'Its name, its gates and our time, so that a scanner can tell how wrong its clock is.',
        tags: ['Gates'],
        response: { 200: GateDevice },
      },
    },
    async ({ orgId, principal }) => {
      const deviceId = await deviceOf(orgId, sql, clock, keyIdOf(principal))
      return describe(orgId, sql, clock(), deviceId, undefined)
    },
  )

const Report = Input({
  device_time: PreciseSeconds({ description: 'Unix seconds on the device’s clock' }),
  program_version: Type.Optional(Text(40, { description: 'with the next two a report; without it they are ignored' })),
  battery_percent: Type.Optional(Integer({ minimum: 0, maximum: 100 })),
  scans_waiting: Type.Optional(Integer({ minimum: 0, maximum: 1_000_000, description: 'not uploaded' })),
  event_id: Type.Optional(Id({ description: 'whose message to stewards is wanted' })),
})

export const sampleClock: Operation = (app, deps) =>
  app.post(
    '/v1/gate/device/clock',
    {
      config: { scope: 'gate:scan' },
      schema: {
        operationId: 'sampleClock',
        summary: 'Report, and compare clocks',
        description: 'For devices whose clock nobody sets, and for supervisors to see how each is doing.',
        tags: ['Gates'],
        body: Report,
        response: { 200: GateDevice },
      },
    },
    (request, reply) => {
      const { orgId, principal, body } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = deps.clock()
        const deviceId = await deviceOf(orgId, tx, deps.clock, keyIdOf(principal))
        await storeSkew(orgId, tx, now, deviceId, skewOf(body.device_time, now))
        if (body.program_version !== undefined) await storeReport(orgId, tx, now, deviceId, body)
        return describe(orgId, tx, now, deviceId, body.event_id)
      })
    },
  )

type Row = { device_id: number; name: string; gate_ids: number[]; clock_skew_ms: number | null }

const storeReport = (orgId: OrgId, sql: Db, now: Date, deviceId: number, report: Static<typeof Report>) => sql`
  update devices
  set program_version = ${report.program_version ?? null}, battery_percent = ${report.battery_percent ?? null},
    scans_waiting = ${report.scans_waiting ?? null}, reported_at = ${now}
  where org_id = ${orgId}
    and device_id = ${deviceId}`

/** What stewards were told is of the evening: later it is nobody's business. */
async function findMessage(orgId: OrgId, sql: Db, now: Date, eventId: number): Promise<string | null> {
  const [message] = await sql<{ body: string }[]>`
    select body
    from steward_messages
    where org_id = ${orgId}
      and event_id = ${eventId}
      and created_at > ${new Date(now.getTime() - DAY_MS)}
    order by created_at desc, steward_message_id desc
    limit 1`
  return message?.body ?? null
}

async function describe(
  orgId: OrgId,
  sql: Db,
  now: Date,
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
  return {
    device_id: row.device_id,
    name: row.name,
    org_id: String(orgId),
    gate_ids: row.gate_ids,
    clock_skew_ms: row.clock_skew_ms,
    message: eventId === undefined ? null : await findMessage(orgId, sql, now, eventId),
    server_time: now.getTime() / 1000,
  }
}
