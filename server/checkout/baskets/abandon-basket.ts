import { ApiError } from '../../platform/http/errors.ts'
import { Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { Basket, toBasket } from './basket.ts'
import { BasketId, basketRefusal, uuidOfBasket } from './basket-state.ts'
import { closeBaskets } from './close-baskets.ts'
import { lockBaskets, readBaskets } from './find-baskets.ts'
import { tellOrder } from './tell-order.ts'

const Params = Input({ basket_id: BasketId })

export const abandonBasket: Operation = (app, deps) =>
  app.delete(
    '/v1/baskets/:basket_id',
    {
      config: { scope: 'baskets:write', publishable: 'bearer' },
      errorHandler: tellOrder(deps),
      schema: {
        operationId: 'abandonBasket',
        summary: 'Give up a basket',
        description: 'Its places are free at once. A basket that is being paid, or has been, cannot be given up.',
        tags: ['Baskets'],
        params: Params,
        response: { 200: Basket },
      },
    },
    (request, reply) => {
      const { orgId, params } = request
      const basketId = uuidOfBasket(params.basket_id)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = deps.clock(orgId)
        await lockBaskets(orgId, tx, [basketId])
        const before = (await readBaskets(orgId, tx, [basketId])).get(basketId)
        const refusal = basketRefusal(before, now)
        if (refusal) throw refusal
        await closeBaskets(orgId, tx, deps.clock, [basketId], 'abandoned')
        const after = (await readBaskets(orgId, tx, [basketId])).get(basketId)
        if (!after) throw new ApiError('resource_missing')
        return toBasket(orgId, after, now)
      })
    },
  )
