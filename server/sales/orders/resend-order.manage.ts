import { type Static, Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { enqueueMail } from '../../messages/mail/enqueue-mail.ts'
import { noteMails } from '../../messages/mail/notices.ts'
import type { Deps, Operation } from '../../operation.ts'
import { foldEmail } from '../../people/customers/customer.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Nullable } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { englishDate } from '../../platform/values/time.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { EmailAddress } from '../../resources/fields.ts'
import { qrPng } from '../tickets/qr-code.ts'
import type { TicketRow } from '../tickets/ticket.ts'
import { type MailedOrder, type MailedTicket, ticketMail } from '../tickets/ticket-mail.ts'
import { findTicketsOfOrders } from './order.ts'
import { orderIdIn } from './order-id.ts'
import { findOrder } from './retrieve-order.ts'

const Params = Input({
  order_id: Type.String({ minLength: 1, maxLength: 36, description: 'the order_id or the order_uuid' }),
})
const Body = Input({ email_address: Type.Optional(EmailAddress) })
const Reply = Type.Object(
  {
    order_id: Type.Integer(),
    tickets_sent: Type.Integer(),
    mails: Type.Integer({ description: 'mails that they fill' }),
  },
  { title: 'ResentOrder' },
)

const TICKETS_A_MAIL = 50
const TICKETS_MAX = 500

export const resendOrder: Operation = (app, deps) =>
  app.post(
    '/v1/manage/orders/:order_id/resend',
    {
      config: { scope: 'orders:manage' },
      schema: {
        operationId: 'resendOrder',
        summary: 'Mail the tickets of an order',
        description:
          'Its active tickets with their QR codes, to the buyer or to the address that is sent; a ticket that was ' +
          'transferred only to its holder’s. Where codes rotate, the mail of the confirmation, to the buyer alone. It leaves shortly after.',
        tags: ['Orders'],
        params: Params,
        body: Body,
        response: { 200: Reply },
      },
    },
    async (request, reply) => {
      const { orgId, body } = request
      // Drawing codes takes milliseconds each, so it comes before the transaction.
      const prepared = await prepare(deps, orgId, request.params.order_id, body.email_address)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        if (prepared instanceof ApiError) throw prepared
        const { orderId, to, orders, tickets, rotates } = prepared
        if (rotates) await confirmAgain(orgId, tx, deps.clock(), orderId)
        else for (const order of orders) await enqueueMail(orgId, tx, deps, { to, ...ticketMail(order) })
        await record(tx, deps.clock, request, {
          action: 'order.resent',
          objectType: 'order',
          objectId: orderId,
          after: { email_address: to, tickets_sent: tickets },
        })
        return { order_id: orderId, tickets_sent: tickets, mails: rotates ? 1 : orders.length }
      })
    },
  )

/** A code that rotates cannot be mailed; the mail of the confirmation leads to where it is shown. */
const confirmAgain = (orgId: OrgId, tx: Db, now: Date, orderId: number) =>
  noteMails(orgId, tx, now, [
    { kind: 'order_confirmed', orderId, messageId: `order-${orderId}-resent-${now.getTime()}` },
  ])

type Prepared = { orderId: number; to: string; orders: MailedOrder[]; tickets: number; rotates: boolean }

async function prepare(
  { sql }: Pick<Deps, 'sql'>,
  orgId: OrgId,
  reference: string,
  address: string | undefined,
): Promise<Prepared | ApiError> {
  const [order] = await findOrder(orgId, sql, orderIdIn(reference))
  if (!order) return new ApiError('resource_missing')
  const to = address ?? order.email_address
  if (to === null) {
    return new ApiError('parameter_missing', { param: 'email_address', message: 'The order has no address.' })
  }
  const rows = await findTicketsOfOrders(orgId, sql, [order.order_id])
  const active = rows.filter((row) => row.ticket_status_id === ticketStatus.active && isFor(to, row))
  const [first] = active
  if (!first) {
    return new ApiError('state_conflict', { message: 'The order has no active tickets for this address.' })
  }
  if (active.length > TICKETS_MAX) {
    return new ApiError('state_conflict', { message: `No more than ${TICKETS_MAX} tickets are sent by mail.` })
  }
  const { rotates, ...setting } = await findSetting(orgId, sql, first.event_id)
  if (rotates && (order.email_address === null || foldEmail(to) !== foldEmail(order.email_address))) {
    return new ApiError('state_conflict', {
      message:
        'The codes of this event rotate: only the buyer’s own mail leads to them. Transfer a ticket to somebody else.',
    })
  }
  if (rotates) return { orderId: order.order_id, to, orders: [], tickets: active.length, rotates }
  const tickets: MailedTicket[] = []
  for (const row of active) tickets.push(await mailedTicket(row))
  const parts = Math.ceil(tickets.length / TICKETS_A_MAIL)
  const orders = Array.from({ length: parts }, (_, n) => ({
    ...setting,
    orderId: order.order_id,
    tickets: tickets.slice(n * TICKETS_A_MAIL, (n + 1) * TICKETS_A_MAIL),
    ...(parts > 1 ? { part: { number: n + 1, of: parts } } : {}),
  }))
  return { orderId: order.order_id, to, orders, tickets: active.length, rotates }
}

const isFor = (address: string, { transferred, email_address }: TicketRow): boolean =>
  !transferred || (email_address !== null && foldEmail(email_address) === foldEmail(address))

async function mailedTicket(row: TicketRow): Promise<MailedTicket> {
  const barcode = row.barcode ?? ''
  const seat = [
    row.section_label,
    row.sub_section_title,
    row.seat_aisle && `Aisle ${row.seat_aisle}`,
    row.seat_row && `Row ${row.seat_row}`,
    row.seat_title && `Seat ${row.seat_title}`,
  ].filter((part) => part !== null && part !== '')
  return {
    ticketId: row.ticket_id,
    barcode,
    qrPng: await qrPng(barcode),
    holder: row.ticket_name,
    category: row.category_title,
    price: row.price_title,
    seat: seat.length === 0 ? null : seat.join(', '),
  }
}

type Setting = Pick<MailedOrder, 'organisation' | 'event'> & { rotates: boolean }
export const ResentEventRow = Type.Object({
  organisation: Type.String(),
  title: Type.String(),
  starts_at: Type.Unsafe<Date>({ type: 'object' }),
  doors_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  timezone: Type.String(),
  venue: Nullable(Type.String()),
  rotating_barcodes: Type.Boolean(),
})

async function findSetting(orgId: OrgId, sql: Db, eventId: number): Promise<Setting> {
  const [row] = await sql<Static<typeof ResentEventRow>[]>`
    select o.name as organisation, e.title, e.starts_at, e.doors_at, e.timezone, v.name as venue, e.rotating_barcodes
    from events e
    join organisations o on o.org_id = e.org_id
    left join venues v on v.org_id = e.org_id and v.venue_id = e.venue_id
    where e.org_id = ${orgId}
      and o.org_id = ${orgId}
      and e.event_id = ${eventId}`
  if (!row) throw new Error('an order without its event')
  const { organisation, title, starts_at, doors_at, timezone, venue, rotating_barcodes: rotates } = row
  return {
    rotates,
    organisation,
    event: {
      title,
      starts: englishDate(starts_at, timezone).full,
      doors: doors_at && englishDate(doors_at, timezone).time,
      venue,
    },
  }
}
