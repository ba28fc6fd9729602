import { saleTurnsOf } from '../inventory/sale-turns.ts'
import { createBatcher } from '../kit/batch.ts'
import { beginBatch } from '../kit/begin-batch.ts'
import type { Tx } from '../kit/database.ts'
import { invalidParameters } from '../kit/errors.ts'
import { inKeys, type Keyed } from '../kit/keyed-batch.ts'
import { Id, Input } from '../kit/schema.ts'
import type { Operation } from '../operation.ts'
import { type Adding, addItems } from './add-items.ts'
import { Basket } from './basket.ts'
import { BasketId, uuidOfBasket } from './basket-id.ts'
import { inBatch } from './in-batch.ts'
import { isPublishable } from './offer-refusal.ts'
import { refuseAll } from './refuse-all.ts'
import { seatChoiceOf, seatFields } from './seat-choice.ts'

const Params = Input({ basket_id: BasketId })
const Body = Input({ price_id: Id(), ...seatFields })

const BATCH_MAX = 200
const WAITING_MAX = 20_000

export const addItem: Operation = (app, deps) => {
  const { sql, clock } = deps
  /** Prices whose last batch had somebody refused for want of places: the next one looks before it locks. */
  const scarce = new Set<string>()
  const batcher = createBatcher({
    turn: ({ item: { orgId } }) => saleTurnsOf(sql).take(String(orgId)),
    sizeMax: BATCH_MAX,
    depthMax: WAITING_MAX,
    run: async (asked: Keyed<Adding>[]) => {
      const [first] = asked
      if (!first) return []
      const { orgId, priceId } = first.item
      const lane = `${orgId} ${priceId}`
      const add = async (tx: Tx, addings: Adding[]) => {
        const refused = scarce.has(lane) && (await refuseAll(orgId, tx, clock(), priceId, addings))
        return refused ? { last: [], answer: refused } : addItems(orgId, tx, clock(), priceId, addings)
      }
      const outs = await beginBatch(sql, (begun) => inKeys(begun, asked, add))
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
          'Holds the places at once, until the basket expires. 409 `sold_out` says with `available` how many units are left, or,',
          'for `best_available`, how many side by side;',
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
      const { price_id: priceId } = body
      const choice = seatChoiceOf(body)
      if ('param' in choice) throw invalidParameters([{ code: 'parameter_invalid', ...choice }])
      const publicOnly = isPublishable(request)
      const item = { orgId, basketId: uuidOfBasket(params.basket_id), priceId, publicOnly, ...choice }
      reply.code(201)
      return inBatch(deps, request, reply, { batcher, lane: `${orgId} ${priceId}`, item })
    },
  )
}

const LANES_MAX = 10_000
