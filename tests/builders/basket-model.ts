/** The basket rules once more, as small as they can be written, to compare the service with. */
export const MINUTE = 60_000

export type ModelPrice = { limit: number | null; each: number }
export type ModelItem = { price: number; quantity: number }
export type ModelBasket = {
  status: 'open' | 'paying' | 'checked_out' | 'expired' | 'abandoned'
  items: ModelItem[]
  createdAt: number
  expiresAt: number
  /** What the provider will say when it is asked again. */
  later: 'paid' | 'failed' | null
}

export class BasketModel {
  now = 0
  readonly baskets: ModelBasket[] = []
  readonly capacity: number
  readonly prices: ModelPrice[]

  constructor(capacity: number, prices: ModelPrice[]) {
    this.capacity = capacity
    this.prices = prices
  }

  statusOf(basket: ModelBasket) {
    return basket.status === 'open' && basket.expiresAt <= this.now ? 'expired' : basket.status
  }

  /** Places that are sold, being paid for or held, of one price or of all. */
  taken(price?: number): number {
    return this.baskets
      .filter((basket) => ['open', 'paying', 'checked_out'].includes(this.statusOf(basket)))
      .flatMap(({ items }) => items)
      .filter((item) => price === undefined || item.price === price)
      .reduce((sum, item) => sum + this.places(item), 0)
  }

  places = (item: ModelItem) => item.quantity * (this.prices[item.price]?.each ?? 1)

  left(price: number): number {
    const limit = this.prices[price]?.limit ?? null
    const pool = this.capacity - this.taken()
    return limit === null ? pool : Math.min(pool, limit - this.taken(price))
  }

  refusal(basket: ModelBasket): number | null {
    return this.statusOf(basket) === 'open' ? null : 409
  }

  touch(basket: ModelBasket): void {
    basket.expiresAt = Math.min(this.now + 15 * MINUTE, basket.createdAt + 60 * MINUTE)
  }

  /** With all that is to be in it, or not at all. */
  open(items: ModelItem[]): number {
    const basket: ModelBasket = {
      status: 'open',
      items: [],
      createdAt: this.now,
      expiresAt: this.now + 15 * MINUTE,
      later: null,
    }
    this.baskets.push(basket)
    for (const item of items) {
      if (this.places(item) > this.left(item.price)) {
        this.baskets.pop()
        return 409
      }
      basket.items.push(item)
    }
    return 201
  }

  add(basket: ModelBasket, item: ModelItem): number {
    const refusal = this.refusal(basket)
    if (refusal) return refusal
    if (this.places(item) > this.left(item.price)) return 409
    basket.items.push(item)
    this.touch(basket)
    return 201
  }

  change(basket: ModelBasket, index: number, quantity: number): number {
    const refusal = this.refusal(basket)
    if (refusal) return refusal
    const item = basket.items[index]
    if (!item) return 404
    const more = this.places({ ...item, quantity }) - this.places(item)
    if (more > 0 && more > this.left(item.price)) return 409
    item.quantity = quantity
    this.touch(basket)
    return 200
  }

  remove(basket: ModelBasket, index: number): number {
    const refusal = this.refusal(basket)
    if (refusal) return refusal
    if (!basket.items[index]) return 404
    basket.items.splice(index, 1)
    this.touch(basket)
    return 200
  }

  abandon(basket: ModelBasket): number {
    const refusal = this.refusal(basket)
    if (refusal) return refusal
    basket.status = 'abandoned'
    return 200
  }

  checkOut(basket: ModelBasket, method: 'ok' | 'declined' | 'timeout_then_paid' | 'timeout_then_failed'): number {
    if (basket.status === 'paying') return this.settle(basket)
    const refusal = this.refusal(basket)
    if (refusal || basket.items.length === 0) return 409
    if (method === 'ok') {
      basket.status = 'checked_out'
      return 200
    }
    if (method === 'declined') {
      this.touch(basket)
      return 402
    }
    basket.status = 'paying'
    basket.later = method === 'timeout_then_paid' ? 'paid' : 'failed'
    return 200
  }

  /** The provider is asked again. */
  settle(basket: ModelBasket): number {
    const paid = basket.later === 'paid'
    basket.later = null
    basket.status = paid ? 'checked_out' : 'open'
    if (!paid) this.touch(basket)
    return paid ? 200 : 402
  }

  reconcile(): void {
    for (const basket of this.baskets) if (basket.status === 'paying') this.settle(basket)
  }
}
