import { retrieveMemberCard } from './retrieve-member-card.ts'
import { retrieveOwnCodes } from './retrieve-own-codes.ts'
import { retrieveOwnTicketsPdf } from './retrieve-own-tickets-pdf.ts'
import { retrieveTicketsPdf } from './retrieve-tickets-pdf.ts'

/** Tickets and member cards as files. */
export const ticketFileOperations = [retrieveTicketsPdf, retrieveOwnTicketsPdf, retrieveOwnCodes, retrieveMemberCard]
