import { listRefundRequests } from './list-refund-requests.manage.ts'
import { mailTickets } from './mail-tickets.ts'
import { passOnTicket } from './pass-on-ticket.ts'
import { manageRefundRequests } from './refund-requests.manage.ts'
import { renameHolder } from './rename-holder.ts'
import { requestRefund } from './request-refund.ts'
import { retrievePageApplePass } from './retrieve-page-apple-pass.ts'
import { retrievePageDocumentPdf } from './retrieve-page-document-pdf.ts'
import { retrievePageDocumentXml } from './retrieve-page-document-xml.ts'
import { retrievePageGoogleLink } from './retrieve-page-google-link.ts'
import { retrievePagePdf } from './retrieve-page-pdf.ts'
import { retrieveTicketPage } from './retrieve-ticket-page.ts'
import { revokeOrderSecret } from './revoke-order-secret.manage.ts'
import { revokeTicketSecret } from './revoke-ticket-secret.manage.ts'
import { setPageRecipient } from './set-page-recipient.ts'

export const ticketPageOperations = [
  retrieveTicketPage,
  retrievePagePdf,
  retrievePageDocumentPdf,
  retrievePageDocumentXml,
  setPageRecipient,
  retrievePageApplePass,
  retrievePageGoogleLink,
  renameHolder,
  passOnTicket,
  mailTickets,
  requestRefund,
  listRefundRequests,
  ...manageRefundRequests,
  revokeOrderSecret,
  revokeTicketSecret,
]
