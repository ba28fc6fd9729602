import { type Static, Type } from 'typebox'
import { keyIdOf, type OrgId } from '../../access/principal.ts'
import { Id, Input, Integer, Text, UnixSeconds } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { deviceOf } from './device.ts'
import { PreciseSeconds, skewOf, storeSkew } from './device-clock.ts'
import { GateDevice, readGateDevice } from './gate-device.ts'

const Report = Input({
  device_time: PreciseSeconds({ description: 'Unix seconds on the device’s clock' }),
  program_version: Type.Optional(
    Text(40, { description: 'with the next eight a report; without it they are ignored' }),
  ),
  steward: Type.Optional(Text(60, { description: 'who holds it' })),
  battery_percent: Type.Optional(Integer({ minimum: 0, maximum: 100 })),
  scans_waiting: Type.Optional(Integer({ minimum: 0, maximum: 1_000_000, description: 'not uploaded' })),
  scans_aside: Type.Optional(
    Integer({ minimum: 0, maximum: 1_000_000, description: 'uploaded, and refused one by one' }),
  ),
  waiting_seconds: Type.Optional(
    Integer({ minimum: 0, maximum: 31_536_000, description: 'for how long the queue has not become shorter' }),
  ),
  list_as_of: Type.Optional(UnixSeconds({ description: '`as_of` of the manifest that it decides by' })),
  storage_percent: Type.Optional(Integer({ minimum: 0, maximum: 100, description: 'how full its disk is' })),
  gate_id: Type.Optional(Id({ description: 'where it scans; one that is not the organisation’s counts as none' })),
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
        description: 'For devices whose clock is not set by a network, and for supervisors to see how each is doing.',
        tags: ['Gates'],
        body: Report,
        response: { 200: GateDevice },
      },
    },
    (request, reply) => {
      const { orgId, principal, body } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = deps.clock(orgId)
        const deviceId = await deviceOf(orgId, tx, deps.clock, keyIdOf(principal))
        await storeSkew(orgId, tx, now, deviceId, skewOf(body.device_time, deps.systemClock()))
        if (body.program_version !== undefined) await storeReport(orgId, tx, now, deviceId, body)
        return readGateDevice(orgId, tx, deps, deviceId, body.event_id)
      })
    },
  )

const storeReport = (orgId: OrgId, sql: Db, now: Date, deviceId: number, report: Static<typeof Report>) => sql`
  update devices
  set program_version = ${report.program_version ?? null}, steward = ${report.steward ?? null}, battery_percent = ${report.battery_percent ?? null},
    scans_waiting = ${report.scans_waiting ?? null}, scans_aside = ${report.scans_aside ?? null},
    waiting_seconds = ${report.waiting_seconds ?? null},
    list_as_of = ${report.list_as_of === undefined ? null : new Date(report.list_as_of * 1000)},
    storage_percent = ${report.storage_percent ?? null},
    reported_gate_id = (
      select gate_id
      from gates
      where org_id = ${orgId}
        and gate_id = ${report.gate_id ?? null}
    ),
    reported_at = ${now}
  where org_id = ${orgId}
    and device_id = ${deviceId}`
