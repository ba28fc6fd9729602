import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { releaseHolds } from '../../programme/stock/release-holds.ts'
import { releaseMemberships } from '../membership-sale/hold-memberships.ts'
import { Basket } from './basket.ts'
import { BasketId } from './basket-state.ts'
import { changeOpenBasket, itemOf, type OpenBasket } from './change-open-basket.ts'
import { tellOrder } from './tell-order.ts'

const Params = Input({ basket_id: BasketId, item_id: Id() })

export const removeItem: Operation = (app, deps) =>
  app.delete(
    '/v1/baskets/:basket_id/items/:item_id',
    {
      config: { scope: 'baskets:write', publishable: 'bearer' },
      errorHandler: tellOrder(deps),
      schema: {
        operationId: 'removeItem',
        summary: 'Remove an item from a basket',
        description: 'Its places are free at once. A basket without items may be filled for another event.',
        tags: ['Baskets'],
        params: Params,
        response: { 200: Basket },
      },
    },
    (request, reply) =>
      changeOpenBasket(deps, request, reply, async (at) => {
        const { orgId, tx, basketId, basket } = at
        if (isMembership(at, request.params.item_id)) return removeMembership(at, request.params.item_id)
        const { basket_item_id: basketItemId } = itemOf(at, request.params.item_id)
        await releaseHolds(orgId, tx, [{ basketId, basketItemId }])
        await tx`
          delete from basket_items
          where org_id = ${orgId}
            and basket_id = ${basketId}
            and basket_item_id = ${basketItemId}`
        // An order that waits for another card is of the old event, and stays so.
        if (basket.items.length > 1 || basket.row.order_id !== null) return
        await tx`
          update baskets
          set event_id = null
          where org_id = ${orgId}
            and basket_id = ${basketId}`
      }),
  )

const isMembership = ({ basket }: OpenBasket, itemId: number) =>
  basket.memberships.some(({ basket_item_id }) => basket_item_id === itemId)

async function removeMembership({ orgId, tx, now, basketId, basket }: OpenBasket, basketItemId: number): Promise<void> {
  await releaseMemberships(orgId, tx, now, [{ basketId, basketItemId }])
  await tx`
    delete from basket_memberships
    where org_id = ${orgId}
      and basket_id = ${basketId}
      and basket_item_id = ${basketItemId}`
  if (basket.memberships.length > 1) return
  await tx`
    update baskets
    set has_memberships = false
    where org_id = ${orgId}
      and basket_id = ${basketId}`
}
