import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'

const Params = Input({ mail_suppression_id: Id() })

const Reply = Type.Object(
  { mail_suppression_id: Type.Integer(), deleted: Type.Boolean() },
  { title: 'LiftedMailSuppression' },
)

export const liftMailSuppression: Operation = (app, deps) =>
  app.delete(
    '/v1/manage/mail_suppressions/:mail_suppression_id',
    {
      config: { scope: 'customers:manage' },
      schema: {
        operationId: 'liftMailSuppression',
        summary: 'Send mail to an address again',
        description: 'What was not sent meanwhile is not sent after all; resend an order where a fan needs it.',
        tags: ['Mails'],
        params: Params,
        response: { 200: Reply },
      },
    },
    (request, reply) => {
      const { orgId, params } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const { count } = await tx`
          delete from mail_suppressions
          where org_id = ${orgId}
            and mail_suppression_id = ${params.mail_suppression_id}`
        if (count === 0) throw new ApiError('resource_missing')
        // Without the address: the log cannot forget.
        await record(tx, deps.clock, request, {
          action: 'mail_suppression.lifted',
          objectType: 'mail_suppression',
          objectId: params.mail_suppression_id,
        })
        return { mail_suppression_id: params.mail_suppression_id, deleted: true }
      })
    },
  )
