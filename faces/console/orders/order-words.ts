import type { ListedOrder, Ticket } from '@grandstand/sdk'
import { buyerName, type Named } from '../parts/buyer-name.ts'
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

/** `2 × Adult, Stand: row F, seat 12`: what an order is for, line by line. */
export function contentsOf({ lines }: Pick<ListedOrder, 'lines'>): string {
  return lines
    .map(({ price_title, category_title, membership_type_title, quantity, seats }) => {
      const title = membership_type_title ?? [price_title, category_title].filter(Boolean).join(', ')
      const places = seats.map(({ section_label, seat_row, seat_title }) =>
        [
          section_label === category_title ? null : section_label,
          seat_row === null ? null : words.row({ row: seat_row }),
          seat_title === null ? null : words.seatLower({ seat: seat_title }),
        ]
          .filter(Boolean)
          .join(' '),
      )
      return [`${quantity} × ${title}`, ...(places.length === 0 ? [] : [places.join(', ')])].join(': ')
    })
    .join('; ')
}

export const buyerOf = (buyer: Named): string => buyerName(buyer, words.noName)

type Placed = {
  category_title: string
  section_label: string | null
  seat_row: string | null
  seat_title: string | null
}

/** `North, row F, seat 12`, or what a ticket without a seat is good for. */
export function placeOf({ category_title, section_label, seat_row, seat_title }: Placed): string {
  if (seat_title === null) return section_label ?? category_title
  const row = seat_row === null ? [] : [words.row({ row: seat_row })]
  return [section_label ?? category_title, ...row, words.seatLower({ seat: seat_title })].join(', ')
}
