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

const PriceStats = Type.Object(
  {
    price_id: Type.Integer(),
    price_title: Type.String(),
    price_category_id: Type.Integer(),
    category_title: Type.String(),
    sold: Type.Integer(),
    attended: Type.Integer({ description: 'tickets with an entry that was admitted and not annulled' }),
  },
  { title: 'PriceStats' },
)
type PriceStats = Static<typeof PriceStats>

export const statsByPrice: Operation = (app, { sql }) =>
  app.get(
    '/v1/events/:event_id/stats/prices',
    {
      config: { scope: 'stats:read' },
      schema: {
        operationId: 'statsByPrice',
        summary: 'Sold and attended by price',
        description: 'In the order of the price list. An archived price is shown while it has tickets.',
        tags: ['Sales figures'],
        params: Params,
        querystring: Query,
        response: { 200: Type.Object({ event_id: Type.String(), data: Type.Array(PriceStats) }) },
      },
    },
    async ({ orgId, params: { event_id }, query }) => {
      const rows = await findPriceStats(orgId, sql, event_id, query.include_cancelled).freshPlan()
      if (rows.length === 0) await requireEvent(orgId, sql, event_id)
      return { event_id: String(event_id), data: rows.map(toPriceStats) }
    },
  )

export const findPriceStats = (orgId: OrgId, sql: Db, eventId: number, includeCancelled: boolean) => sql<PriceStats[]>`
  ${withFigures(orgId, sql, eventId, includeCancelled)}
  select p.price_id, p.title as price_title, c.price_category_id, c.title as category_title,
    coalesce(f.sold, 0) as sold, coalesce(f.attended, 0) as attended
  from prices p
  join price_categories c on c.org_id = p.org_id and c.price_category_id = p.price_category_id
  left join figures f on f.price_category_id = p.price_category_id and f.price_id = p.price_id
  where p.org_id = ${orgId}
    and p.event_id = ${eventId}
    and (f.price_id is not null or (p.price_status <> 'archived' and c.price_category_status <> 'archived'))
  order by c.order_by, c.price_category_id, p.order_by, p.price_id`

const toPriceStats = (row: PriceStats) =>
  ({
    price_id: row.price_id,
    price_title: row.price_title,
    price_category_id: row.price_category_id,
    category_title: row.category_title,
    sold: row.sold,
    attended: row.attended,
  }) satisfies PriceStats
