import { Type } from 'typebox'
import type { View } from '../../access/authenticate/audience.ts'
import type { Operation } from '../../operation.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { visibleTo } from '../events/event.ts'
import { Price, type PriceRow, selectPrices, toPrice } from './price.ts'

const Params = Input({ event_id: Id() })

export const listPrices: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/events/:event_id/prices',
    {
      config: { scope: 'prices:read', publishable: 'public' },
      schema: {
        operationId: 'listPrices',
        summary: 'List the prices of an event',
        description: [
          'By price category, then price: each by its order_by, then its id. Archived ones are left out.',
          'A publishable key sees those that are shown online and switched on, of live, public events.',
        ].join(' '),
        tags: ['Prices'],
        params: Params,
        response: { 200: Type.Object({ data: Type.Array(Price) }) },
      },
    },
    async ({ view, params }) => {
      const now = clock()
      const [event] = await findVisibleEvent(view, sql, params.event_id)
      if (!event) throw new ApiError('resource_missing')
      const rows = await findPrices(view, sql, now, params.event_id)
      return { data: rows.map((row) => toPrice(row, now)) }
    },
  )

export const findVisibleEvent = (view: View, sql: Db, eventId: number) => sql<{ event_id: number }[]>`
  select t.event_id
  from events t
  where t.org_id = ${view.orgId}
    and t.event_id = ${eventId}
    ${visibleTo(sql, view)}`

export const findPrices = ({ orgId, audience }: View, sql: Db, now: Date, eventId: number) => sql<PriceRow[]>`
  ${selectPrices(sql, now, orgId)}
  where t.org_id = ${orgId}
    and t.event_id = ${eventId}
    and ${audience === 'public' ? isOnOffer(sql) : sql`t.price_status <> 'archived' and c.price_category_status <> 'archived'`}
  order by c.order_by, c.price_category_id, t.order_by, t.price_id`

const isOnOffer = (sql: Db) => sql`t.show_online and t.price_status = 'active' and c.price_category_status = 'active'`
