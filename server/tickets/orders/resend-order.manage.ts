import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { requireScope } from '../../access/require-scope.ts'
import { requireSent } from '../../messages/mail/mail-settings.ts'
import type { Notice } from '../../messages/mail/notices.ts'
import { foldEmail } from '../../people/customers/customer.ts'
import { noticeOnRequest } from '../../people/mailed-codes/mail-on-request.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { base62 } from '../../platform/values/random.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { EmailAddress } from '../../resources/fields.ts'
import type { TicketRow } from '../tickets/ticket.ts'
import { findTicketsOfOrders, type OrderRow } from './order.ts'
import { orderIdIn } from './order-id.ts'
import { findOrder } from './retrieve-order.ts'

const Params = Input({
  order_id: Type.String({ minLength: 1, maxLength: 36, description: 'the order_id or the order_uuid' }),
})
const Body = Input({
  email_address: Type.Optional(EmailAddress),
  change_buyer: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'true: email_address becomes that of the order, and later mails about it go there',
    }),
  ),
})
const Reply = Type.Object(
  {
    order_id: Type.Integer(),
    tickets_sent: Type.Integer(),
    mails: Type.Integer({ description: 'mails that they fill' }),
  },
  { title: 'ResentOrder' },
)

export const resendOrder: Operation = (app, deps) =>
  app.post(
    '/v1/manage/orders/:order_id/resend',
    {
      config: { scope: 'orders:manage' },
      schema: {
        operationId: 'resendOrder',
        summary: 'Mail the tickets of an order',
        description:
          'The mail tickets_resent, with its active tickets and the link to their page, to the buyer or to the address that is sent. ' +
          'A ticket that was transferred goes to its holder’s address only, and the rest not there. It leaves shortly after. ' +
          'To another address than the buyer’s, or to change it, it needs the scope codes:read besides.',
        tags: ['Orders'],
        params: Params,
        body: Body,
        response: { 200: Reply },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const [order] = await findOrder(orgId, tx, orderIdIn(request.params.order_id))
        if (!order) throw new ApiError('resource_missing')
        const to = body.email_address ?? order.email_address
        if (to === null) {
          throw new ApiError('parameter_missing', { param: 'email_address', message: 'The order has no address.' })
        }
        if (body.change_buyer && body.email_address === undefined)
          throw new ApiError('parameter_missing', { param: 'email_address' })
        await requireSent(orgId, tx, 'tickets_resent')
        const { notices, tickets, isElsewhere } = await noticesTo(orgId, tx, order, to)
        // Staff who have tickets sent to an address of their choice read the codes there.
        if (isElsewhere || body.change_buyer) requireScope(request.principal, 'codes:read')
        await noticeOnRequest(orgId, tx, deps.clock(orgId), { purpose: 'tickets_resent', recipients: [to], notices })
        if (body.change_buyer) await changeAddress(orgId, tx, deps.clock(orgId), order.order_id, to)
        await record(tx, deps.clock, request, {
          action: 'order.resent',
          objectType: 'order',
          objectId: order.order_id,
          ...(body.change_buyer && { before: { email_address: order.email_address } }),
          after: { email_address: to, tickets_sent: tickets },
        })
        return { order_id: order.order_id, tickets_sent: tickets, mails: notices.length }
      })
    },
  )

/** Of the order alone: the customer may have other orders, and signs in with an address of their own. */
const changeAddress = (orgId: OrgId, tx: Tx, now: Date, orderId: number, to: string) => tx`
  update orders
  set email_address = ${to}, changed_at = ${now}
  where org_id = ${orgId}
    and order_id = ${orderId}`

/** Within an hour; an event that moved is told to everybody by other mails than these. */
/** A holder who was passed tickets gets those, each with a page of its own; everybody else what is left of the order. */
async function noticesTo(
  orgId: OrgId,
  tx: Tx,
  { order_id: orderId, email_address }: OrderRow,
  to: string,
): Promise<{ notices: Notice[]; tickets: number; isElsewhere: boolean }> {
  const rows = await findTicketsOfOrders(orgId, tx, [orderId])
  const active = rows.filter((row) => row.ticket_status_id === ticketStatus.active)
  const isBuyer = email_address !== null && foldEmail(email_address) === foldEmail(to)
  const passedOn = active.filter((row) => row.transferred && isOf(row, to))
  const buyerTickets = isBuyer || passedOn.length === 0 ? active.filter(({ transferred }) => !transferred) : []
  if (buyerTickets.length + passedOn.length === 0) {
    throw new ApiError('state_conflict', { message: 'The order has no active tickets for this address.' })
  }
  const chance = base62(10)
  const notice = { kind: 'tickets_resent' as const, orderId }
  return {
    tickets: buyerTickets.length + passedOn.length,
    isElsewhere: buyerTickets.length > 0 && !isBuyer,
    notices: [
      ...(buyerTickets.length > 0 ? [{ ...notice, to, messageId: `order-${orderId}-resent-${chance}` }] : []),
      ...passedOn.map(({ ticket_id: aboutId }) => ({
        ...notice,
        aboutId,
        messageId: `ticket-${aboutId}-resent-${chance}`,
      })),
    ],
  }
}

const isOf = ({ email_address }: TicketRow, address: string): boolean =>
  email_address !== null && foldEmail(email_address) === foldEmail(address)
