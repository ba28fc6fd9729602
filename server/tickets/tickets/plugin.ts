import { deleteSigningKey } from './delete-signing-key.manage.ts'
import { exchangeSeat } from './exchange-seat.manage.ts'
import { listSigningKeys } from './list-signing-keys.manage.ts'
import { listTickets } from './list-tickets.manage.ts'
import { reissueTicket } from './reissue-ticket.manage.ts'
import { replaceSigningKey } from './replace-signing-key.manage.ts'
import { manageTickets } from './tickets.manage.ts'
import { transferTicket } from './transfer-ticket.manage.ts'

export const ticketOperations = [
  listTickets,
  ...manageTickets,
  transferTicket,
  reissueTicket,
  exchangeSeat,
  listSigningKeys,
  replaceSigningKey,
  deleteSigningKey,
]
