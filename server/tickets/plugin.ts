import type { Operation } from '../operation.ts'
import { manageTickets } from './manage-tickets.ts'
import { reissueTicket } from './reissue-ticket.ts'
import { transferTicket } from './transfer-ticket.ts'

export const ticketOperations: Operation[] = [...manageTickets, transferTicket, reissueTicket]
