import { Type } from 'typebox'
import { revokeKey } from '../../access/api-keys/key-store.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { inChange, updateRow } from '../../resources/change-row.ts'
import { Device, type DeviceRow, devices } from './device.ts'

const Body = Input({
  lost: Type.Optional(
    Type.Boolean({
      description: 'or stolen: nothing that it has is taken any more, not even what it could not upload',
    }),
  ),
})

export const revokeDevice: Operation = (app, deps) =>
  app.post(
    '/v1/manage/devices/:device_id/revoke',
    {
      config: { scope: 'gates:manage' },
      schema: {
        operationId: 'revokeDevice',
        summary: 'Revoke a device',
        description:
          'Its key stops working everywhere within 5 seconds, and a code that is out cannot be used. Final. What it scanned before and could not upload, it may still send sealed, unless it is lost; that can be said later too.',
        tags: ['Gates'],
        params: Input({ device_id: Id() }),
        body: Body,
        response: { 200: Device },
      },
    },
    (request, reply) =>
      inChange(devices, deps, request, reply, async (at) => {
        const revoke = async ({ key_id, revoked_at }: DeviceRow) => {
          if (key_id !== null) await revokeKey(at.orgId, at.tx, at.systemClock, key_id)
          const lost = request.body.lost ? { lost: true } : {}
          if (revoked_at !== null) return lost
          return { ...lost, revoked_at: at.clock(at.orgId), enrolment_code_hash: null, enrolment_expires_at: null }
        }
        return updateRow(devices, at, request.params.device_id, revoke, 'revoked')
      }),
  )
