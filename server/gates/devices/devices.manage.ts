import type { Operation } from '../../platform/operation.ts'
import { changeOf } from '../../resources/change-operations.ts'
import { listOf, retrieveOf } from '../../resources/read-operations.ts'
import { devices } from './device.ts'
import { bindGates, DeviceBody } from './device-gates.ts'

/*
 * Operations (written by npm run openapi):
 * changeDevice, listDevices, retrieveDevice
 */

export const manageDevices: Operation[] = [
  listOf(devices),
  retrieveOf(devices),
  changeOf(devices, DeviceBody, async ({ name, gate_ids }, device, at) => {
    if (gate_ids !== undefined) await bindGates(at, device.device_id, gate_ids ?? [])
    if (name === undefined && gate_ids === undefined) return {}
    // Gates are rows of another table; the device counts as changed all the same.
    return { ...(name === undefined ? {} : { name }), changed_at: at.clock(at.orgId) }
  }),
]
