import { type Static, Type } from 'typebox'
import type { View } from '../../access/authenticate/audience.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Lang, readerLanguage } from '../../platform/http/reader-language.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { visibleOrCancelledTo } from '../events/event.ts'
import { PreviewHeader, viewOfPreview } from '../events/event-preview.ts'
import { eventStatus } from '../statuses.ts'
import { Price, type PriceRow, selectPrices, toPrice } from './price.ts'

const Params = Input({ event_id: Id() })

export const listPrices: Operation = (app, deps) =>
  app.get(
    '/v1/events/:event_id/prices',
    {
      config: { scope: 'prices:read', publishable: 'public' },
      schema: {
        operationId: 'listPrices',
        summary: 'List the prices of an event',
        description: [
          'By price category, then price: each by its order_by, then its id. Archived ones are left out.',
          'A publishable key sees those that are shown online and switched on, of live, public events; of one that was cancelled none.',
        ].join(' '),
        tags: ['Prices'],
        headers: PreviewHeader,
        params: Params,
        querystring: Input({ lang: Lang }),
        response: { 200: Type.Object({ data: Type.Array(Price) }) },
      },
    },
    async (request) => {
      const { event_id: eventId } = request.params
      const { sql, clock } = deps
      const view = viewOfPreview(request, deps, eventId)
      const now = clock(view.orgId)
      const [event] = await findVisibleEvent(view, sql, eventId)
      if (!event) throw new ApiError('resource_missing')
      const rows = sellsNothing(view, event) ? [] : await findPrices(view, sql, now, eventId)
      return { data: rows.map((row) => toPrice(row, now, readerLanguage(request))) }
    },
  )

/** What is cancelled sells nothing to fans, whatever its prices say. */
export const sellsNothing = ({ audience }: View, { is_cancelled }: VisibleEventRow): boolean =>
  audience === 'public' && is_cancelled

export const VisibleEventRow = Type.Object({ event_id: Type.Integer(), is_cancelled: Type.Boolean() })
type VisibleEventRow = Static<typeof VisibleEventRow>

export const findVisibleEvent = (view: View, sql: Db, eventId: number) => sql<VisibleEventRow[]>`
  select t.event_id, t.event_status_id = ${eventStatus.cancelled} as is_cancelled
  from events t
  where t.org_id = ${view.orgId}
    and t.event_id = ${eventId}
    ${visibleOrCancelledTo(sql, view)}`

export const findPrices = ({ orgId, audience }: View, sql: Db, now: Date, eventId: number) => sql<PriceRow[]>`
  ${selectPrices(sql, now, orgId)}
  where t.org_id = ${orgId}
    and t.event_id = ${eventId}
    and ${audience === 'public' ? isOnOffer(sql) : sql`t.price_status <> 'archived' and c.price_category_status <> 'archived'`}
  order by c.order_by, c.price_category_id, t.order_by, t.price_id`

const isOnOffer = (sql: Db) => sql`t.show_online and t.price_status = 'active' and c.price_category_status = 'active'`
