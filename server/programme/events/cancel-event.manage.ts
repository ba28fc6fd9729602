import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { requireScope } from '../../access/require-scope.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { Id, Input, Nullable, OneOf, Paragraphs } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { hasLink } from '../../platform/values/has-link.ts'
import { toMajor } from '../../platform/values/money.ts'
import { inChange, updateRow } from '../../resources/change-row.ts'
import { ticketStatus } from '../statuses.ts'
import { Event, type EventRow } from './event.ts'
import { events } from './event-resource.ts'
import { stepTo } from './event-step.ts'
import { noteCancellation } from './note-move.ts'
import { openRefundRun } from './open-refund-run.ts'

const Params = Input({ event_id: Id() })
const Body = Input({
  refund: Type.Optional(
    OneOf(['none', 'all'], {
      default: 'none',
      description: 'all: every confirmed order is refunded, in the background',
    }),
  ),
  reason: Type.Optional(Nullable(Paragraphs(500, { description: 'told to everybody who has a ticket' }))),
})

const Reply = Type.Object(
  {
    event: Event,
    orders: Type.Object({
      confirmed: Type.Integer({ description: 'orders that stay confirmed until each is refunded' }),
      pending: Type.Integer({ description: 'orders whose payment is still under way' }),
      tickets: Type.Integer({ description: 'active tickets' }),
      refundable_amount: Type.Number({ description: 'what the confirmed orders paid and have not got back' }),
      currency: Type.String(),
    }),
  },
  { title: 'CancelledEvent' },
)

export const cancelEvent: Operation<SessionDeps> = (app, deps) =>
  app.post(
    '/v1/manage/events/:event_id/cancel',
    {
      config: { scope: 'programme:manage', needsProof: 'sometimes', effects: ['money_out', 'owed_less', 'words_out'] },
      schema: {
        operationId: 'cancelEvent',
        summary: 'Cancel an event',
        description: [
          'Sales stop at once, for good, and buyers and holders are mailed. Orders and tickets stay as they are unless refund is all: since some organisations refund,',
          'some give credit and some move the date. The answer says how many confirmed orders and active tickets there are and',
          'what they paid; with refund=all a run gives all of it back and takes the tickets back; its progress is',
          'at refund_run of the event. It needs the scope refunds:manage besides. Orders that are still being paid are counted as pending. There is no way back: schedule a new event.',
        ].join(' '),
        tags: ['Events'],
        params: Params,
        body: Body,
        response: { 200: Reply },
      },
    },
    async (request, reply) => {
      const { refund, reason = null } = request.body
      if (refund === 'all') {
        requireScope(request.principal, 'refunds:manage')
        await deps.sessions.requireProof(request.principal)
      }
      // All buyers are mailed the reason.
      if (hasLink(reason ?? '')) await deps.sessions.requireProof(request.principal)
      return inChange(events, deps, request, reply, async (at) => {
        const { orgId, tx, clock } = at
        const { event_id } = request.params
        const cancel = (row: EventRow) => ({ ...stepTo(row, 'cancel'), cancelled_at: clock(orgId) })
        const event = await updateRow(events, at, event_id, cancel, 'cancelled')
        const cancellation = { eventId: event_id, reason, now: clock(orgId) }
        await noteCancellation(orgId, tx, cancellation)
        if (refund === 'all') await openRefundRun(orgId, tx, cancellation)
        const [count] = await countOrders(orgId, tx, event_id)
        if (!count) throw new Error('a count returned no row')
        return {
          event,
          orders: {
            confirmed: count.confirmed,
            pending: count.pending,
            tickets: count.tickets,
            refundable_amount: toMajor(count.refundable_minor, event.currency),
            currency: event.currency,
          },
        }
      })
    },
  )

type CountRow = { confirmed: number; pending: number; refundable_minor: number; tickets: number }

export const countOrders = (orgId: OrgId, sql: Db, eventId: number) => sql<CountRow[]>`
  select count(*) filter (where order_status = 'confirmed') as confirmed,
    count(*) filter (where order_status = 'pending') as pending,
    coalesce(sum(total_minor - refunded_minor) filter (where order_status = 'confirmed'), 0)::bigint as refundable_minor,
    (
      select count(*)
      from tickets
      where org_id = ${orgId}
        and event_id = ${eventId}
        and ticket_status_id = ${ticketStatus.active}
    ) as tickets
  from orders
  where org_id = ${orgId}
    and event_id = ${eventId}`
