import type { OrgId } from '../../access/principal.ts'
import type { ClaimedMail } from '../../messages/mail/claim-mails.ts'
import { findMailSettings, type MailSetting } from '../../messages/mail/mail-settings.ts'
import type { MailKind } from '../../messages/mail/notices.ts'
import { findSuppressed } from '../../messages/mail/suppressions.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { findTicketsOfOrders } from '../orders/order.ts'
import type { TicketRow } from '../tickets/ticket.ts'
import { findMailedOrders, type MailedOrderRow } from './mailed-order.ts'

/** All that mails of one organisation tell of, read together. */
export type NoticeFacts = {
  orders: Map<number, MailedOrderRow>
  /** By order, whatever has become of them. */
  tickets: Map<number, TicketRow[]>
  refunds: Map<number, RefundFact>
  /** By order. */
  cancellations: Map<number, CancellationFact>
  moves: Map<number, MoveFact>
  /** By ticket. */
  holderPages: Map<number, HolderPage>
  settings: Map<MailKind, MailSetting>
  suppressed: Set<string>
}

export type RefundFact = { refund_id: number; amount_minor: number; refund_status: string }
export type CancellationFact = {
  order_id: number
  reason: string | null
  /** All orders are refunded, or will be. */
  refunding: boolean
  /** What was done with this one, once its turn has come. */
  outcome: string | null
  refund_status: string | null
  amount_minor: number | null
}
/** The page of whoever was passed a ticket is that of the ticket which they were first given, however often it was re-issued. */
export type HolderPage = { ticket_id: number; page_ticket_id: number; secret_version: number }
export type MoveFact = { event_move_id: number; starts_at: Date; timezone: string; venue: string | null }

export async function readFacts(orgId: OrgId, sql: Db, mails: ClaimedMail[]): Promise<NoticeFacts> {
  const orderIds = [...new Set(mails.flatMap(({ order_id }) => order_id ?? []))]
  const aboutOf = (wanted: MailKind) =>
    mails.flatMap(({ kind, about_id }) => (kind === wanted && about_id !== null ? [about_id] : []))
  const cancelled = mails.flatMap(({ kind, order_id }) =>
    kind === 'event_cancelled' && order_id !== null ? [order_id] : [],
  )
  const refundIds = aboutOf('order_refunded')
  const moveIds = [...new Set(aboutOf('event_moved'))]
  const passedOnIds = [
    ...aboutOf('ticket_transferred'),
    ...aboutOf('tickets_resent'),
    ...mails.flatMap(({ ticket_id }) => ticket_id ?? []),
  ]
  const [orders, tickets, settings, refunds, cancellations, moves, holderPages] = await Promise.all([
    findMailedOrders(orgId, sql, orderIds),
    findTicketsOfOrders(orgId, sql, orderIds),
    findMailSettings(orgId, sql),
    refundIds.length > 0 ? findRefunds(orgId, sql, refundIds) : [],
    cancelled.length > 0 ? findCancellations(orgId, sql, cancelled) : [],
    moveIds.length > 0 ? findMoves(orgId, sql, moveIds) : [],
    passedOnIds.length > 0 ? findHolderPages(orgId, sql, passedOnIds) : [],
  ])
  const addresses = [...orders, ...tickets].flatMap(({ email_address }) => email_address ?? [])
  return {
    orders: new Map(orders.map((order) => [order.order_id, order])),
    tickets: Map.groupBy(tickets, ({ order_id }) => order_id),
    refunds: new Map(refunds.map((refund) => [refund.refund_id, refund])),
    cancellations: new Map(cancellations.map((order) => [order.order_id, order])),
    moves: new Map(moves.map((move) => [move.event_move_id, move])),
    holderPages: new Map(holderPages.map((page) => [page.ticket_id, page])),
    settings: new Map(settings.map(({ kind, enabled, texts }) => [kind, { enabled, texts }])),
    suppressed: await findSuppressed(orgId, sql, [...new Set(addresses)]),
  }
}

const findRefunds = (orgId: OrgId, sql: Db, refundIds: number[]) => sql<RefundFact[]>`
  select refund_id, amount_minor, refund_status
  from refunds
  where org_id = ${orgId}
    and refund_id = any (${refundIds}::bigint[])`

const findCancellations = (orgId: OrgId, sql: Db, orderIds: number[]) => sql<CancellationFact[]>`
  select o.order_id, coalesce(m.reason, run.reason) as reason, run.event_id is not null as refunding, d.outcome,
    r.refund_status, r.amount_minor
  from orders o
  left join event_moves m on m.org_id = ${orgId} and m.event_id = o.event_id and m.cancelled
  left join refund_runs run on run.org_id = ${orgId} and run.event_id = o.event_id
  left join refund_run_orders d on d.org_id = ${orgId} and d.event_id = o.event_id and d.order_id = o.order_id
  left join refunds r on r.org_id = ${orgId} and r.refund_id = d.refund_id
  where o.org_id = ${orgId}
    and o.order_id = any (${orderIds}::bigint[])`

const findHolderPages = (orgId: OrgId, sql: Db, ticketIds: number[]) => sql<HolderPage[]>`
  select t.ticket_id, f.ticket_id as page_ticket_id, f.secret_version
  from tickets t
  join tickets f on f.org_id = ${orgId} and f.ticket_id = coalesce(t.first_ticket_id, t.ticket_id)
  where t.org_id = ${orgId}
    and t.ticket_id = any (${ticketIds}::bigint[])
    and t.transferred`

const findMoves = (orgId: OrgId, sql: Db, moveIds: number[]) => sql<MoveFact[]>`
  select m.event_move_id, m.from_starts_at as starts_at, m.from_timezone as timezone, v.name as venue
  from event_moves m
  left join venues v on v.org_id = ${orgId} and v.venue_id = m.from_venue_id
  where m.org_id = ${orgId}
    and m.event_move_id = any (${moveIds}::bigint[])`
