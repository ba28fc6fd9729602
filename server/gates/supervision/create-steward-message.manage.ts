import { type Static, Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import { Id, Input, Paragraphs } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { requireEvent } from '../../programme/events/require-event.ts'

const Params = Input({ event_id: Id() })

const StewardMessage = Type.Object(
  {
    steward_message_id: Type.Integer(),
    event_id: Type.String(),
    text: Type.String(),
    created_at: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'StewardMessage' },
)

export const createStewardMessage: Operation = (app, deps) =>
  app.post(
    '/v1/manage/events/:event_id/steward_messages',
    {
      config: { scope: 'gates:manage' },
      schema: {
        operationId: 'createStewardMessage',
        summary: 'Tell all stewards of an event',
        description: 'Their scanners show the newest one when they next report, within half a minute.',
        tags: ['Gates'],
        params: Params,
        body: Input({ text: Paragraphs(300) }),
        response: { 201: StewardMessage },
      },
    },
    (request, reply) => {
      const { orgId, params, body } = request
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        await requireEvent(orgId, tx, params.event_id)
        const now = deps.clock(orgId)
        const [row] = await tx<{ steward_message_id: number }[]>`
          insert into steward_messages (org_id, event_id, body, created_at, changed_at)
          values (${orgId}, ${params.event_id}, ${body.text}, ${now}, ${now})
          returning steward_message_id`
        if (!row) throw new Error('insert into steward_messages returned no row')
        const { steward_message_id: id } = row
        const after = { event_id: params.event_id, text: body.text }
        const entry = { action: 'steward_message.created', objectType: 'steward_message', objectId: id, after }
        await record(tx, deps.clock, request, entry)
        return {
          steward_message_id: id,
          event_id: String(params.event_id),
          text: body.text,
          created_at: unixSeconds(now),
        } satisfies Static<typeof StewardMessage>
      })
    },
  )
