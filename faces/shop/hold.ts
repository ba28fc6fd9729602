import type { Basket, OpenBasketItem } from '@grandstand/sdk'
import { GrandstandError } from '@grandstand/sdk'
import { api } from './api.ts'
import type { ChosenSeats, Wishes } from './prices.ts'
import { shopStorage } from './shop-storage.ts'

/** The basket that this browser has, whatever became of it; undefined where there is none. One that is gone is forgotten. */
export async function keptBasket(id = shopStorage.basket()): Promise<Basket | undefined> {
  if (id === undefined) return undefined
  return api.baskets.retrieve(id).catch((error: unknown) => {
    if (!(error instanceof GrandstandError) || error.status !== 404) throw error
    if (shopStorage.basket() === id) shopStorage.setBasket(undefined)
    return undefined
  })
}

/** The basket that this browser goes on with; undefined once it is over or gone. */
export async function openBasket(): Promise<Basket | undefined> {
  const basket = await keptBasket()
  return basket?.status === 'open' ? basket : undefined
}

/** Holds what is wished: in the basket that is open for the event, or in a new one. */
export async function holdPlaces(
  basket: Basket | undefined,
  wishes: Wishes,
  isSeated: boolean,
  chosen: ChosenSeats = {},
): Promise<Basket> {
  const items = Object.entries(wishes)
    .map(([priceId, units]) => itemOf(Number(priceId), units, isSeated, chosen[Number(priceId)]))
    .filter((item) => item !== undefined)
  // One without items may be a member's, who has shown who they are.
  const held = basket ? await change(basket, items) : await open(items)
  shopStorage.setBasket(held.id)
  return withCode(held)
}

function itemOf(price_id: number, units: number, isSeated: boolean, seats?: number[]): OpenBasketItem | undefined {
  if (units === 0) return undefined
  if (seats) return { price_id, quantity: units, seat_ids: seats }
  return isSeated ? { price_id, best_available: units } : { price_id, quantity: units }
}

const open = (items: OpenBasketItem[]): Promise<Basket> =>
  api.baskets.open({ items }).catch((error: unknown) => {
    // An event with seats may have places to stand, which are counted only.
    const unseated = standing(items, error)
    if (unseated) return open(unseated)
    throw error
  })

function standing(items: OpenBasketItem[], error: unknown): OpenBasketItem[] | undefined {
  if (!(error instanceof GrandstandError) || error.code !== 'parameter_invalid') return undefined
  const at = Number(/^items\[(\d+)\]\[best_available\]$/.exec(error.param ?? '')?.[1] ?? Number.NaN)
  const item = items[at]
  if (!item) return undefined
  return items.with(at, { price_id: item.price_id, quantity: Number(item.best_available) })
}

/** What has to change, and no more, so that seats which are held already stay the same. What is given up goes first and makes room. */
async function change(basket: Basket, items: OpenBasketItem[]): Promise<Basket> {
  let held = basket
  const given: (OpenBasketItem | undefined)[] = []
  for (const item of basket.items) {
    const wish = items.find(({ price_id }) => price_id === item.price_id)
    const hasSeats = item.seats.length > 0
    const units = wish?.seat_ids ? wish.seat_ids.length : Number(wish?.quantity ?? wish?.best_available ?? 0)
    const isSame = wish && units === item.quantity && (!wish.seat_ids || sameSeats(wish.seat_ids, item.seats))
    if (isSame) continue
    if (wish && !hasSeats) held = await api.baskets.changeItem(basket.id, item.id, { quantity: units })
    else {
      held = await api.baskets.removeItem(basket.id, item.id)
      given.push(itemOf(item.price_id, item.quantity, false, hasSeats ? item.seats.map(seatId) : undefined))
    }
  }
  try {
    for (const item of items) {
      if (!held.items.some(({ price_id }) => price_id === item.price_id)) held = await add(basket.id, item)
    }
    return held
  } catch (error) {
    await takeBack(
      basket,
      held,
      given.filter((item) => item !== undefined),
    )
    throw error
  }
}

/** Another buyer was faster: what was given up for it is held again, before others take it. */
async function takeBack(before: Basket, held: Basket, given: OpenBasketItem[]): Promise<void> {
  const isNew = ({ id }: { id: string }) => !before.items.some((item) => item.id === id)
  for (const item of held.items.filter(isNew)) await api.baskets.removeItem(held.id, item.id).catch(() => {})
  for (const item of given) await api.baskets.addItem(held.id, item).catch(() => {})
}

const add = (basketId: string, item: OpenBasketItem): Promise<Basket> =>
  api.baskets.addItem(basketId, item).catch((error: unknown) => {
    const [unseated] = standing([item], renamed(error)) ?? []
    if (unseated) return api.baskets.addItem(basketId, unseated)
    throw error
  })

/** Of a single item the parameter is named without its place in a list. */
function renamed(error: unknown): unknown {
  if (!(error instanceof GrandstandError) || error.param !== 'best_available') return error
  return new GrandstandError({
    ...error.details,
    code: error.code,
    message: error.message,
    param: 'items[0][best_available]',
  })
}

const seatId = ({ seat_id }: { seat_id: number }) => seat_id

const sameSeats = (wanted: number[], seats: { seat_id: number }[]) =>
  wanted.length === seats.length && seats.every(({ seat_id }) => wanted.includes(seat_id))

/** A code that came by a link, or was typed for a basket before. Where it is of no use the basket says so, and is held all the same. */
async function withCode(basket: Basket): Promise<Basket> {
  const code = shopStorage.code()
  if (code === undefined || basket.discount_code !== null) return basket
  return api.baskets.change(basket.id, { discount_code: code }).catch(() => basket)
}
