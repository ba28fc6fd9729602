import { Type } from 'typebox'
import { keyIdOf } from '../../access/principal.ts'
import { Id, Input, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { isSameText } from '../../platform/values/same-text.ts'
import { requireEvent } from '../../programme/events/require-event.ts'
import { deviceOf } from '../devices/device.ts'
import { countTry } from './code-tries.ts'
import { supervisorCode } from './supervisor-code.ts'

const CheckedCode = Type.Object(
  {
    right: Type.Boolean(),
    tries_left: Type.Integer({ description: 'none: for 15 minutes nothing that this device sends is right' }),
  },
  { title: 'CheckedCode' },
)

/** So that a typing mistake is found before a fan is let in by it. Without a network a scanner trusts the code, and the upload checks it. */
export const checkSupervisorCode: Operation = (app, deps) =>
  app.post(
    '/v1/gate/events/:event_id/supervisor_code/check',
    {
      config: { scope: 'gate:scan' },
      schema: {
        operationId: 'checkSupervisorCode',
        summary: 'Check a supervisor’s code',
        description: 'Before a fan is let in by it. After five wrong ones a device has to wait.',
        tags: ['Gates'],
        params: Input({ event_id: Id() }),
        body: Input({ code: Text(20) }),
        response: { 200: CheckedCode },
      },
    },
    (request, reply) => {
      const { orgId, principal, params, body } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        await requireEvent(orgId, tx, params.event_id)
        const deviceId = await deviceOf(orgId, tx, deps.clock, keyIdOf(principal))
        const isRight = isSameText(body.code, await supervisorCode(orgId, tx, deps.seal, params.event_id))
        const triesLeft = await countTry(orgId, tx, deps.clock(orgId), deviceId, isRight)
        return { right: isRight && triesLeft !== undefined, tries_left: triesLeft ?? 0 }
      })
    },
  )
