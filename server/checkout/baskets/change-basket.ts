import { Type } from 'typebox'
import { Input, Nullable, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { Basket } from './basket.ts'
import { findDiscount, notForEvent } from './basket-discount.ts'
import { BasketId } from './basket-state.ts'
import { changeOpenBasket } from './change-open-basket.ts'
import { tellOrder } from './tell-order.ts'
import { ruleOf } from './totals.ts'
import { boundGuesses } from './wrong-codes.ts'

const Params = Input({ basket_id: BasketId })
const Body = Input({
  discount_code: Type.Optional(Nullable(Text(64, { description: 'in any case of letters; null takes it away' }))),
})

export const changeBasket: Operation = (app, deps) =>
  app.patch(
    '/v1/baskets/:basket_id',
    {
      config: { scope: 'baskets:write', publishable: 'bearer' },
      errorHandler: tellOrder(deps),
      schema: {
        operationId: 'changeBasket',
        summary: 'Set the discount code of a basket, or prolong it',
        description: [
          'Whether the code can still be used is decided when the basket is checked out. Like every change it gives the basket its full',
          'time again, an hour from its opening at most; without any field it does nothing else.',
        ].join(' '),
        tags: ['Baskets'],
        params: Params,
        body: Body,
        response: { 200: Basket },
      },
    },
    (request, reply) => {
      const { discount_code: typed } = request.body
      const guess = { kind: 'discount code', code: typed, basketId: request.params.basket_id } as const
      return boundGuesses(deps, request, guess, () =>
        changeOpenBasket(deps, request, reply, async ({ orgId, tx, now, basketId, basket }) => {
          const { discount_code: code } = request.body
          if (code === undefined) return
          const discount = code === null ? null : await findDiscount(orgId, tx, code, now)
          if (discount && basket.row.event_id !== null && ruleOf({ ...basket.row, ...discount }) === null) {
            throw notForEvent()
          }
          await tx`
          update baskets
          set discount_id = ${discount?.discount_id ?? null}
          where org_id = ${orgId}
            and basket_id = ${basketId}`
        }),
      )
    },
  )
