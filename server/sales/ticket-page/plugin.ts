import { passOnTicket, renameHolder } from './change-holder.ts'
import { mailTickets } from './mail-tickets.ts'
import { manageRefundRequests } from './refund-requests.manage.ts'
import { requestRefund } from './request-refund.ts'
import { retrievePageApplePass, retrievePageGoogleLink } from './retrieve-page-passes.ts'
import { retrievePagePdf } from './retrieve-page-pdf.ts'
import { retrieveTicketPage } from './retrieve-ticket-page.ts'
import { revokeOrderSecret, revokeTicketSecret } from './revoke-secret.manage.ts'

export const ticketPageOperations = [
  retrieveTicketPage,
  retrievePagePdf,
  retrievePageApplePass,
  retrievePageGoogleLink,
  renameHolder,
  passOnTicket,
  mailTickets,
  requestRefund,
  ...manageRefundRequests,
  revokeOrderSecret,
  revokeTicketSecret,
]
