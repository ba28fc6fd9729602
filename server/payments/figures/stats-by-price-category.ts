import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { requireEvent } from '../../programme/events/require-event.ts'
import { withFigures } from './figures.ts'

const Params = Input({ event_id: Id() })
const Query = Input({
  include_cancelled: Type.Boolean({ default: false, description: 'sold also counts cancelled and refunded tickets' }),
})

const PriceCategoryStats = Type.Object(
  {
    price_category_id: Type.Integer(),
    category_title: Type.String(),
    sold: Type.Integer(),
    attended: Type.Integer({ description: 'tickets with an entry that was admitted and not annulled' }),
  },
  { title: 'PriceCategoryStats' },
)
type PriceCategoryStats = Static<typeof PriceCategoryStats>

export const statsByPriceCategory: Operation = (app, { sql }) =>
  app.get(
    '/v1/events/:event_id/stats/price_categories',
    {
      config: { scope: 'stats:read' },
      schema: {
        operationId: 'statsByPriceCategory',
        summary: 'Sold and attended by price category',
        description: 'In the order of the price list. An archived category is shown while it has tickets.',
        tags: ['Sales figures'],
        params: Params,
        querystring: Query,
        response: { 200: Type.Object({ event_id: Type.String(), data: Type.Array(PriceCategoryStats) }) },
      },
    },
    async ({ orgId, params: { event_id }, query }) => {
      const rows = await findPriceCategoryStats(orgId, sql, event_id, query.include_cancelled).freshPlan()
      if (rows.length === 0) await requireEvent(orgId, sql, event_id)
      return { event_id: String(event_id), data: rows.map(toPriceCategoryStats) }
    },
  )

export const findPriceCategoryStats = (orgId: OrgId, sql: Db, eventId: number, includeCancelled: boolean) =>
  sql<PriceCategoryStats[]>`
  ${withFigures(orgId, sql, eventId, includeCancelled)}
  select c.price_category_id, c.title as category_title, coalesce(sum(f.sold), 0)::bigint as sold,
    coalesce(sum(f.attended), 0)::bigint as attended
  from price_categories c
  left join figures f on f.price_category_id = c.price_category_id
  where c.org_id = ${orgId}
    and c.event_id = ${eventId}
    and (f.price_id is not null or c.price_category_status <> 'archived')
  group by c.org_id, c.price_category_id
  order by c.order_by, c.price_category_id`

const toPriceCategoryStats = (row: PriceCategoryStats) =>
  ({
    price_category_id: row.price_category_id,
    category_title: row.category_title,
    sold: row.sold,
    attended: row.attended,
  }) satisfies PriceCategoryStats
