import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { afterInTime, Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import {
  ManagedRefundRequest,
  type ManagedRefundRequestRow,
  refundRequestStatuses,
  refundRequests,
  toManagedRefundRequest,
} from './refund-request.ts'

const byTime = { table: 'refund_requests', id: 'refund_request_id', order: 'oldest first' } as const

/** What the list can be narrowed by. */
export const RefundRequestFilters = Input({
  refund_request_status: Type.Optional(OneOf([...refundRequestStatuses])),
  order_id: Type.Optional(Id({ description: 'requests for this order' })),
})
const Query = Input({ limit: Limit(100, 20), cursor: Cursor, ...RefundRequestFilters.properties })

export const listRefundRequests: Operation = (app, { sql, clock }) =>
  app.get(
    refundRequests.listPath,
    {
      config: { scope: 'refunds:manage' },
      schema: {
        operationId: 'listRefundRequests',
        summary: 'List requests for refunds',
        description: 'What buyers asked for on their ticket pages, in the order in which they did.',
        tags: [refundRequests.tag],
        querystring: Query,
        response: { 200: ListOf('refund_requests', ManagedRefundRequest, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, query }) => {
      const { limit, cursor, ...filters } = query
      const bound = { list: 'refund_requests', ...filters }
      const rows = await findRefundRequests(orgId, sql, clock(orgId), query, idInCursor(cursor, bound))
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.refund_request_id])
      const data = page.map(toManagedRefundRequest)
      return { object: 'refund_requests', url: refundRequests.listPath, has_more, next_cursor, data }
    },
  )

export const findRefundRequests = (
  orgId: OrgId,
  sql: Db,
  now: Date,
  q: Static<typeof RefundRequestFilters> & { limit: number },
  after: number | undefined,
) => sql<ManagedRefundRequestRow[]>`
  ${refundRequests.select(sql, now, orgId)}
  where t.org_id = ${orgId}
    ${when(sql, q.refund_request_status, (status) => sql`and t.refund_request_status = ${status}`)}
    ${when(sql, q.order_id, (id) => sql`and t.order_id = ${id}`)}
    ${when(sql, after, (id) => sql`and ${afterInTime(sql, { ...byTime, orgId }, id)}`)}
  order by t.created_at, t.refund_request_id
  limit ${q.limit + 1}`
