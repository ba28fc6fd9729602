import { Type } from 'typebox'
import { beginBatch, createBatcher } from '../kit/batch.ts'
import { invalidParameters } from '../kit/errors.ts'
import { Id, Input, Integer } from '../kit/schema.ts'
import type { Operation } from '../operation.ts'
import { type Adding, addItems } from './add-items.ts'
import { Basket } from './basket.ts'
import { BasketId, uuidOfBasket } from './basket-id.ts'
import { inBatch } from './in-batch.ts'
import { refuseAll } from './refuse-all.ts'

const Params = Input({ basket_id: BasketId })
const Body = Input({
  price_id: Id(),
  quantity: Type.Optional(Integer({ minimum: 1, maximum: 100, default: 1, description: 'units of the price' })),
  seat_ids: Type.Optional(Type.Array(Id(), { minItems: 1, maxItems: 1000, description: 'one for each ticket' })),
  best_available: Type.Optional(
    Type.Boolean({
      default: false,
      description: [
        'instead of seat_ids: neighbours in one row, of the first section (by its order) and the foremost row that have',
        'them, as near as possible to the middle of the row',
      ].join(' '),
    }),
  ),
})

const BATCH_MAX = 200
const WAITING_MAX = 20_000

export const addItem: Operation = (app, deps) => {
  const { sql, clock } = deps
  /** Prices whose last batch had somebody refused for want of places: the next one looks before it locks. */
  const scarce = new Set<string>()
  const batcher = createBatcher({
    sizeMax: BATCH_MAX,
    depthMax: WAITING_MAX,
    run: async (addings: Adding[]) => {
      const [first] = addings
      if (!first) return []
      const { orgId, priceId } = first
      const lane = `${orgId} ${priceId}`
      if (scarce.has(lane)) {
        const refused = await refuseAll(orgId, sql, clock(), priceId, addings)
        if (refused) return refused
      }
      const outs = await beginBatch(sql, (tx) => addItems(orgId, tx, clock(), priceId, addings))
      if (outs.some((out) => out instanceof Error && 'code' in out && out.code === 'sold_out')) scarce.add(lane)
      else scarce.delete(lane)
      if (scarce.size > LANES_MAX) scarce.clear()
      return outs
    },
  })
  app.post(
    '/v1/baskets/:basket_id/items',
    {
      config: { scope: 'baskets:write', publishable: true },
      schema: {
        operationId: 'addItem',
        summary: 'Add an item to a basket',
        description: [
          'Holds the places at once, until the basket expires. 409 `sold_out` says with `available` how many units are left;',
          '409 `seat_taken` names the seats in `seat_ids`.',
        ].join(' '),
        tags: ['Baskets'],
        params: Params,
        body: Body,
        response: { 201: Basket },
      },
    },
    (request, reply) => {
      const { orgId, params, body } = request
      const { price_id: priceId, quantity = 1, seat_ids: wanted, best_available: best } = body
      if (best && wanted) throw bothWays()
      const seats = wanted ? [...new Set(wanted)] : best ? ('best' as const) : null
      const item = { orgId, basketId: uuidOfBasket(params.basket_id), priceId, quantity, seats }
      const alone = (tx: Parameters<typeof addItems>[1]) => addItems(orgId, tx, clock(), priceId, [item])
      reply.code(201)
      return inBatch(deps, request, reply, { batcher, lane: `${orgId} ${priceId}`, item, alone })
    },
  )
}

const LANES_MAX = 10_000

const bothWays = () =>
  invalidParameters([
    { param: 'best_available', code: 'parameter_invalid', message: 'Send either seat_ids or best_available.' },
  ])
