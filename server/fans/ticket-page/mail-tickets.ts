import { requireSent } from '../../messages/mail/mail-settings.ts'
import { noticeOnRequest } from '../../people/mailed-codes/mail-on-request.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { holderOfSecret, SecretHeader, type SecretHolder } from '../../tickets/orders/order-secret.ts'
import { buyerAddressOf } from '../../tickets/tickets/buyer-address.ts'
import type { TicketRow } from '../../tickets/tickets/ticket.ts'
import { pageConfig, pageConflict } from './own-tickets.ts'
import { findPageTickets, type PageDeps, readTicketPage } from './read-ticket-page.ts'
import { TicketPage } from './ticket-page.ts'

/** A finder of the secret must not fill the buyer's mailbox with it. */
const PAUSE_MS = 10 * MINUTE_MS

export const mailTickets: Operation<PageDeps> = (app, deps) =>
  app.post(
    '/v1/ticket_page/mail',
    {
      config: pageConfig(deps.seal),
      schema: {
        operationId: 'mailTickets',
        summary: 'Have one’s own tickets mailed again',
        description:
          'To the address that the order, or the ticket that was passed on, has: `mail_to` of the page hints at it. Once in ten minutes; 409 where there is none, or the organisation has switched tickets_resent off.',
        tags: ['Ticket page'],
        headers: SecretHeader,
        response: { 200: TicketPage },
      },
    },
    async (request, reply) => {
      const holder = await holderOfSecret(deps, request.headers)
      const { orgId, orderId } = holder
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = deps.clock(orgId)
        const rows = await findPageTickets(holder, tx)
        const [ticket] = rows.filter(({ ticket_status_id }) => ticket_status_id === ticketStatus.active)
        if (!ticket) throw pageConflict('No ticket is valid any more.')
        const address = await addressOf(holder, tx, ticket)
        if (address === null) throw pageConflict('There is no address to mail them to. Please ask the organisation.')
        await requireSent(orgId, tx, 'tickets_resent')
        if (!(await takeTurn(holder, tx, now)))
          throw pageConflict('They were mailed a moment ago. Try again in ten minutes.')
        const again = `again-${now.getTime()}`
        const about =
          holder.ticketId === null
            ? { messageId: `order-${orderId}-${again}` }
            : { aboutId: ticket.ticket_id, messageId: `ticket-${ticket.ticket_id}-${again}` }
        const notices = [{ kind: 'tickets_resent' as const, orderId, ...about }]
        await noticeOnRequest(orgId, tx, now, { purpose: 'own_tickets', recipients: [address], notices })
        return readTicketPage(deps, holder, tx)
      })
    },
  )

/** Where they would go: to the holder of the one ticket, or to the buyer. */
async function addressOf(
  { orgId, orderId, ticketId }: SecretHolder,
  tx: Tx,
  ticket: TicketRow,
): Promise<string | null> {
  if (ticketId !== null) return ticket.email_address
  return buyerAddressOf(orgId, tx, orderId)
}

/** One statement looks and notes: of two who ask at once, one is mailed. */
async function takeTurn({ orgId, orderId, ticketId }: SecretHolder, tx: Tx, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - PAUSE_MS)
  const { count } =
    ticketId === null
      ? await tx`
          update orders
          set asked_for_mail_at = ${now}
          where org_id = ${orgId}
            and order_id = ${orderId}
            and (asked_for_mail_at is null or asked_for_mail_at <= ${before})`
      : await tx`
          update tickets
          set asked_for_mail_at = ${now}
          where org_id = ${orgId}
            and ticket_id = ${ticketId}
            and (asked_for_mail_at is null or asked_for_mail_at <= ${before})`
  return count === 1
}
