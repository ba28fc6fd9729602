import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { type Clock, unixSeconds } from '../../platform/values/clock.ts'
import { DAY_MS, HOUR_MS } from '../../platform/values/durations.ts'
import { eventStatus } from '../../programme/statuses.ts'
import type { Resource } from '../../resources/resource.ts'
import { alarmKinds, alarmsOf, type ScannerFacts } from '../rules/alarms.ts'

const properties = {
  device_id: Type.Integer(),
  name: Type.String(),
  status: OneOf(['pending', 'enrolled', 'revoked'], { description: 'pending until its code has been used' }),
  gate_ids: Type.Array(Type.Integer(), { description: 'gates that it may scan at; none: every gate' }),
  key_id: Nullable(Type.Integer({ description: 'its gate key' })),
  enrolled_at: Nullable(Type.Integer({ description: 'Unix seconds' })),
  enrolment_expires_at: Nullable(Type.Integer({ description: 'until when a code that is out can be used' })),
  last_seen_at: Nullable(Type.Integer({ description: 'right to the minute' })),
  clock_skew_ms: Nullable(Type.Integer({ description: 'how far its clock is ahead of ours' })),
  battery_percent: Nullable(Type.Integer({ description: 'by its last report, as the next nine' })),
  scans_waiting: Nullable(Type.Integer({ description: 'not uploaded' })),
  scans_aside: Nullable(Type.Integer({ description: 'uploaded, and refused one by one: a supervisor should look' })),
  waiting_seconds: Nullable(Type.Integer({ description: 'for how long its queue has not become shorter' })),
  list_as_of: Nullable(Type.Integer({ description: 'Unix seconds; `as_of` of the manifest that it decides by' })),
  storage_percent: Nullable(Type.Integer({ description: 'how full its disk is' })),
  gate_id: Nullable(Type.Integer({ description: 'where it scans' })),
  steward: Nullable(Type.String({ description: 'who holds it' })),
  program_version: Nullable(Type.String()),
  reported_at: Nullable(Type.Integer()),
  nonces_reused: Type.Integer({ description: 'scans in all that came under the nonce of another one' }),
  nonce_reused_at: Nullable(Type.Integer({ description: 'when the last of them came' })),
  alarms: Type.Array(OneOf([...alarmKinds]), { description: 'what is wrong with it now, the worst first' }),
  revoked_at: Nullable(Type.Integer()),
  lost: Type.Boolean({ description: 'revoked as lost: nothing that it has is taken any more' }),
  created_at: Type.Integer(),
}

export const Device = Type.Object(properties, { title: 'Device' })
export type Device = Static<typeof Device>

export const DeviceWithCode = Type.Object(
  {
    ...properties,
    enrolment_code: Type.String({ description: 'works once; shown this once' }),
    enrolment_url: Type.String({ description: 'the scanner with the code behind the #, which is sent nowhere' }),
    enrolment_qr_svg: Type.String({ description: 'that link as a QR code, for any camera' }),
  },
  { title: 'DeviceWithCode' },
)

