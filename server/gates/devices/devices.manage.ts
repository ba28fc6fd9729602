import { type Static, Type } from 'typebox'
import { revokeKey } from '../../access/api-keys/key-store.ts'
import type { Operation } from '../../operation.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, Text } from '../../platform/http/schema.ts'
import { changeOf, stepOf } from '../../resources/change-operations.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { listOf, retrieveOf } from '../../resources/read-operations.ts'
import { devices } from './device.ts'

export const DeviceBody = Input({
  name: Text(100),
  gate_ids: Type.Optional(
    Nullable(Type.Array(Id(), { maxItems: 200, description: 'gates that it may scan at; null or none: every gate' })),
  ),
})
export type DeviceBody = Static<typeof DeviceBody>

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

/** An id that is sent twice counts once; one that is no gate of the organisation is refused. */
export async function bindGates(
  { orgId, tx, clock }: ChangeContext,
  deviceId: number,
  gateIds: number[],
): Promise<void> {
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
