import type { Operation } from '../operation.ts'
import { deleteSigningKey } from './delete-signing-key.ts'
import { listSigningKeys } from './list-signing-keys.ts'
import { manageTickets } from './manage-tickets.ts'
import { reissueTicket } from './reissue-ticket.ts'
import { replaceSigningKey } from './replace-signing-key.ts'
import { transferTicket } from './transfer-ticket.ts'

export const ticketOperations: Operation[] = [
  ...manageTickets,
  transferTicket,
  reissueTicket,
  listSigningKeys,
  replaceSigningKey,
  deleteSigningKey,
]