export const DeviceRow = Type.Object({
  device_id: Type.Integer(),
  name: Type.String(),
  gate_ids: Type.Array(Type.Integer()),
  key_id: Nullable(Type.Integer()),
  enrolled_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  enrolment_expires_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  last_seen_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  clock_skew_ms: Nullable(Type.Integer()),
  battery_percent: Nullable(Type.Integer()),
  scans_waiting: Nullable(Type.Integer()),
  scans_aside: Nullable(Type.Integer()),
  waiting_seconds: Nullable(Type.Integer()),
  list_as_of: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  storage_percent: Nullable(Type.Integer()),
  reported_gate_id: Nullable(Type.Integer()),
  steward: Nullable(Type.String()),
  program_version: Nullable(Type.String()),
  reported_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  nonces_reused: Type.Integer(),
  nonce_reused_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  event_on: Type.Boolean(),
  revoked_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  lost: Type.Boolean(),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type DeviceRow = Static<typeof DeviceRow>

const unixOrNull = (at: Date | null) => (at ? unixSeconds(at) : null)

const latest = (a: Date | null, b: Date | null) => (a === null || (b !== null && b > a) ? b : a)

/** As the rules take it. */
const scannerFacts = (row: DeviceRow, now: Date): ScannerFacts => {
  const since = (at: Date | null) => (at ? now.getTime() - at.getTime() : null)
  return {
    isRevoked: row.revoked_at !== null,
    silentMs: since(row.reported_at),
    heardMs: since(latest(row.last_seen_at, row.reported_at)),
    isEventOn: row.event_on,
    isBound: row.enrolled_at !== null && row.gate_ids.length > 0,
    waiting: row.scans_waiting,
    waitingMs: row.waiting_seconds === null ? null : row.waiting_seconds * 1000,
    aside: row.scans_aside,
    listAgeMs: since(row.list_as_of),
    storagePercent: row.storage_percent,
    skewMs: row.clock_skew_ms,
    batteryPercent: row.battery_percent,
    reusedMs: since(row.nonce_reused_at),
  }
}

export const toDevice = (row: DeviceRow, now: Date) =>
  ({
    device_id: row.device_id,
    name: row.name,
    status: row.revoked_at ? 'revoked' : row.enrolled_at ? 'enrolled' : 'pending',
    gate_ids: row.gate_ids,
    key_id: row.key_id,
    enrolled_at: unixOrNull(row.enrolled_at),
    enrolment_expires_at: unixOrNull(row.enrolment_expires_at),
    last_seen_at: unixOrNull(row.last_seen_at),
    clock_skew_ms: row.clock_skew_ms,
    battery_percent: row.battery_percent,
    scans_waiting: row.scans_waiting,
    scans_aside: row.scans_aside,
    waiting_seconds: row.waiting_seconds,
    list_as_of: unixOrNull(row.list_as_of),
    storage_percent: row.storage_percent,
    gate_id: row.reported_gate_id,
    steward: row.steward,
    program_version: row.program_version,
    reported_at: unixOrNull(row.reported_at),
    nonces_reused: row.nonces_reused,
    nonce_reused_at: unixOrNull(row.nonce_reused_at),
    alarms: alarmsOf(scannerFacts(row, now)),
    revoked_at: unixOrNull(row.revoked_at),
    lost: row.lost,
    created_at: unixSeconds(row.created_at),
  }) satisfies Static<typeof Device>

/** So long before its start the doors of an event are taken to open, and so long after it to close, where it does not say. */
const DOORS_BEFORE_MS = 2 * HOUR_MS
const OVER_AFTER_MS = 4 * HOUR_MS

/** Whether an event is on where the device `t` may scan: at the places of its gates, or anywhere if it has none. */
const eventIsOn = (orgId: OrgId, sql: Db, now: Date): Fragment => sql`
    exists (
      select 1
      from events e
      where e.org_id = ${orgId}
        and e.event_status_id = ${eventStatus.live}
        and e.starts_at between ${new Date(now.getTime() - DAY_MS)} and ${new Date(now.getTime() + DAY_MS)}
        and coalesce(e.doors_at, e.starts_at - ${DOORS_BEFORE_MS} * interval '1 millisecond') <= ${now}
        and coalesce(e.ends_at, e.starts_at + ${OVER_AFTER_MS} * interval '1 millisecond') > ${now}
        and coalesce(
          (
            select bool_or(g.venue_id = e.venue_id)
            from device_gates d
            join gates g on g.org_id = d.org_id and g.gate_id = d.gate_id
            where d.org_id = ${orgId}
              and d.device_id = t.device_id
          ),
          true
        )
    )`

/** Last seen is the last use of its key, which is noted anyway, a minute at a time and beside the requests. */
export const selectDevices = (sql: Db, now: Date, orgId: OrgId) => sql`
  select t.device_id, t.name, t.key_id, t.enrolled_at, t.enrolment_expires_at, k.last_used_at as last_seen_at,
    t.clock_skew_ms, t.battery_percent, t.scans_waiting, t.scans_aside, t.waiting_seconds, t.list_as_of, t.storage_percent,
    t.reported_gate_id, t.steward, t.program_version, t.reported_at, t.nonces_reused,
    t.nonce_reused_at, t.revoked_at, t.lost, t.created_at,
    array(
      select g.gate_id
      from device_gates g
      where g.org_id = ${orgId}
        and g.device_id = t.device_id
      order by g.gate_id
    ) as gate_ids,
    ${eventIsOn(orgId, sql, now)} as event_on
  from devices t
  left join api_keys k on k.org_id = t.org_id and k.key_id = t.key_id`

export const devices: Resource<DeviceRow, Device> = {
  singular: 'device',
  operationNames: { one: 'Device', many: 'Devices' },
  object: 'devices',
  scope: 'gates:manage',
  listPath: '/v1/manage/devices',
  itemPath: '/v1/manage/devices/:device_id',
  table: 'devices',
  id: 'device_id',
  tag: 'Gates',
  schema: Device,
  select: selectDevices,
  toItem: toDevice,
}

/**
 * The device behind a gate key. A key that was issued by hand, without a code, is a device too: it gets its row when it first
 * calls, so that every scan has one.
 */
export async function deviceOf(orgId: OrgId, sql: Db, clock: Clock, keyId: number): Promise<number> {
  const deviceId = await findDeviceId(orgId, sql, keyId)
  if (deviceId !== undefined) return deviceId
  const now = clock(orgId)
  await sql`
    insert into devices (org_id, name, key_id, enrolled_at, created_at, changed_at)
    select ${orgId}::bigint, name, key_id, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from api_keys
    where org_id = ${orgId}
      and key_id = ${keyId}
    on conflict (org_id, key_id) do nothing`
  // Another statement, whose snapshot holds whatever the insert may have waited for.
  const newDeviceId = await findDeviceId(orgId, sql, keyId)
  if (newDeviceId === undefined) throw new Error(`key ${keyId} has no device`)
  return newDeviceId
}

async function findDeviceId(orgId: OrgId, sql: Db, keyId: number): Promise<number | undefined> {
  const [row] = await sql<{ device_id: number }[]>`
    select device_id
    from devices
    where org_id = ${orgId}
      and key_id = ${keyId}`
  return row?.device_id
}
