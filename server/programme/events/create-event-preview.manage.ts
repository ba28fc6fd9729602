import { type Static, Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import { eventStatus } from '../statuses.ts'
import { makePreviewToken } from './event-preview.ts'

const Preview = Type.Object(
  {
    event_id: Type.String(),
    preview_token: Type.String({ description: 'for the header X-Event-Preview' }),
    expires_at: Type.Integer({ description: 'Unix seconds: an hour from now' }),
  },
  { title: 'EventPreview' },
)

export const createEventPreview: Operation = (app, deps) =>
  app.post(
    '/v1/manage/events/:event_id/preview',
    {
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'createEventPreview',
        summary: 'Preview a draft in the shop',
        description: [
          'With the token a page that has the publishable key reads this draft, its prices and its seats as everybody will once it is live;',
          'nothing is sold by it. The shop takes it at `{shop_url}events/{event_id}#preview={preview_token}`, where `shop_url` is the organisation’s.',
        ].join(' '),
        tags: ['Events'],
        params: Input({ event_id: Id() }),
        response: { 201: Preview },
      },
    },
    (request, reply) => {
      const { orgId } = request
      const { event_id: eventId } = request.params
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const [event] = await tx<{ event_status_id: number }[]>`
          select event_status_id
          from events
          where org_id = ${orgId}
            and event_id = ${eventId}`
        if (!event) throw new ApiError('resource_missing')
        if (event.event_status_id !== eventStatus.draft)
          throw new ApiError('state_conflict', { message: 'Only a draft has a preview.' })
        const expiresAt = new Date(deps.clock(orgId).getTime() + HOUR_MS)
        const expires_at = unixSeconds(expiresAt)
        const entry = { action: 'event.preview_created', objectType: 'event', objectId: eventId }
        await record(tx, deps.clock, request, { ...entry, after: { expires_at } })
        return {
          event_id: String(eventId),
          preview_token: makePreviewToken(deps.seal, orgId, eventId, expiresAt),
          expires_at,
        } satisfies Static<typeof Preview>
      })
    },
  )
