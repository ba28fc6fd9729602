import { Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import { readerLanguage } from '../../platform/http/reader-language.ts'
import { Input, Nullable, Text } from '../../platform/http/schema.ts'
import { answerInBatch } from '../../platform/idempotency/keyed-batch.ts'
import type { Operation } from '../../platform/operation.ts'
import { Basket } from './basket.ts'
import { newBasketUuid } from './basket-state.ts'
import type { BasketFillerDeps } from './fill-baskets.ts'
import { basketCallerOf } from './item-rules.ts'
import { openWithMemberships } from './open-with-memberships.ts'
import { BasketItemList, requestedOf } from './requested-items.ts'
import { boundGuesses } from './wrong-codes.ts'

const Body = Input({
  org: Type.Optional(Text(20, { description: 'the organisation; the key knows it already' })),
  discount_code: Type.Optional(Nullable(Text(64))),
  items: Type.Optional(BasketItemList),
})

export const openBasket: Operation<BasketFillerDeps> = (app, deps) =>
  app.post(
    '/v1/baskets',
    {
      config: { scope: 'baskets:write', publishable: 'bearer' },
      schema: {
        operationId: 'openBasket',
        summary: 'Open a basket',
        description: [
          'It expires 15 minutes after the last change, and 60 minutes after it was opened at the latest. With `items` it is',
          'opened with their places held, or not at all: the refusal is that of adding an item, and `param` says of which one.',
        ].join(' '),
        tags: ['Baskets'],
        body: Body,
        response: { 201: Basket },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      if (body.org !== undefined && body.org !== String(orgId)) throw new ApiError('resource_missing', { param: 'org' })
      const opening = { code: body.discount_code ?? null }
      const { requestedItems, memberships } = requestedOf(body.items ?? [])
      const basketRequest = {
        orgId,
        basketId: newBasketUuid(),
        opening,
        requestedItems,
        language: readerLanguage(request),
        ...basketCallerOf(request.view, deps),
      }
      reply.code(201)
      const call = { ...deps, orgId, request, reply }
      return boundGuesses(deps, request, { kind: 'discount code', code: body.discount_code }, () =>
        memberships.length > 0
          ? openWithMemberships(call, basketRequest, memberships)
          : answerInBatch(call, deps.sales.fill, basketRequest),
      )
    },
  )
