import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { inChange, updateRow } from '../../resources/change-row.ts'
import { conflict } from '../../resources/constraints.ts'
import { Device, type DeviceRow, devices } from './device.ts'

export const findDevice: Operation = (app, deps) =>
  app.post(
    '/v1/manage/devices/:device_id/find',
    {
      config: { scope: 'gates:manage' },
      schema: {
        operationId: 'findDevice',
        summary: 'Say that a lost device was found',
        description:
          'Its key stays revoked. What it scanned before it was revoked and could not upload, it may send sealed after all, within a week of its revocation.',
        tags: ['Gates'],
        params: Input({ device_id: Id() }),
        response: { 200: Device },
      },
    },
    (request, reply) =>
      inChange(devices, deps, request, reply, (at) => {
        const find = ({ lost }: DeviceRow) => {
          if (!lost) throw conflict('The device is not lost.')()
          return { lost: false }
        }
        return updateRow(devices, at, request.params.device_id, find, 'found')
      }),
  )
