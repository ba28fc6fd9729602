import { Type } from 'typebox'
import { revokeKey } from '../../access/api-keys/key-store.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { changeOf, stepOf } from '../../resources/change-operations.ts'
import { type ChangeContext, inChange, insertRow, updateRow } from '../../resources/change-row.ts'
import { conflict } from '../../resources/constraints.ts'
import { listOf, retrieveOf } from '../../resources/read-operations.ts'
import { qrSvg } from '../../sales/tickets/qr-code.ts'
import { type Device, type DeviceRow, DeviceWithCode, devices } from './device.ts'
import { ENROLMENT_MS, enrolmentCode, enrolmentHash } from './enrol-device.ts'

const DeviceBody = Input({
  name: Text(100),
  gate_ids: Type.Optional(
    Nullable(Type.Array(Id(), { maxItems: 200, description: 'gates that it may scan at; null or none: every gate' })),
  ),
})

export const manageDevices: Operation[] = [
  listOf(devices),
  retrieveOf(devices),
  changeOf(devices, DeviceBody, async ({ name, gate_ids }, device, at) => {
    if (gate_ids !== undefined) await bindGates(at, device.device_id, gate_ids ?? [])
    if (name === undefined && gate_ids === undefined) return {}
    // Gates are rows of another table; the device counts as changed all the same.
    return { ...(name === undefined ? {} : { name }), changed_at: at.clock() }
  }),
  stepOf(
    devices,
    {
      verb: 'revoke',
      done: 'revoked',
      summary: 'Revoke a device',
      description: 'Its key stops working everywhere within 5 seconds, and a code that is out cannot be used. Final.',
    },
    async (device, at) => {
      if (device.key_id !== null) await revokeKey(at.orgId, at.tx, at.clock, device.key_id)
      if (device.revoked_at !== null) return {}
      return { revoked_at: at.clock(), enrolment_code_hash: null, enrolment_expires_at: null }
    },
  ),
]

export const createDevice: Operation = (app, deps) =>
  app.post(
    '/v1/manage/devices',
    {
      config: { scope: 'gates:manage' },
      schema: {
        operationId: 'createDevice',
        summary: 'Create a device',
        description: 'Answers a code that the scanner exchanges for its key, once, within 24 hours.',
        tags: ['Gates'],
        body: DeviceBody,
        response: { 201: DeviceWithCode },
      },
    },
    (request, reply) => {
      const { name, gate_ids } = request.body
      reply.code(201)
      return inChange(devices, deps, request, reply, async (at) => {
        const { code, columns } = newCode(at)
        const device = await insertRow(devices, at, { name, ...columns }, (id) => bindGates(at, id, gate_ids ?? []))
        return withCode(deps.publicUrl, device, code)
      })
    },
  )

export const createEnrolmentCode: Operation = (app, deps) =>
  app.post(
    '/v1/manage/devices/:device_id/enrolment_code',
    {
      config: { scope: 'gates:manage' },
      schema: {
        operationId: 'createEnrolmentCode',
        summary: 'Give a device a new code',
        description:
          'For a scanner that lost its key, or another in its place. A code that is still out stops working at once; the present key when the new code is used.',
        tags: ['Gates'],
        params: Input({ device_id: Id() }),
        response: { 201: DeviceWithCode },
      },
    },
    (request, reply) => {
      reply.code(201)
      return inChange(devices, deps, request, reply, async (at) => {
        const { code, columns } = newCode(at)
        const decide = ({ revoked_at }: DeviceRow) => {
          if (revoked_at !== null) throw conflict('The device is revoked; create another.')()
          return columns
        }
        const device = await updateRow(devices, at, request.params.device_id, decide, 'code_created')
        return withCode(deps.publicUrl, device, code)
      })
    },
  )

/** An id that is sent twice counts once; one that is no gate of the organisation is refused. */
async function bindGates({ orgId, tx, clock }: ChangeContext, deviceId: number, gateIds: number[]): Promise<void> {
  await tx`
    delete from device_gates
    where org_id = ${orgId}
      and device_id = ${deviceId}`
  const { count } = await tx`
    insert into device_gates (org_id, device_id, gate_id, created_at)
    select org_id, ${deviceId}, gate_id, ${clock()}
    from gates
    where org_id = ${orgId}
      and gate_id = any (${gateIds}::bigint[])`
  if (count === new Set(gateIds).size) return
  const message = 'gate_ids names a gate that does not exist.'
  throw new ApiError('resource_missing', { param: 'gate_ids', message })
}

/** The code itself is in the answer and nowhere else. */
function newCode({ orgId, tx, clock }: ChangeContext) {
  const code = enrolmentCode(orgId)
  const digest = enrolmentHash(code).toString('hex')
  return {
    code,
    columns: {
      enrolment_code_hash: tx`decode(${digest}, 'hex')`,
      enrolment_expires_at: new Date(clock().getTime() + ENROLMENT_MS),
    },
  }
}

const withCode = async (publicUrl: string, device: Device, code: string) => {
  const url = `${publicUrl}/scan/#enrol=${code}`
  return {
    device_id: device.device_id,
    name: device.name,
    status: device.status,
    gate_ids: device.gate_ids,
    key_id: device.key_id,
    enrolled_at: device.enrolled_at,
    enrolment_expires_at: device.enrolment_expires_at,
    last_seen_at: device.last_seen_at,
    clock_skew_ms: device.clock_skew_ms,
    battery_percent: device.battery_percent,
    scans_waiting: device.scans_waiting,
    program_version: device.program_version,
    reported_at: device.reported_at,
    revoked_at: device.revoked_at,
    created_at: device.created_at,
    enrolment_code: code,
    enrolment_url: url,
    enrolment_qr_svg: await qrSvg(url),
  }
}
