import { ApiError } from '../../platform/http/errors.ts'
import type { Operation } from '../../platform/operation.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { changeOf } from '../../resources/change-operations.ts'
import { retrieveOf } from '../../resources/read-operations.ts'
import { Holder } from './holder.ts'
import { tickets } from './ticket-resource.ts'
import { ticketStatusName } from './ticket-status.ts'

/*
 * Operations (written by npm run openapi):
 * changeTicket, retrieveTicket
 */

export const manageTickets: Operation[] = [
  retrieveOf(tickets),
  changeOf(tickets, Holder, (holder, ticket) => {
    // A person can be forgotten whatever has become of the ticket.
    const isForgetting = Object.values(holder).every((value) => value === null)
    if (ticket.ticket_status_id !== ticketStatus.active && !isForgetting) {
      throw new ApiError('state_conflict', {
        message: `The ticket is ${ticketStatusName(Number(ticket.ticket_status_id))}.`,
      })
    }
    return holder
  }),
]
