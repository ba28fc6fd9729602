import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { inChange, updateRow } from '../../resources/change-row.ts'
import { conflict } from '../../resources/constraints.ts'
import { type DeviceRow, DeviceWithCode, devices } from './device.ts'
import { newCode, withCode } from './enrolment-code.ts'

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
