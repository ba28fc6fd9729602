import type { TicketRow } from '../../tickets/tickets/ticket.ts'

/** What a mail shows of a ticket. */
export type MailTicket = Pick<
  TicketRow,
  | 'ticket_id'
  | 'ticket_name'
  | 'price_title'
  | 'category_title'
  | 'section_label'
  | 'sub_section_title'
  | 'seat_level'
  | 'seat_aisle'
  | 'seat_row'
  | 'seat_title'
  | 'gate'
  | 'entrance'
>
