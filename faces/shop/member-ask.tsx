import type { Basket, TicketedEvent } from '@grandstand/sdk'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { api } from './api.ts'
import { keptBasket } from './hold.ts'
import { part } from './part.tsx'
import { shopStorage } from './shop-storage.ts'
import { withToken } from './token.ts'

/** Most are no members, so it comes when it is asked for. */
export const MemberProof = part(() => import('./more-pages.tsx').then(({ morePages }) => morePages.MemberProof))

const MemberQuestion = part(() => import('./more-pages.tsx').then(({ morePages }) => morePages.MemberQuestion))

/** Whether this browser has shown already who buys the basket, by a code or by signing in. */
export const isProven = (basketId: string): boolean =>
  shopStorage.provenBasket() === basketId || withToken().ssoToken !== undefined

/**
 * A buyer who chooses a member's price is asked there and then who they are. What they prove belongs to a basket, so there is one from then on;
 * a buyer who holds tickets of another event is asked at the checkout.
 */
export function useMemberAsk(event: TicketedEvent): { ask(): void; question: ComponentChildren } {
  const [basket, setBasket] = useState<Basket>()
  const ask = async () => {
    const current = await keptBasket()
    const isOpen = current?.status === 'open'
    if (isOpen && current.event_id !== null && current.event_id !== event.event_id) return
    // Who is about to join counts already; where that is not enough, the checkout asks.
    if (isOpen && (isProven(current.id) || current.memberships.length > 0)) return
    if (withToken().ssoToken !== undefined) return
    const asked = isOpen ? current : await api.baskets.open({})
    shopStorage.setBasket(asked.id)
    setBasket(asked)
  }
  return {
    // If this fails without a network, the checkout asks again.
    ask: () => void ask().catch(() => {}),
    question: basket && <MemberQuestion basket={basket} onClose={() => setBasket(undefined)} />,
  }
}
