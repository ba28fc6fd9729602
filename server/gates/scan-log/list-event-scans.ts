import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/cursor.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Cursor, fromMicroseconds, refuseTwoWaysOfPaging } from '../../platform/http/keyset.ts'
import { Limit, PageNumber, pageOf } from '../../platform/http/lists.ts'
import { Id, Input, UnixSeconds } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { requireEvent } from '../../programme/events/require-event.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { type ListedScanRow, listedScanColumns, Scan, scansWithHolders, toScan } from './listed-scan.ts'

const Params = Input({ event_id: Id() })

const Query = Input({
  page_number: PageNumber,
  limit: Limit(2500, 100),
  unix_start: Type.Optional(UnixSeconds({ description: 'only scans after this Unix time' })),
  unix_end: Type.Optional(UnixSeconds({ description: 'only scans before this Unix time' })),
  include_sales: Type.Boolean({ default: false, description: 'adds tickets_sold' }),
  cursor: Cursor,
})
type Query = Static<typeof Query>

const Reply = Type.Object(
  {
    event_id: Type.String(),
    total: Type.Integer({ description: 'scans that the filters match' }),
    has_more: Type.Boolean({ description: 'true when further items exist' }),
    data: Type.Array(Scan),
  },
  { headers: { Link: { type: 'string', description: 'the next page (`rel="next"`), while more follow' } } },
)

export const listEventScans: Operation = (app, { sql, seal }) =>
  app.get(
    '/v1/events/:event_id/scans',
    {
      config: { scope: 'scans:read' },
      schema: {
        operationId: 'listEventScans',
        summary: 'List the scans of an event',
        description: [
          'Newest first. While more follow, the header `Link` has the address of the next page (`rel="next"`), with a',
          '`cursor`: such a page costs the same however deep it is, scans that come in meanwhile do not shift it, and',
          '`total` stays what it was on the first page.',
        ].join(' '),
        tags: ['Gates'],
        params: Params,
        querystring: Query,
        response: { 200: Reply },
      },
    },
    async ({ orgId, params: { event_id }, query }, reply) => {
      refuseTwoWaysOfPaging(query)
      const { timezone } = await requireEvent(orgId, sql, event_id)
      const { cursor, limit, unix_start, unix_end, include_sales } = query
      const bound = { list: 'scans', event_id, unix_start, unix_end }
      const totals = sealedTotals(seal, orgId, bound)
      const before = cursor === undefined ? undefined : positionIn(cursor, bound)
      const total = before ? totals.open(before[2]) : await countScans(orgId, sql, event_id, query)
      const rows = await findScans(orgId, sql, event_id, query, before).freshPlan()
      const { has_more, page } = pageOf([...rows], limit)
      const last = page.at(-1)
      if (has_more && last) {
        const next = encodeCursor(bound, [last.position, last.scan_id, totals.close(total)])
        reply.header('link', `<${addressOf(event_id, { ...query, cursor: next })}>; rel="next"`)
      }
      const sold = include_sales ? await soldByCategory(orgId, sql, page) : undefined
      return {
        event_id: String(event_id),
        total,
        has_more,
        data: page.map((row) => ({ ...toScan(row, timezone), ...(sold && ticketsSold(row, sold)) })),
      }
    },
  )

/** The list has a shape that is given, so the way on stands in a header. */
function addressOf(eventId: number, { page_number: _page, ...query }: Query): string {
  const parameters = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return `/v1/events/${eventId}/scans?${new URLSearchParams(parameters)}`
}

type Position = [scannedAt: number, scanId: number, total: string]

const positionIn = (cursor: string, bound: object) =>
  decodeCursor(cursor, { ...bound }, ['number', 'number', 'string']) as Position

/** The cursor carries the total, so that no page but the first counts. Sealed, since the reader could write another into it. */
const sealedTotals = (seal: Seal, orgId: OrgId, bound: object) => {
  const context = `scans total ${orgId} ${JSON.stringify(bound)}`
  return {
    close: (total: number) => seal.close(String(total), context).toString('base64url'),
    open(sealed: string): number {
      try {
        return Number(seal.open(Buffer.from(sealed, 'base64url'), context))
      } catch {
        throw new ApiError('cursor_invalid', { param: 'cursor' })
      }
    },
  }
}

async function countScans(orgId: OrgId, sql: Db, eventId: number, q: Query): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total
    from scans s
    where ${isMatch(orgId, sql, eventId, q)}`
  return row?.total ?? 0
}

const isMatch = (orgId: OrgId, sql: Db, eventId: number, q: Query) => sql`s.org_id = ${orgId}
        and s.event_id = ${eventId}
        ${when(sql, q.unix_start, (unix) => sql`and s.scanned_at > to_timestamp(${unix})`)}
        ${when(sql, q.unix_end, (unix) => sql`and s.scanned_at < to_timestamp(${unix})`)}`

/** The page is found along the index before anything is joined to it. */
export const findScans = (orgId: OrgId, sql: Db, eventId: number, q: Query, before?: Position) => sql<ListedScanRow[]>`
  select ${listedScanColumns(sql)}
  ${scansWithHolders(sql)}
  where s.org_id = ${orgId}
    and s.scan_id = any (array(
      select s.scan_id
      from scans s
      where ${isMatch(orgId, sql, eventId, q)}
        ${when(sql, before, ([at, id]) => sql`and (s.scanned_at, s.scan_id) < (${fromMicroseconds(sql, at)}, ${id})`)}
      order by s.scanned_at desc, s.scan_id desc
      limit ${q.limit + 1}
      offset ${(q.page_number - 1) * q.limit}
    ))
  order by s.scanned_at desc, s.scan_id desc`

/** Counted as the stats count it, once for each category of the page. A ticket may be one of another event. */
async function soldByCategory(orgId: OrgId, sql: Db, page: ListedScanRow[]): Promise<Map<number, number>> {
  const categories = [...new Set(page.flatMap(({ price_category_id }) => price_category_id ?? []))]
  const rows = await sql<{ price_category_id: number; tickets_sold: number }[]>`
    select c.price_category_id, (
      select count(*)
      from tickets t
      where t.org_id = ${orgId}
        and t.event_id = c.event_id
        and t.price_category_id = c.price_category_id
        and t.ticket_status_id = ${ticketStatus.active}
    ) as tickets_sold
    from price_categories c
    where c.org_id = ${orgId}
      and c.price_category_id = any (${categories}::bigint[])`
  return new Map(rows.map(({ price_category_id, tickets_sold }) => [price_category_id, tickets_sold]))
}

const ticketsSold = ({ price_category_id }: ListedScanRow, sold: Map<number, number>) => ({
  tickets_sold: price_category_id === null ? null : (sold.get(price_category_id) ?? 0),
})
