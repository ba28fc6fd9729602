import { Type } from 'typebox'
import { recordAs } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, Paragraphs } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { refundsAfterMove } from '../../programme/events/refunds-after-move.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { explain } from '../../resources/constraints.ts'
import { holderOfSecret, noSuchOrder, SecretHeader, type SecretHolder } from '../../tickets/orders/order-secret.ts'
import { holderActor, isOnPage, pageConfig, pageConflict } from './own-tickets.ts'
import { type PageDeps, readTicketPage, refundDeadline } from './read-ticket-page.ts'
import { TicketPage } from './ticket-page.ts'

const Body = Input({
  ticket_ids: Type.Optional(
    Type.Array(Id(), { minItems: 1, maxItems: 100, description: 'without it, all that the page shows and are active' }),
  ),
  reason: Type.Optional(Nullable(Paragraphs(1000))),
})

/** Nothing is given back by it: staff see the request, refund what they want to, and settle it. */
export const requestRefund: Operation<PageDeps> = (app, deps) =>
  app.post(
    '/v1/ticket_page/refund_requests',
    {
      config: pageConfig(deps.seal),
      schema: {
        operationId: 'requestRefund',
        summary: 'Ask for a refund of one’s own order',
        description:
          'Where the organisation takes requests (`refund_request_hours`), and one at a time. The answer is the page as it is then.',
        tags: ['Ticket page'],
        headers: SecretHeader,
        body: Body,
        response: { 200: TicketPage },
      },
    },
    async (request, reply) => {
      const holder = await holderOfSecret(deps, request.headers)
      const { orgId, orderId } = holder
      // The money is the buyer's.
      if (holder.ticketId !== null) throw noSuchOrder()
      const { ticket_ids: wanted, reason = null } = request.body
      const { clock } = deps
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        await requireRequests(holder, tx, clock(orgId))
        const active = await findActive(holder, tx)
        const ticketIds = wanted ? [...new Set(wanted)] : active
        if (ticketIds.some((id) => !active.includes(id)))
          throw new ApiError('resource_missing', { param: 'ticket_ids' })
        if (ticketIds.length === 0) throw pageConflict('The order has no tickets that could be given back.')
        const requestId = await insertRequest(holder, tx, clock(orgId), ticketIds, reason).catch((error: unknown) => {
          throw explain(error, { refund_requests_one_open: () => pageConflict('A refund has been asked for already.') })
        })
        const entry = { action: 'refund_request.created', objectType: 'refund_request', objectId: requestId }
        await recordAs(tx, clock, holderActor(holder, request), { ...entry, after: { order_id: orderId } })
        return readTicketPage(deps, holder, tx)
      })
    },
  )

type RefundRule = {
  order_status: string
  refund_request_hours: number | null
  refunds_after_move: Date | null
  starts_at: Date
}

async function requireRequests({ orgId, orderId }: SecretHolder, tx: Tx, now: Date): Promise<void> {
  const [order] = await tx<RefundRule[]>`
    select o.order_status, g.refund_request_hours, ${refundsAfterMove(orgId, tx)} as refunds_after_move, e.starts_at
    from orders o
    join organisations g on g.org_id = o.org_id
    join events e on e.org_id = o.org_id and e.event_id = o.event_id
    where o.org_id = ${orgId}
      and g.org_id = ${orgId}
      and e.org_id = ${orgId}
      and o.order_id = ${orderId}`
  if (!order) throw noSuchOrder()
  const until = refundDeadline(order)
  if (until === null) throw pageConflict('The organisation takes no requests for refunds here.')
  if (until <= now) throw pageConflict('It is too late to ask for a refund.')
  if (order.order_status !== 'confirmed') throw pageConflict(`The order is ${order.order_status}.`)
}

async function findActive(holder: SecretHolder, tx: Tx): Promise<number[]> {
  const rows = await tx<{ ticket_id: number }[]>`
    select t.ticket_id
    from tickets t
    where t.org_id = ${holder.orgId}
      and ${isOnPage(tx, holder)}
      and t.ticket_status_id = ${ticketStatus.active}
    order by t.ticket_id
    limit 500`
  return rows.map(({ ticket_id }) => ticket_id)
}

async function insertRequest(
  { orgId, orderId }: SecretHolder,
  tx: Tx,
  now: Date,
  ticketIds: number[],
  reason: string | null,
): Promise<number> {
  const [row] = await tx<{ refund_request_id: number }[]>`
    insert into refund_requests (org_id, order_id, ticket_ids, reason, created_at, changed_at)
    values (${orgId}, ${orderId}, ${ticketIds}::bigint[], ${reason}, ${now}, ${now})
    returning refund_request_id`
  if (!row) throw new Error('a request for a refund left no row')
  return row.refund_request_id
}
