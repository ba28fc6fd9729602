/** A line of the guest list: who, where, which order. */
export type Guest = { ticketId: number; orderId: number; name: string; place: string; price: string }

type Holder = { ticket_id: number; order_id: number; ticket_name: string | null; price_title: string }

/** By name as a steward looks it up: the last word first in the order, and whoever has no name at the end. */
export function guestsOf<T extends Holder>(
  tickets: T[],
  buyers: Map<number, string>,
  placeOf: (ticket: T) => string,
): Guest[] {
  const guests = tickets.map((ticket) => ({
    ticketId: ticket.ticket_id,
    orderId: ticket.order_id,
    name: ticket.ticket_name ?? buyers.get(ticket.order_id) ?? '',
    place: placeOf(ticket),
    price: ticket.price_title,
  }))
  const lastWord = ({ name }: Guest) => name.split(' ').at(-1) ?? ''
  return guests.sort(
    (a, b) =>
      Number(a.name === '') - Number(b.name === '') ||
      lastWord(a).localeCompare(lastWord(b)) ||
      a.name.localeCompare(b.name) ||
      a.ticketId - b.ticketId,
  )
}
