import { type Basket, type Checkout, type CheckoutBasket, GrandstandError } from '@grandstand/sdk'
import { api } from './api.ts'
import { attemptFor, kept } from './kept.ts'
import { withToken } from './sign-in.ts'

/**
 * One attempt at paying. Its key is kept until it is answered, so that whatever is pressed or reloaded meanwhile is the same attempt; another
 * card is another attempt, with another key.
 */
export async function checkOut(basket: Basket, request: CheckoutBasket): Promise<Checkout> {
  const { key } = attemptFor(basket.id, JSON.stringify(request))
  try {
    const checkout = await api.baskets.checkout(basket.id, request, {
      idempotencyKey: key,
      ...withToken(),
    })
    kept.setAttempt(undefined)
    return checkout
  } catch (error) {
    if (isAnswer(error)) kept.setAttempt(undefined)
    throw error
  }
}

/** It was decided; anything else may have happened or not, and is asked again under the same key. */
const isAnswer = (error: unknown): boolean =>
  error instanceof GrandstandError && error.status !== undefined && error.status < 500 && error.status !== 429

/** What was bought is kept with its secret, and the basket is over. */
export function keepOrder(order: { order_id: number; secret: string; title: string }): void {
  kept.addOrder({ ...order, at: Date.now() })
  kept.finish()
}
