import { actorOf } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { publish } from '../../messages/webhooks/publish.ts'
import { noticeOnRequest } from '../../people/mailed-codes/mail-on-request.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { chooseSeats, SeatsOfBatch } from '../../programme/stock/choose-seats.ts'
import { StockError } from '../../programme/stock/errors.ts'
import { findOffers, lockPoolsOf } from '../../programme/stock/pool.ts'
import { reclaimExpiredHolds } from '../../programme/stock/reclaim-expired-holds.ts'
import { inChange } from '../../resources/change-row.ts'
import { buyerAddressOf } from './buyer-address.ts'
import { prepareReplacement, type ReplacedTicket, replaceTicket } from './replace-ticket.ts'
import type { SigningDeps } from './sign-tickets.ts'
import { Ticket } from './ticket.ts'
import { tickets } from './ticket-resource.ts'

const Params = Input({ ticket_id: Id() })
const Body = Input({ seat_id: Id({ description: 'free, and of the ticket’s price category' }) })

export const exchangeSeat: Operation<SigningDeps> = (app, deps) =>
  app.post(
    `${tickets.itemPath}/exchange_seat`,
    {
      config: { scope: 'orders:manage' },
      schema: {
        operationId: 'exchangeSeat',
        summary: 'Exchange the seat of a ticket',
        description:
          'The answer is a new ticket for the other seat, at the same price; the old one is replaced, its seat free, and its barcode lets no one in. It is mailed. Only an active ticket on which no one has entered yet.',
        tags: [tickets.tag],
        params: Params,
        body: Body,
        response: { 200: Ticket },
      },
    },
    async (request, reply) => {
      const { orgId, body } = request
      const { ticket_id } = request.params
      const replacement = await prepareReplacement(deps, orgId, ticket_id)
      return inChange(tickets, deps, request, reply, async (at) => {
        const { tx, clock } = at
        const { after } = await replaceTicket(
          { ...at, actor: actorOf(request) },
          ticket_id,
          replacement,
          {},
          'exchanged',
          (before) => requireFreeSeat(orgId, tx, clock(orgId), before, body.seat_id),
        )
        await publish(orgId, tx, clock, 'ticket.issued', { ticket: after })
        const { ticket_id: newId, order_id: orderId } = after
        const isOfHolder = await isPassedOn(orgId, tx, newId)
        const toHolder = isOfHolder ? { aboutId: newId } : {}
        await noticeOnRequest(orgId, tx, clock(orgId), {
          purpose: 'seat_exchanged',
          recipients: [isOfHolder ? after.email_address : await buyerAddressOf(orgId, tx, orderId)],
          notices: [{ kind: 'tickets_resent', orderId, messageId: `ticket-${newId}-exchanged`, ...toHolder }],
        })
        return after
      })
    },
  )

/** Under the pool's lock, which every sale of its seats takes: what is free here stays free until the ticket has it. */
async function requireFreeSeat(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { price_id, seat_title }: ReplacedTicket['before'],
  seatId: number,
): Promise<number> {
  if (seat_title === null) throw new ApiError('state_conflict', { message: 'The ticket has no seat to exchange.' })
  await lockPoolsOf(orgId, tx, [price_id])
  const [offer] = await findOffers(orgId, tx, [price_id])
  if (!offer) throw new Error('a ticket has a price that is not there')
  await reclaimExpiredHolds(orgId, tx, offer.price_category_id, now)
  const requestedSeats = { seatIds: [seatId], places: 1, sectionId: null }
  const chosen = await chooseSeats(orgId, tx, offer, requestedSeats, new SeatsOfBatch())
  if (!(chosen instanceof Error)) return seatId
  if (chosen instanceof StockError) throw new StockError('seat_taken', { param: 'seat_id', seat_ids: [seatId] })
  const message = 'There is no such seat at the price of this ticket. Refund it, and sell the other seat.'
  throw new ApiError('resource_missing', { param: 'seat_id', message })
}

/** Then its holder is told, and not the buyer. */
async function isPassedOn(orgId: OrgId, tx: Tx, ticketId: number): Promise<boolean> {
  const [ticket] = await tx<{ transferred: boolean }[]>`
    select transferred
    from tickets
    where org_id = ${orgId}
      and ticket_id = ${ticketId}`
  return ticket?.transferred ?? false
}
