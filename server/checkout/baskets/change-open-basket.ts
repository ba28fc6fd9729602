import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { readerLanguage } from '../../platform/http/reader-language.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { prolongHolds } from '../../programme/stock/holds.ts'
import { prolongSeasonPlaces } from '../membership-sale/hold-season-places.ts'
import { type Basket, toBasket } from './basket.ts'
import { basketRefusal, expiryAfterChange, uuidOfBasket } from './basket-state.ts'
import { type BasketContents, lockBaskets, readBaskets } from './find-baskets.ts'

export type OpenBasket = { orgId: OrgId; tx: Tx; now: Date; basketId: string; basket: BasketContents; expiresAt: Date }

/** One change of one open basket under its lock. Every change gives it, and its places, their full time again. */
export function changeOpenBasket(
  deps: PlatformDeps,
  request: FastifyRequest & { params: { basket_id: string } },
  reply: FastifyReply,
  work: (at: OpenBasket) => Promise<void>,
): Promise<Basket> {
  const { orgId } = request
  const basketId = uuidOfBasket(request.params.basket_id)
  return change({ ...deps, orgId, request, reply }, async (tx) => {
    const now = deps.clock(orgId)
    await lockBaskets(orgId, tx, [basketId])
    const basket = (await readBaskets(orgId, tx, [basketId])).get(basketId)
    const refusal = basketRefusal(basket, now)
    if (refusal || !basket) throw refusal ?? new ApiError('resource_missing')
    const expiresAt = expiryAfterChange(basket.row.created_at, now)
    await work({ orgId, tx, now, basketId, basket, expiresAt })
    await tx`
      update baskets
      set expires_at = ${expiresAt}, changed_at = ${now}
      where org_id = ${orgId}
        and basket_id = ${basketId}`
    await Promise.all(prolongHolds(orgId, tx, [{ basketId, expiresAt }]))
    await prolongSeasonPlaces(orgId, tx, now, [basket], expiresAt)
    const changed = (await readBaskets(orgId, tx, [basketId])).get(basketId)
    if (!changed) throw new Error('a basket was lost while it was locked')
    return toBasket(orgId, changed, now, { language: readerLanguage(request) })
  })
}

/** The item of an open basket that a path names. */
export function itemOf({ basket }: OpenBasket, itemId: number) {
  const item = basket.items.find(({ basket_item_id }) => basket_item_id === itemId)
  if (!item) throw new ApiError('resource_missing')
  return item
}
