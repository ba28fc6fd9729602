import type { Operation } from '../../platform/operation.ts'
import { inChange, insertRow } from '../../resources/change-row.ts'
import { DeviceWithCode, devices } from './device.ts'
import { bindGates, DeviceBody } from './device-gates.ts'
import { newCode, withCode } from './enrolment-code.ts'

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
