import { revokeKey } from '../../access/api-keys/key-store.ts'
import type { Operation } from '../../platform/operation.ts'
import { changeOf, stepOf } from '../../resources/change-operations.ts'
import { listOf, retrieveOf } from '../../resources/read-operations.ts'
import { devices } from './device.ts'
import { bindGates, DeviceBody } from './device-gates.ts'

export const manageDevices: Operation[] = [
  listOf(devices),
  retrieveOf(devices),
  changeOf(devices, DeviceBody, async ({ name, gate_ids }, device, at) => {
    if (gate_ids !== undefined) await bindGates(at, device.device_id, gate_ids ?? [])
    if (name === undefined && gate_ids === undefined) return {}
    // Gates are rows of another table; the device counts as changed all the same.
    return { ...(name === undefined ? {} : { name }), changed_at: at.clock(at.orgId) }
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
      if (device.key_id !== null) await revokeKey(at.orgId, at.tx, at.systemClock, device.key_id)
      if (device.revoked_at !== null) return {}
      return { revoked_at: at.clock(at.orgId), enrolment_code_hash: null, enrolment_expires_at: null }
    },
  ),
]
