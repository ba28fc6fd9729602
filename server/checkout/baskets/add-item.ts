import { invalidParameters } from '../../platform/http/errors.ts'
import { readerLanguage } from '../../platform/http/reader-language.ts'
import { Input } from '../../platform/http/schema.ts'
import { answerInBatch } from '../../platform/idempotency/keyed-batch.ts'
import type { Operation } from '../../platform/operation.ts'
import { requestedMembershipOf } from '../membership-sale/requested-membership.ts'
import { addMemberships } from './add-memberships.ts'
import { Basket } from './basket.ts'
import { BasketId, uuidOfBasket } from './basket-state.ts'
import { changeOpenBasket } from './change-open-basket.ts'
import type { BasketFillerDeps } from './fill-baskets.ts'
import { basketCallerOf } from './item-rules.ts'
import { BasketItemInput, refusalAt, seatChoiceOf } from './requested-items.ts'
import { tellOrder } from './tell-order.ts'

const Params = Input({ basket_id: BasketId })

export const addItem: Operation<BasketFillerDeps> = (app, deps) =>
  app.post(
    '/v1/baskets/:basket_id/items',
    {
      config: { scope: 'baskets:write', publishable: 'bearer' },
      errorHandler: tellOrder(deps),
      schema: {
        operationId: 'addItem',
        summary: 'Add an item to a basket',
        description: [
          'Tickets at a price, or a membership. Holds the places at once, until the basket expires. 409 `sold_out` says with `available` how many units are left, or,',
          'for `best_available`, how many side by side;',
          '409 `seat_taken` names the seats in `seat_ids`.',
        ].join(' '),
        tags: ['Baskets'],
        params: Params,
        body: BasketItemInput,
        response: { 201: Basket },
      },
    },
    (request, reply) => {
      const { orgId, params, body } = request
      const caller = basketCallerOf(request.view, deps)
      const membership = requestedMembershipOf(body)
      if (membership) {
        reply.code(201)
        return changeOpenBasket(deps, request, reply, (at) => addMemberships(at, [membership], caller, refusalAt))
      }
      const choice = seatChoiceOf(body)
      if ('param' in choice) throw invalidParameters([{ code: 'parameter_invalid', ...choice }])
      const requestedItems = [{ priceId: body.price_id ?? 0, ...choice }]
      const basketRequest = {
        orgId,
        basketId: uuidOfBasket(params.basket_id),
        requestedItems,
        language: readerLanguage(request),
        ...caller,
      }
      reply.code(201)
      return answerInBatch({ ...deps, orgId, request, reply }, deps.sales.fill, basketRequest)
    },
  )
