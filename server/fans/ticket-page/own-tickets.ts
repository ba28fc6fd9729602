import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { eventStatus, ticketStatus } from '../../programme/statuses.ts'
import { overAt } from '../../programme/stock/sold-until.ts'
import { readOrderSecret, type SecretHolder } from '../../tickets/orders/order-secret.ts'

/** Every operation of the page: no key, but a secret, by which it is counted. */
export const pageConfig = (seal: Seal) => ({
  scope: 'public' as const,
  bearer: ({ headers }: FastifyRequest) => {
    const said = readOrderSecret(seal, headers)
    return said && `${said.organisation}/${said.orderId}/${said.ticketId}`
  },
})

/** Tickets `t` that a page shows: the buyer's are all that were not passed on; a holder's is theirs, however often re-issued. */
export const isOnPage = (sql: Db, { orderId, ticketId }: SecretHolder): Fragment =>
  ticketId === null
    ? sql`t.order_id = ${orderId} and not t.transferred and t.ticket_status_id <> ${ticketStatus.replaced}`
    : sql`(t.ticket_id = ${ticketId} or t.first_ticket_id = ${ticketId})
      and t.order_id = ${orderId} and t.ticket_status_id <> ${ticketStatus.replaced}`

/** Refuses whatever the holder of the page may not change: another holder's ticket, or when it is too late. */
export async function requireChangeable(holder: SecretHolder, sql: Db, now: Date, ticketId: number): Promise<void> {
  const { orgId } = holder
  const [ticket] = await sql<{ event_status_id: number; over_at: Date; holder_changes: boolean }[]>`
    select e.event_status_id, ${overAt(sql, 'e')} as over_at, g.holder_changes
    from tickets t
    join events e on e.org_id = t.org_id and e.event_id = t.event_id
    join organisations g on g.org_id = t.org_id
    where t.org_id = ${orgId}
      and e.org_id = ${orgId}
      and g.org_id = ${orgId}
      and t.ticket_id = ${ticketId}
      and ${isOnPage(sql, holder)}`
  if (!ticket) throw new ApiError('resource_missing')
  if (!ticket.holder_changes) throw pageConflict('The organisation changes tickets itself: please ask it.')
  if (ticket.event_status_id === eventStatus.cancelled) throw pageConflict('The event is cancelled.')
  if (ticket.over_at <= now) throw pageConflict('The event is over.')
}

export const pageConflict = (message: string) => new ApiError('state_conflict', { message })

/** For the audit log: the holder of the page, of the order or of one ticket. */
export const holderActor = ({ orgId, ticketId }: SecretHolder, { id }: FastifyRequest): Actor => ({
  orgId,
  kind: 'holder',
  id: ticketId === null ? null : String(ticketId),
  requestId: id,
})
