import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { Discount, discounts } from '../../programme/discounts/discount.ts'
import { missing } from '../../resources/constraints.ts'
import { findItem } from '../../resources/resource.ts'
import { findDiscount, notForEvent } from '../baskets/basket-discount.ts'

export const lookUpDiscount: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/manage/box_office/discount',
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'lookUpDiscount',
        summary: 'Look a discount code up at the box office',
        description: 'What it takes off; or, in the words of a sale, why the event cannot be sold with it now.',
        tags: ['Box office'],
        querystring: Input({ code: Text(64, { description: 'in any case of letters' }), event_id: Id() }),
        response: { 200: Discount },
      },
    },
    async ({ orgId, query }) => {
      const now = clock(orgId)
      const [event] = await findCurrency(orgId, sql, query.event_id)
      if (!event) throw missing('event_id')()
      const { discount_id, discount_event_id, discount_currency } = await findDiscount(orgId, sql, query.code, now)
      const isForEvent = discount_event_id === null || discount_event_id === query.event_id
      const isInCurrency = discount_currency === null || discount_currency === event.currency
      if (!isForEvent || !isInCurrency) throw notForEvent()
      const discount = await findItem(discounts, orgId, sql, discount_id, now)
      if (!discount) throw new ApiError('resource_missing')
      return discount
    },
  )

const findCurrency = (orgId: OrgId, sql: Db, eventId: number) => sql<{ currency: string }[]>`
  select currency
  from events
  where org_id = ${orgId}
    and event_id = ${eventId}`
