import { Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Integer } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { holdPlaces } from '../../programme/stock/holds.ts'
import { findOffers, lockPoolsOf, type OfferRow, placesLeftOf } from '../../programme/stock/pool.ts'
import { reclaimExpiredHolds } from '../../programme/stock/reclaim-expired-holds.ts'
import { invalid } from '../../resources/constraints.ts'
import { SaleError } from '../errors.ts'
import { Basket } from './basket.ts'
import { BasketId } from './basket-state.ts'
import { changeOpenBasket, itemOf, type OpenBasket } from './change-open-basket.ts'
import type { BasketItemRow } from './find-baskets.ts'
import { findAddressCap, findHeldPlaces, HeldPlaces, lockAddresses } from './held-places.ts'
import {
  type BasketCaller,
  basketCallerOf,
  boundRefusal,
  offerRefusal,
  orderCapRefusal,
  type UnitsOfPrice,
} from './item-rules.ts'
import { soldOut } from './stock.ts'
import { tellOrder } from './tell-order.ts'

const Params = Input({ basket_id: BasketId, item_id: Id() })
const Body = Input({
  quantity: Integer({ minimum: 1, maximum: 100 }),
  seat_ids: Type.Optional(
    Type.Array(Id(), {
      minItems: 1,
      maxItems: 400,
      uniqueItems: true,
      description: 'of an item with seats: those that stay, where it becomes fewer',
    }),
  ),
})

export const changeItem: Operation = (app, deps) =>
  app.patch(
    '/v1/baskets/:basket_id/items/:item_id',
    {
      config: { scope: 'baskets:write', publishable: 'bearer' },
      errorHandler: tellOrder(deps),
      schema: {
        operationId: 'changeItem',
        summary: 'Change the quantity of an item',
        description: [
          'At the price that the item was added at. More than there was is held at once, or refused with `sold_out`. Of seats some are',
          'given back, and the others stay held throughout; other seats are another item.',
        ].join(' '),
        tags: ['Baskets'],
        params: Params,
        body: Body,
        response: { 200: Basket },
      },
    },
    (request, reply) =>
      changeOpenBasket(deps, request, reply, async (at) => {
        const item = itemOf(at, request.params.item_id)
        const { quantity } = request.body
        if (quantity === item.quantity) return
        const places = (item.places / item.quantity) * quantity
        const givenBack = seatsGivenBack(at, item, places, request.body.seat_ids)
        const others = at.basket.items.filter((other) => other !== item)
        const refusal = boundRefusal(others, places)
        if (refusal) throw refusal
        const basketCaller = basketCallerOf(request.view, deps)
        const more = places - item.places
        if (more > 0 && basketCaller.addressHash !== null) await holdThrough(at, basketCaller.addressHash, item, places)
        const offer = await offerFor(at, item.price_id, { others, quantity, more, basketCaller })
        await giveBack(at, item.basket_item_id, givenBack)
        await store(at, offer, item.basket_item_id, { quantity, places, more, addressHash: basketCaller.addressHash })
      }),
  )

/** Those of the item's seats that do not stay; none where it has no seats. */
function seatsGivenBack(
  { basket }: OpenBasket,
  item: BasketItemRow,
  places: number,
  stay: number[] | undefined,
): number[] {
  const seatIds = basket.seats
    .filter(({ basket_item_id }) => basket_item_id === item.basket_item_id)
    .map(({ seat_id }) => seat_id)
  if (seatIds.length === 0 && stay === undefined) return []
  if (stay === undefined || places > item.places)
    throw new ApiError('state_conflict', {
      message: 'Of an item with seats name those that stay; further ones are another item.',
    })
  if (stay.length !== places || !stay.every((id) => seatIds.includes(id)))
    throw invalid('seat_ids', 'seat_ids names as many of the item’s own seats as its quantity has places.')()
  return seatIds.filter((id) => !stay.includes(id))
}

const giveBack = ({ orgId, tx, basketId }: OpenBasket, itemId: number, seatIds: number[]) => tx`
  delete from seat_claims
  where org_id = ${orgId}
    and basket_id = ${basketId}
    and basket_item_id = ${itemId}
    and seat_id = any (${seatIds}::bigint[])`

/** The item becomes the address's that raises it, with all its places, beside those that it holds already; or the organisation's. */
async function holdThrough(
  { orgId, tx, now, basketId }: OpenBasket,
  addressHash: string,
  item: BasketItemRow,
  places: number,
): Promise<void> {
  await lockAddresses(orgId, tx, now, [addressHash])
  const [organisation] = await findAddressCap(orgId, tx)
  const held = new HeldPlaces(
    organisation?.held_places_per_address ?? null,
    await findHeldPlaces(orgId, tx, now, [addressHash]),
  )
  const [hold] = await tx<{ places: number }[]>`
    select places
    from holds
    where org_id = ${orgId}
      and basket_id = ${basketId}
      and basket_item_id = ${item.basket_item_id}
      and address_hash = ${addressHash}
      and expires_at > ${now}`
  const refusal = held.refusal(addressHash, places - (hold?.places ?? 0))
  if (refusal) throw refusal
}

type Raise = { others: UnitsOfPrice[]; quantity: number; more: number; basketCaller: BasketCaller }

/** The pool, locked, with room for the places that are to be added. Fewer can be had at any time, more only while on sale. */
async function offerFor(
  { orgId, tx, now }: OpenBasket,
  priceId: number,
  { others, quantity, more, basketCaller }: Raise,
): Promise<OfferRow> {
  await lockPoolsOf(orgId, tx, [priceId])
  const read = async () => (await findOffers(orgId, tx, [priceId]))[0]
  let offer = await read()
  if (!offer) throw new ApiError('resource_missing')
  if (more < 0) return offer
  const refusal = offerRefusal(offer, now, basketCaller) ?? orderCapRefusal(others, quantity, offer)
  if (refusal) throw refusal
  if (more > placesLeftOf(offer)) {
    await reclaimExpiredHolds(orgId, tx, offer.price_category_id, now)
    offer = (await read()) ?? offer
  }
  if (more > placesLeftOf(offer)) throw soldOut(offer, placesLeftOf(offer))
  return offer
}

type Change = { quantity: number; places: number; more: number; addressHash: string | null }

async function store(
  { orgId, tx, now, basketId }: OpenBasket,
  offer: OfferRow,
  itemId: number,
  { quantity, places, more, addressHash }: Change,
): Promise<void> {
  const pool = {
    priceCategoryId: offer.price_category_id,
    priceId: offer.price_id,
    limited: offer.limit_places !== null,
  }
  const held = await tx`
    update holds
    set places = ${places}, address_hash = case when ${more > 0} then ${addressHash} else address_hash end
    where org_id = ${orgId}
      and basket_id = ${basketId}
      and basket_item_id = ${itemId}`
  if (held.count === 0) throw new SaleError('basket_expired')
  await Promise.all(holdPlaces(orgId, tx, pool, more))
  await tx`
    update basket_items
    set quantity = ${quantity}, places = ${places}, changed_at = ${now}
    where org_id = ${orgId}
      and basket_id = ${basketId}
      and basket_item_id = ${itemId}`
}
