import { record } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { StewardMessage, type StewardMessageRow, toStewardMessage } from './steward-message.ts'

export const recallStewardMessage: Operation = (app, deps) =>
  app.post(
    '/v1/manage/events/:event_id/steward_messages/:steward_message_id/recall',
    {
      config: { scope: 'gates:manage' },
      schema: {
        operationId: 'recallStewardMessage',
        summary: 'Recall a message to stewards',
        description: 'Scanners take it off their screens when they next report, within half a minute.',
        tags: ['Gates'],
        params: Input({ event_id: Id(), steward_message_id: Id() }),
        response: { 200: StewardMessage },
      },
    },
    (request, reply) => {
      const { orgId, params } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = deps.clock(orgId)
        const [row] = await tx<StewardMessageRow[]>`
          update steward_messages
          set recalled_at = coalesce(recalled_at, ${now}), changed_at = ${now}
          where org_id = ${orgId}
            and event_id = ${params.event_id}
            and steward_message_id = ${params.steward_message_id}
          returning steward_message_id, event_id, body, created_at, ends_at, recalled_at`
        if (!row) throw new ApiError('resource_missing')
        await record(tx, deps.clock, request, {
          action: 'steward_message.recalled',
          objectType: 'steward_message',
          objectId: row.steward_message_id,
          after: { event_id: params.event_id, text: row.body },
        })
        return toStewardMessage(row)
      })
    },
  )
