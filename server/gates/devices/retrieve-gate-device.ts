import { keyIdOf } from '../../access/principal.ts'
import type { Operation } from '../../platform/operation.ts'
import { deviceOf } from './device.ts'
import { GateDevice, readGateDevice } from './gate-device.ts'

export const retrieveGateDevice: Operation = (app, { sql, clock, systemClock }) =>
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
      return readGateDevice(orgId, sql, { clock, systemClock }, deviceId, undefined)
    },
  )
