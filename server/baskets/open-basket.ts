import { Type } from 'typebox'
import type { OrgId } from '../access/principal.ts'
import { saleTurnsOf } from '../inventory/sale-turns.ts'
import { createBatcher } from '../kit/batch.ts'
import { beginBatch } from '../kit/begin-batch.ts'
import type { Db, Tx } from '../kit/database.ts'
import { ApiError } from '../kit/errors.ts'
import { inKeys, type Keyed } from '../kit/keyed-batch.ts'
import { Input, Nullable, Text } from '../kit/schema.ts'
import type { Operation } from '../operation.ts'
import { Basket, toBasket } from './basket.ts'
import { type BasketDiscount, findDiscount } from './basket-discount.ts'
import { newBasketUuid } from './basket-id.ts'
import { HOLD_MS } from './basket-life.ts'
import { inBatch } from './in-batch.ts'

const Body = Input({
  org: Type.Optional(Text(20, { description: 'the organisation; the key knows it already' })),
  discount_code: Type.Optional(Nullable(Text(64))),
})

type Opening = { orgId: OrgId; basketId: string; code: string | null }
type Opened = { orgId: OrgId; basketId: string; discount: BasketDiscount | null }

const BATCH_MAX = 500
const WAITING_MAX = 20_000

export const openBasket: Operation = (app, deps) => {
  const { sql, clock } = deps
  const open = async (tx: Tx, openings: Opening[]) => {
    const now = clock()
    const expiresAt = new Date(now.getTime() + HOLD_MS)
    const outs: (Opened | Error)[] = []
    for (const { orgId, basketId, code } of openings) {
      const discount = code === null ? null : await findDiscount(orgId, tx, code, now).catch(asRefusal)
      outs.push(discount instanceof Error ? discount : { orgId, basketId, discount })
    }
    const opened = outs.filter((out): out is Opened => !(out instanceof Error))
    return {
      last: opened[0] ? [insertBaskets(opened[0].orgId, tx, now, expiresAt, opened)] : [],
      answer: outs.map((out) => (out instanceof Error ? out : emptyBasket(out, now, expiresAt))),
    }
  }
  const batcher = createBatcher({
    run: (asked: Keyed<Opening>[]) => beginBatch(sql, (begun) => inKeys(begun, asked, open)),
    turn: ({ item: { orgId } }) => saleTurnsOf(sql).take(String(orgId)),
    sizeMax: BATCH_MAX,
    depthMax: WAITING_MAX,
  })
  app.post(
    '/v1/baskets',
    {
      config: { scope: 'baskets:write', publishable: true },
      schema: {
        operationId: 'openBasket',
        summary: 'Open a basket',
        description: 'It expires 15 minutes after the last change, and 60 minutes after it was opened at the latest.',
        tags: ['Baskets'],
        body: Body,
        response: { 201: Basket },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      if (body.org !== undefined && body.org !== String(orgId)) throw new ApiError('resource_missing', { param: 'org' })
      const item = { orgId, basketId: newBasketUuid(), code: body.discount_code ?? null }
      reply.code(201)
      return inBatch(deps, request, reply, { batcher, lane: String(orgId), item })
    },
  )
}

function asRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

const insertBaskets = (orgId: OrgId, sql: Db, now: Date, expiresAt: Date, opened: Opened[]) => sql`
  insert into baskets (org_id, basket_id, discount_id, expires_at, created_at, changed_at)
  select ${orgId}, basket_id, discount_id, ${expiresAt}, ${now}, ${now}
  from unnest(
    ${opened.map(({ basketId }) => basketId)}::uuid[],
    ${opened.map(({ discount }) => discount?.discount_id ?? null)}::bigint[]
  ) as opened (basket_id, discount_id)`

const emptyBasket = ({ orgId, basketId, discount }: Opened, now: Date, expiresAt: Date): Basket => {
  const row = {
    basket_id: basketId,
    basket_status: 'open' as const,
    event_id: null,
    currency: null,
    reserved_seating: false,
    discount_id: discount?.discount_id ?? null,
    discount_code: discount?.discount_code ?? null,
    discount_event_id: discount?.discount_event_id ?? null,
    discount_currency: discount?.discount_currency ?? null,
    basis_points: discount?.basis_points ?? null,
    amount_minor: discount?.amount_minor ?? null,
    order_id: null,
    order_uuid: null,
    order_status: null,
    order_discount_minor: null,
    expires_at: expiresAt,
    created_at: now,
  }
  return toBasket(orgId, { row, items: [], seats: [] }, now)
}
