import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, Paragraphs } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { openRefundRun } from '../../programme/events/open-refund-run.ts'
import { eventStatus } from '../../programme/statuses.ts'
import { RefundRun, requireRefundRun } from './refund-run.ts'

const Params = Input({ event_id: Id() })

const path = '/v1/manage/events/:event_id/refund_run'

export const startRefundRun: Operation = (app, deps) =>
  app.post(
    path,
    {
      config: { scope: 'refunds:manage', needsProof: true, effects: ['money_out', 'owed_less'] },
      schema: {
        operationId: 'startRefundRun',
        summary: 'Refund all orders of an event that was cancelled',
        description:
          'What refund=all does when an event is cancelled, for one that was cancelled without. Once for each event.',
        tags: ['Events'],
        params: Params,
        body: Input({
          reason: Type.Optional(Nullable(Paragraphs(500, { description: 'told to every buyer with the refund' }))),
        }),
        response: { 201: RefundRun },
      },
    },
    async (request, reply) => {
      const { orgId, params, body } = request
      const { clock } = deps
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const eventId = params.event_id
        const event = await lockEvent(orgId, tx, eventId)
        if (event.event_status_id !== eventStatus.cancelled) {
          throw new ApiError('state_conflict', { message: 'The event is not cancelled. Cancel it with refund=all.' })
        }
        const opened = await openRefundRun(orgId, tx, { eventId, reason: body.reason ?? null, now: clock(orgId) })
        if (!opened)
          throw new ApiError('state_conflict', { message: 'The orders of the event are being refunded already.' })
        const entry = { action: 'event.refund_run', objectType: 'event', objectId: eventId }
        await record(tx, clock, request, { ...entry, after: { reason: body.reason } })
        return requireRefundRun(orgId, tx, eventId)
      })
    },
  )

async function lockEvent(orgId: OrgId, tx: Tx, eventId: number): Promise<{ event_status_id: number }> {
  const [event] = await tx<{ event_status_id: number }[]>`
    select event_status_id
    from events
    where org_id = ${orgId}
      and event_id = ${eventId}
    for share`
  if (!event) throw new ApiError('resource_missing')
  return event
}
