import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import { Id, Input, Paragraphs, UnixSeconds } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { requireEvent } from '../../programme/events/require-event.ts'
import { StewardMessage, type StewardMessageRow, toStewardMessage } from './steward-message.ts'

const Params = Input({ event_id: Id() })

const Body = Input({
  text: Paragraphs(300),
  ends_at: Type.Optional(UnixSeconds({ description: 'until when scanners show it; without one, for a day' })),
})

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
        body: Body,
        response: { 201: StewardMessage },
      },
    },
    (request, reply) => {
      const { orgId, params, body } = request
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        await requireEvent(orgId, tx, params.event_id)
        const now = deps.clock(orgId)
        const endsAt = body.ends_at === undefined ? null : new Date(body.ends_at * 1000)
        const [row] = await tx<StewardMessageRow[]>`
          insert into steward_messages (org_id, event_id, body, ends_at, created_at, changed_at)
          values (${orgId}, ${params.event_id}, ${body.text}, ${endsAt}, ${now}, ${now})
          returning steward_message_id, event_id, body, created_at, ends_at, recalled_at`
        if (!row) throw new Error('insert into steward_messages returned no row')
        const { steward_message_id: id } = row
        const after = { event_id: params.event_id, text: body.text }
        const entry = { action: 'steward_message.created', objectType: 'steward_message', objectId: id, after }
        await record(tx, deps.clock, request, entry)
        return toStewardMessage(row)
      })
    },
  )
