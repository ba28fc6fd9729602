/** A line of the guest list: who, where, which order. */
export type Guest = { ticketId: number; orderId: number; name: string; place: string; price: string }

type Holder = { ticket_id: number; order_id: number; ticket_name: string | null; price_title: string }

/** By name as a steward looks it up: the last word first in the order, and guests without a name at the end. */
export function guestsOf<T extends Holder>(
  tickets: T[],
  buyers: Map<number, string>,
  placeOf: (ticket: T) => string,
): Guest[] {
  const { compare } = new Intl.Collator()
  const guests = tickets.map((ticket) => {
    const name = ticket.ticket_name ?? buyers.get(ticket.order_id) ?? ''
    return {
      lastWord: name.split(' ').at(-1) ?? '',
      guest: {
        ticketId: ticket.ticket_id,
        orderId: ticket.order_id,
        name,
        place: placeOf(ticket),
        price: ticket.price_title,
      },
    }
  })
  guests.sort(
    (a, b) =>
      Number(a.guest.name === '') - Number(b.guest.name === '') ||
      compare(a.lastWord, b.lastWord) ||
      compare(a.guest.name, b.guest.name) ||
      a.guest.ticketId - b.guest.ticketId,
  )
  return guests.map(({ guest }) => guest)
}

/** Of whom every word is known: of the name, the place, the price or the number of the order. */
export function guestsBy(guests: Guest[], search: string): Guest[] {
  const words = search.toLowerCase().split(/\s+/)
  return guests.filter(({ name, place, price, orderId }) => {
    const line = `${name} ${place} ${price} #${orderId}`.toLowerCase()
    return words.every((word) => line.includes(word))
  })
}
