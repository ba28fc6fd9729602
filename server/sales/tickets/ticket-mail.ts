import type { Mail } from '../../messages/mail/mail.ts'

/** What a mail says about one ticket. */
export type MailedTicket = {
  ticketId: number
  barcode: string
  /** The barcode as a QR code. */
  qrPng: Buffer
  holder: string | null
  category: string
  price: string
  /** Section, row and seat, as far as there are any. */
  seat: string | null
}

export type MailedOrder = {
  organisation: string
  orderId: number
  event: { title: string; starts: string; doors: string | null; venue: string | null }
  tickets: MailedTicket[]
  /** Where the tickets do not fit into one mail: which one this is. */
  part?: { number: number; of: number }
}

/** Tickets to print or to show at the gate. Images are in the mail itself, so that they show without a connection. */
export function ticketMail(order: MailedOrder): Pick<Mail, 'subject' | 'text' | 'html' | 'from_name' | 'attachments'> {
  const { organisation, event, tickets, part } = order
  const suffix = part ? ` (${part.number} of ${part.of})` : ''
  return {
    from_name: organisation,
    subject: `Your tickets for ${event.title}${suffix}`,
    text: asText(order),
    html: asHtml(order),
    attachments: tickets.map(({ ticketId, qrPng }) => ({
      filename: `ticket-${ticketId}.png`,
      content_type: 'image/png',
      content: qrPng,
      cid: cidOf(ticketId),
    })),
  }
}

const cidOf = (ticketId: number) => `ticket-${ticketId}@grandstand`

const when = ({ event }: MailedOrder): string[] => [
  event.starts,
  ...(event.doors === null ? [] : [`Doors open ${event.doors}`]),
  ...(event.venue === null ? [] : [event.venue]),
]

const about = ({ category, price, seat, holder }: MailedTicket): string[] => [
  `${category}, ${price}`,
  ...(seat === null ? [] : [seat]),
  ...(holder === null ? [] : [holder]),
]

const REMINDER = 'Each code lets one person in once. Show it to nobody before you are at the gate.'

function asText(order: MailedOrder): string {
  const tickets = order.tickets.map((ticket) =>
    [`Ticket ${ticket.ticketId}`, ...about(ticket), ticket.barcode].join('\n'),
  )
  return [order.event.title, when(order).join('\n'), `Order ${order.orderId}`, ...tickets, REMINDER, order.organisation]
    .join('\n\n')
    .concat('\n')
}

function asHtml(order: MailedOrder): string {
  const tickets = order.tickets.map(
    (ticket) =>
      `<div style="margin:2em 0"><img src="cid:${cidOf(ticket.ticketId)}" width="245" height="245" ` +
      `alt="QR code of ticket ${ticket.ticketId}"><p><strong>Ticket ${ticket.ticketId}</strong><br>` +
      `${about(ticket).map(escaped).join('<br>')}</p></div>`,
  )
  return [
    '<!doctype html><html lang="en"><body style="font-family:sans-serif">',
    `<h1>${escaped(order.event.title)}</h1><p>${when(order).map(escaped).join('<br>')}</p>`,
    `<p>Order ${order.orderId}</p>`,
    ...tickets,
    `<p>${REMINDER}</p><p>${escaped(order.organisation)}</p></body></html>`,
  ].join('\n')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
