import { type Static, Type } from 'typebox'
import { Organisation } from '../../people/organisation/organisation.ts'
import { TicketCodeField } from '../../platform/http/guarded-fields.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import { Event } from '../../programme/events/event.ts'
import { Ticket } from '../../tickets/tickets/ticket.ts'
import { TicketRotation } from '../../tickets/tickets/ticket-rotation.ts'
import { PageDocument } from './page-document.ts'
import { PageGround, SeatSpot } from './page-ground.ts'
import { PageRecipient } from './page-recipient.ts'
import { AskedRefund } from './refund-request.ts'

const { name, country, logo_image, accent_color } = Organisation.properties
const event = Event.properties
const ticket = Ticket.properties

const PageTicket = Type.Object(
  {
    ticket_id: ticket.ticket_id,
    ticket_status_id: ticket.ticket_status_id,
    barcode: Nullable(TicketCodeField({ description: 'what its QR code says; null unless it is active' })),
    short_code: Nullable(
      TicketCodeField({ description: 'to type where it cannot be read; null where the gates take none' }),
    ),
    rotation: Nullable(TicketRotation),
    ticket_name: ticket.ticket_name,
    price_title: ticket.price_title,
    category_title: ticket.category_title,
    section_label: ticket.section_label,
    sub_section_title: ticket.sub_section_title,
    seat_level: ticket.seat_level,
    seat_aisle: ticket.seat_aisle,
    seat_row: ticket.seat_row,
    seat_title: ticket.seat_title,
    gate: ticket.gate,
    entrance: ticket.entrance,
    spot: Type.Union([SeatSpot, Type.Null()], { description: 'of the seat on the ground' }),
    gates: Type.Array(Type.String(), { description: 'names of the gates that let it in; none: every gate' }),
    used: Type.Boolean({ description: 'the holder has entered on it' }),
    valid_from_unix: ticket.valid_from_unix,
    valid_until_unix: ticket.valid_until_unix,
  },
  { title: 'PageTicket' },
)
export type PageTicket = Static<typeof PageTicket>

export const TicketPage = Type.Object(
  {
    organisation: Type.Object({ name, country, logo_image, accent_color }),
    event: Type.Object({
      event_id: event.event_id,
      title: event.title,
      venue_name: event.venue_name,
      venue_address: Nullable(Type.String()),
      timezone: event.timezone,
      event_status_id: event.event_status_id,
      doors_open_unix: event.doors_open_unix,
      event_start_unix: event.event_start_unix,
      event_end_unix: event.event_end_unix,
      shop_url: Type.String({ description: 'its page in the organisation’s shop' }),
      calendar_uid: Type.String({ description: 'of the entry in a calendar, as in the mails' }),
      calendar_sequence: Type.Integer({ description: 'its SEQUENCE: rises when the event changes' }),
    }),
    order_id: Type.Integer(),
    order_status: Type.String(),
    language: Nullable(Type.String({ description: 'that the order was made in' })),
    tickets: Type.Array(PageTicket, { description: 'in the order of their seats; those passed on are not here' }),
    ground: Type.Union([PageGround, Type.Null()]),
    passed_on: Type.Integer({
      description: 'tickets of the order that others have by now; 0 on the page of one ticket',
    }),
    changes: Type.Boolean({ description: 'tickets can be renamed and passed on here' }),
    wallets: Type.Array(OneOf(['apple', 'google']), { description: 'of phones, for which there are passes' }),
    mail_to: Nullable(Type.String({ description: 'where tickets are mailed again, with the middle of it hidden' })),
    refund: Nullable(
      Type.Object({
        until_unix: Nullable(Type.Integer({ description: 'until when a refund can be asked for; null: no longer' })),
        request: Type.Union([AskedRefund, Type.Null()], { description: 'the last one' }),
      }),
    ),
    documents: Type.Array(PageDocument, {
      description: 'issued to the buyer, the first one first; none on the page of one ticket',
    }),
    document_recipient: Type.Union([PageRecipient, Type.Null()], {
      description: 'for whom the document of the order is; null where it gets none',
    }),
  },
  {
    title: 'TicketPage',
    description: 'refund is null where the organisation takes no requests, and on the page of one ticket',
  },
)
export type TicketPage = Static<typeof TicketPage>
