import { type Basket, type Checkout, type CheckoutBasket, GrandstandError } from '@grandstand/sdk'
import { api } from './api.ts'
import { attemptFor, shopStorage } from './shop-storage.ts'
import { withToken } from './token.ts'

/** What the bank wants is done, or not: see `useBank`. */
export type Confirm = (action: Record<string, string>) => Promise<boolean>

/** As far as it goes: through the bank, where it asks. Whether it was paid is for the provider to say, not for the page. */
export async function pay(basket: Basket, request: CheckoutBasket, confirm: Confirm): Promise<Checkout> {
  const checkout = await checkOut(basket, request)
  if (checkout.status !== 'pending' || !checkout.next_action) return checkout
  return (await confirm(checkout.next_action)) ? checkOut(basket, request) : checkout
}

/** What was asked for and is not decided yet. After a reload, too, it can be asked for again. */
export function undecided(basket: Basket): CheckoutBasket | undefined {
  const attempt = shopStorage.attempt()
  return attempt?.basket === basket.id ? (JSON.parse(attempt.request) as CheckoutBasket) : undefined
}

/**
 * One attempt at paying. Its key is kept until it is decided, so that whatever is pressed or reloaded meanwhile is the same attempt; another
 * card is another attempt, with another key.
 */
async function checkOut(basket: Basket, request: CheckoutBasket): Promise<Checkout> {
  const { key } = attemptFor(basket.id, JSON.stringify(request))
  try {
    const checkout = await api.baskets.checkout(basket.id, request, {
      idempotencyKey: key,
      ...withToken(),
    })
    if (checkout.status !== 'pending') shopStorage.setAttempt(undefined)
    return checkout
  } catch (error) {
    if (isAnswer(error)) shopStorage.setAttempt(undefined)
    throw error
  }
}

/** It was decided; anything else may have happened or not, and is asked again under the same key. */
const isAnswer = (error: unknown): boolean =>
  error instanceof GrandstandError && error.status !== undefined && error.status < 500 && error.status !== 429
