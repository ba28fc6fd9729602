import { type Basket, GrandstandError, type OpenBasketItem } from '@grandstand/sdk'
import { api } from './api.ts'
import { rememberPeople } from './basket-people.ts'
import { keptBasket } from './hold.ts'
import { shopStorage } from './shop-storage.ts'

/** Puts memberships into the basket that is open, beside whatever is in it, or into a new one: all of them, or none. Each is for one of `names`. */
export async function joinBy(items: OpenBasketItem[], names: string[]): Promise<Basket> {
  const basket = await keptBasket()
  if (basket?.status === 'paying') return basket
  const held = basket?.status === 'open' ? await addAll(basket, items) : await api.baskets.open({ items })
  rememberPeople(basket, held, items, names)
  shopStorage.setBasket(held.id)
  return held
}

async function addAll(basket: Basket, items: OpenBasketItem[]): Promise<Basket> {
  let held = basket
  for (const [n, item] of items.entries()) {
    try {
      held = await api.baskets.addItem(basket.id, item)
    } catch (error) {
      const added = held.memberships.filter(({ id }) => !basket.memberships.some((before) => before.id === id))
      for (const { id } of added) await api.baskets.removeItem(basket.id, id).catch(() => {})
      throw inList(error, n)
    }
  }
  return held
}

/** Of a single item the parameter is named without its place in a list. */
function inList(error: unknown, n: number): unknown {
  if (!(error instanceof GrandstandError) || error.param === undefined) return error
  const param = `items[${n}][${error.param.replace('[', '][')}${error.param.includes('[') ? '' : ']'}`
  const details = { ...error.details, code: error.code, message: error.message, param }
  return error.status === undefined ? error : new GrandstandError(details, { status: error.status })
}

/** Which of the memberships is for another age than the person's. */
export function bornWrongAt(error: unknown): number | undefined {
  if (!(error instanceof GrandstandError) || error.status !== 400) return undefined
  if (!/date_of_birth/.test(error.param ?? '')) return undefined
  return Number(/^items\[(\d+)\]/.exec(error.param ?? '')?.[1] ?? 0)
}
