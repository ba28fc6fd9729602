import type { ListedOrder, Ticket } from '@grandstand/sdk'
import type { Place } from '../../kit/place.ts'
import { buyerName, type Named } from '../parts/buyer-name.ts'
import { placeLabel } from '../parts/place.ts'
import { stateTitle } from '../parts/state-title.ts'
import type { Tone } from '../parts/tone.ts'
import { words } from '../words/orders.ts'

export const ORDER_STATES = ['confirmed', 'pending', 'refunded', 'cancelled', 'expired'] as const

/** How an order stands, by colour and by word. */
export const orderTones: Record<string, Tone> = {
  confirmed: 'good',
  pending: 'sky',
  refunded: 'flare',
  cancelled: 'flare',
  expired: 'quiet',
}

const TICKET_STATES = ['reserved', 'active', 'cancelled', 'refunded', 'replaced'] as const
const TICKET_TONES: Tone[] = ['sky', 'good', 'flare', 'flare', 'quiet']

export const ticketState = (id: number): string => stateTitle(TICKET_STATES[id] ?? String(id))
export const ticketTone = (id: number): Tone => TICKET_TONES[id] ?? 'quiet'

/** What a ticket cost its buyer. */
export const paidFor = ({ price, discount, fees }: Ticket): number => price - discount + fees

/** `2 × Adult, Stand: North, Block 1, Row F, Seat 12`: what an order is for, line by line. */
export function contentsOf({ lines }: Pick<ListedOrder, 'lines'>): string {
  return lines
    .map(({ price_title, category_title, membership_type_title, quantity, seats }) => {
      const title = membership_type_title ?? [price_title, category_title].filter(Boolean).join(', ')
      const places = seats.map(placeLabel)
      return [`${quantity} × ${title}`, ...(places.length === 0 ? [] : [places.join('; ')])].join(': ')
    })
    .join('; ')
}

export const buyerOf = (buyer: Named): string => buyerName(buyer, words.noName)

/** Where a ticket is, without the gate, which is on the ticket. */
export const placeOf = (ticket: Place): string => placeLabel({ ...ticket, gate: null, entrance: null })
