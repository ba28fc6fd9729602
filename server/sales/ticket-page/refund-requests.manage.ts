import { Type } from 'typebox'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { afterInTime, Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Input, Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { when } from '../../platform/postgres/database.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { changeOf, stepOf } from '../../resources/change-operations.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { conflict } from '../../resources/constraints.ts'
import { retrieveOf } from '../../resources/read-operations.ts'
import {
  AskedRefund,
  type RefundRequestRow,
  refundRequestStatuses,
  refundRequests,
  toRefundRequest,
} from './refund-request.ts'

const byTime = { table: 'refund_requests', id: 'refund_request_id', order: 'oldest first' } as const

const Query = Input({
  limit: Limit(100, 20),
  cursor: Cursor,
  refund_request_status: Type.Optional(OneOf([...refundRequestStatuses])),
})

const listRefundRequests: Operation = (app, { sql, clock }) =>
  app.get(
    refundRequests.listPath,
    {
      config: { scope: refundRequests.scope },
      schema: {
        operationId: 'listRefundRequests',
        summary: 'List requests for refunds',
        description: 'What buyers asked for on their ticket pages, in the order in which they did.',
        tags: [refundRequests.tag],
        querystring: Query,
        response: { 200: ListOf('refund_requests', AskedRefund, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, query }) => {
      const { limit, cursor, ...filters } = query
      const bound = { list: 'refund_requests', ...filters }
      const after = idInCursor(cursor, bound)
      const rows = await sql<RefundRequestRow[]>`
        ${refundRequests.select(sql, clock(), orgId)}
        where t.org_id = ${orgId}
          ${when(sql, filters.refund_request_status, (status) => sql`and t.refund_request_status = ${status}`)}
          ${when(sql, after, (id) => sql`and ${afterInTime(sql, { ...byTime, orgId }, id)}`)}
        order by t.created_at, t.refund_request_id
        limit ${limit + 1}`
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.refund_request_id])
      const data = page.map(toRefundRequest)
      return { object: 'refund_requests', url: refundRequests.listPath, has_more, next_cursor, data }
    },
  )

const settled = (status: 'accepted' | 'declined', at: ChangeContext) => ({
  refund_request_status: status,
  settled_at: at.clock(),
})

export const manageRefundRequests: Operation[] = [
  listRefundRequests,
  retrieveOf(refundRequests),
  changeOf(
    refundRequests,
    Input({ note: Nullable(Text(1000, { description: 'what the buyer reads on the page' })) }),
    (body) => body,
  ),
  stepOf(
    refundRequests,
    {
      verb: 'accept',
      done: 'accepted',
      summary: 'Settle a request for a refund that was met',
      description: 'Refund the tickets first, in whole or in part, at /v1/manage/orders/{order_id}/refunds.',
    },
    async (request, at) => {
      if (request.refund_request_status !== 'open') throw conflict('The request is settled already.')()
      await refuseUnmet(at, request)
      return settled('accepted', at)
    },
  ),
  stepOf(
    refundRequests,
    {
      verb: 'decline',
      done: 'declined',
      summary: 'Decline a request for a refund',
      description: 'The tickets stay as they are; write a note before, for the buyer to read why.',
    },
    (request, at) => {
      if (request.refund_request_status !== 'open') throw conflict('The request is settled already.')()
      return settled('declined', at)
    },
  ),
]

/** Whoever reads "accepted" believes that the money is on its way. */
async function refuseUnmet({ orgId, tx }: ChangeContext, { ticket_ids }: RefundRequestRow): Promise<void> {
  const [given] = await tx`
    select 1 as one
    from tickets
    where org_id = ${orgId}
      and ticket_id = any (${ticket_ids}::bigint[])
      and ticket_status_id = ${ticketStatus.refunded}
    limit 1`
  if (!given) throw conflict('None of its tickets is refunded yet: refund them first.')()
}
