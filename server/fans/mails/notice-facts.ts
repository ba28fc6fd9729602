import type { OrgId } from '../../access/principal.ts'
import type { ClaimedMail } from '../../messages/mail/claim-mails.ts'
import { knownName, nameInMail } from '../../messages/mail/lures.ts'
import { findMailSettings, type MailSetting } from '../../messages/mail/mail-settings.ts'
import type { MailKind } from '../../messages/mail/notices.ts'
import { findSuppressed } from '../../messages/mail/suppressions.ts'
import { readStored, type StoredDocument } from '../../papers/documents/document.ts'
import type { PrintedDocument } from '../../papers/documents/draw-document.ts'
import { readProformas } from '../../papers/documents/read-proformas.ts'
import { type ReminderLetter, readReminders } from '../../papers/documents/read-reminders.ts'
import { findLegalPages, type LegalPageRow } from '../../people/legal/legal-page.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { findTicketsOfOrders } from '../../tickets/orders/order.ts'
import { findMembershipsOfOrders, type OrderMembershipRow } from '../../tickets/orders/order-memberships.ts'
import type { TicketRow } from '../../tickets/tickets/ticket.ts'
import { type DebtFact, findDebtsTold } from './debt-facts.ts'
import { findMailedOrders, type MailedOrderRow } from './mailed-order.ts'
import { type EndedFact, readEnded } from './membership-end-facts.ts'
import { findMoves, findSuperseded, type MoveFact, readerOf } from './move-facts.ts'
import { type RenewalFact, readRenewals } from './renewal-facts.ts'
import { findTransfersTold, type TransferFact } from './transfer-facts.ts'
import { findUnfinished, type UnfinishedFact } from './unfinished-facts.ts'

/** All that mails of one organisation tell of, read together. */
export type NoticeFacts = {
  orders: Map<number, MailedOrderRow>
  /** By order, whatever has become of them. */
  tickets: Map<number, TicketRow[]>
  refunds: Map<number, RefundFact>
  debts: Map<number, DebtFact>
  /** By payment, of orders that wait for one. */
  transfers: Map<number, TransferFact>
  /** By order, of those whose buyer has left for their bank. */
  unfinished: Map<number, UnfinishedFact>
  renewals: Map<number, RenewalFact>
  /** Those whose membership has ended, by member. */
  ended: Map<number, EndedFact>
  documents: Map<number, StoredDocument>
  /** By order, of those that wait for a transfer. */
  proformas: Map<number, PrintedDocument>
  /** The reminders by debt. */
  reminders: Map<number, ReminderLetter>
  /** The refund requests of buyers. */
  requests: Map<number, RequestFact>
  /** By order, those whom it made members. */
  members: Map<number, MemberFact[]>
  /** The lines of the same orders, which say what was bought for whom. */
  memberships: Map<number, OrderMembershipRow[]>
  /** By order, of those that were confirmed and not paid: what is due first. */
  owed: Map<number, OwedFact>
  /** The cancellations by order. */
  cancellations: Map<number, CancellationFact>
  /** The moves by the reader of the mail. */
  moves: Map<string, MoveFact>
  supersededMoves: Set<number>
  /** The holders' pages by ticket. */
  holderPages: Map<number, HolderPage>
  settings: Map<MailKind, MailSetting>
  suppressed: Set<string>
  legalPages: LegalPageRow[]
}

export type RefundFact = {
  refund_id: number
  amount_minor: number
  refund_status: string
  /** Of the debt that carries it out; null where the provider does. */
  debt_kind: string | null
} & Asked
export type RequestFact = { refund_request_id: number; refund_request_status: string; note: string | null }
export type MemberFact = {
  order_id: number
  membership_member_id: number
  type_title: string
  first_name: string
  last_name: string
  member_number: string
  secret_version: number
}
export type OwedFact = { order_id: number; debt_id: number; link_version: number }
/** Of the club's debt, by whose link its fan says where the money is to go. */
type Asked = { debt_id: number | null; link_version: number | null; account_given: boolean }
export type CancellationFact = {
  order_id: number
  reason: string | null
  /** All orders are refunded, or will be. */
  refunding: boolean
  /** What was done with this one, once its turn has come. */
  outcome: string | null
  refund_status: string | null
  amount_minor: number | null
  debt_kind: string | null
  /** What credit has paid of it and has not gone back yet, and what has since it was cancelled. */
  spent_minor: number
  credited_minor: number
} & Asked
/** The page of a holder is that of the ticket which they were first given, however often it was re-issued. */
export type HolderPage = { ticket_id: number; page_ticket_id: number; secret_version: number }
export async function readFacts(orgId: OrgId, sql: Db, mails: ClaimedMail[]): Promise<NoticeFacts> {
  const orderIds = [...new Set(mails.flatMap(({ order_id }) => order_id ?? []))]
  const aboutOf = (wanted: MailKind) =>
    mails.flatMap(({ kind, about_id }) => (kind === wanted && about_id !== null ? [about_id] : []))
  const ordersOf = (wanted: MailKind) =>
    mails.flatMap(({ kind, order_id }) => (kind === wanted && order_id !== null ? [order_id] : []))
  const cancelled = ordersOf('event_cancelled')
  const refundIds = [...aboutOf('order_refunded'), ...aboutOf('refund_owed')]
  const debtIds = [...aboutOf('debt_reminder'), ...aboutOf('instalment_failed'), ...aboutOf('debit_notice')]
  const requestIds = aboutOf('refund_declined')
  const transferIds = (['transfer_awaited', 'transfer_reminder', 'transfer_part', 'transfer_expired'] as const).flatMap(
    aboutOf,
  )
  const left = ordersOf('payment_unfinished')
  const joined = ordersOf('membership_confirmed')
  const moveIds = [...new Set(aboutOf('event_moved'))]
  const passedOnIds = [
    ...aboutOf('ticket_transferred'),
    ...aboutOf('tickets_resent'),
    ...mails.flatMap(({ ticket_id }) => ticket_id ?? []),
  ]
  const [
    orders,
    tickets,
    settings,
    legalPages,
    refunds,
    debts,
    requests,
    transfers,
    members,
    memberships,
    cancellations,
    moves,
    superseded,
    holderPages,
  ] = await Promise.all([
    findMailedOrders(orgId, sql, orderIds),
    findTicketsOfOrders(orgId, sql, orderIds, true),
    findMailSettings(orgId, sql),
    findLegalPages(orgId, sql),
    refundIds.length > 0 ? findRefunds(orgId, sql, refundIds) : [],
    debtIds.length > 0 ? findDebtsTold(orgId, sql, debtIds) : [],
    requestIds.length > 0 ? findRequests(orgId, sql, requestIds) : [],
    transferIds.length > 0 ? findTransfersTold(orgId, sql, transferIds) : [],
    joined.length > 0 ? findMembersMade(orgId, sql, joined) : [],
    joined.length > 0 ? findMembershipsOfOrders(orgId, sql, joined) : [],
    cancelled.length > 0 ? findCancellations(orgId, sql, cancelled) : [],
    moveIds.length > 0 ? findMoves(orgId, sql, ordersOf('event_moved')) : [],
    moveIds.length > 0 ? findSuperseded(orgId, sql, moveIds) : [],
    passedOnIds.length > 0 ? findHolderPages(orgId, sql, passedOnIds) : [],
  ])
  // A sale that was paid at once has none, and most are.
  const owing = orders.flatMap(({ order_id, owed_until }) => (owed_until === null ? [] : [order_id]))
  const owed = owing.length > 0 ? await findOwed(orgId, sql, owing) : []
  const addresses = [...orders, ...tickets].flatMap(({ email_address }) => email_address ?? [])
  return {
    orders: new Map(orders.map((order) => [order.order_id, { ...order, first_name: nameInMail(order.first_name) }])),
    tickets: Map.groupBy(
      tickets.map((ticket) => ({ ...ticket, ticket_name: nameInMail(ticket.ticket_name) })),
      ({ order_id }) => order_id,
    ),
    refunds: new Map(refunds.map((refund) => [refund.refund_id, refund])),
    debts: new Map(debts.map((debt) => [debt.debt_id, debt])),
    unfinished: left.length > 0 ? await findUnfinished(orgId, sql, left) : new Map(),
    renewals: await readRenewals(orgId, sql, mails),
    ended: await readEnded(orgId, sql, aboutOf('membership_cancelled')),
    documents: await readStored(orgId, sql, aboutOf('document_issued')),
    proformas: await readProformas(orgId, sql, ordersOf('transfer_awaited')),
    reminders: await readReminders(orgId, sql, aboutOf('debt_reminder')),
    requests: new Map(requests.map((request) => [request.refund_request_id, request])),
    transfers: new Map(transfers.map((transfer) => [transfer.payment_id, transfer])),
    members: Map.groupBy(
      members.map((member) => ({ ...member, ...namesOf(member) })),
      ({ order_id }) => order_id,
    ),
    memberships: Map.groupBy(memberships, ({ order_id }) => order_id),
    owed: new Map(owed.map((debt) => [debt.order_id, debt])),
    cancellations: new Map(cancellations.map((order) => [order.order_id, order])),
    moves: new Map(moves.map((move) => [readerOf(move), move])),
    supersededMoves: new Set(superseded.map(({ event_move_id }) => event_move_id)),
    holderPages: new Map(holderPages.map((page) => [page.ticket_id, page])),
    settings: new Map(settings.map(({ kind, enabled, texts }) => [kind, { enabled, texts }])),
    legalPages,
    suppressed: await findSuppressed(orgId, sql, [...new Set(addresses)]),
  }
}

const namesOf = ({ first_name, last_name }: MemberFact) => ({
  first_name: knownName(first_name),
  last_name: knownName(last_name),
})

const findRefunds = (orgId: OrgId, sql: Db, refundIds: number[]) => sql<RefundFact[]>`
  select r.refund_id, r.amount_minor, r.refund_status, d.kind as debt_kind, ${askedColumns(sql)}
  from refunds r
  left join debts d on d.org_id = ${orgId} and d.refund_id = r.refund_id
  left join money_back_accounts a on a.org_id = ${orgId} and a.debt_id = d.debt_id
  where r.org_id = ${orgId}
    and r.refund_id = any (${refundIds}::bigint[])`

const askedColumns = (sql: Db) => sql`d.debt_id, d.link_version, a.debt_id is not null as account_given`

const findRequests = (orgId: OrgId, sql: Db, requestIds: number[]) => sql<RequestFact[]>`
  select refund_request_id, refund_request_status, note
  from refund_requests
  where org_id = ${orgId}
    and refund_request_id = any (${requestIds}::bigint[])`

const findMembersMade = (orgId: OrgId, sql: Db, orderIds: number[]) => sql<MemberFact[]>`
  select l.order_id, m.membership_member_id, y.title as type_title, m.first_name, m.last_name, m.member_number,
    m.secret_version
  from order_lines l
  join members m on m.org_id = ${orgId} and m.membership_member_id = l.membership_member_id
  join membership_types y on y.org_id = ${orgId} and y.membership_type_id = l.membership_type_id
  where l.org_id = ${orgId}
    and l.order_id = any (${orderIds}::bigint[])
    and m.membership_member_status_id <> ${memberStatus.cancelled}
  order by l.order_id, l.order_line_id`

const findOwed = (orgId: OrgId, sql: Db, orderIds: number[]) => sql<OwedFact[]>`
  select distinct on (order_id) order_id, debt_id, link_version
  from debts
  where org_id = ${orgId}
    and order_id = any (${orderIds}::bigint[])
    and owed_by = 'fan'
    and closed_at is null
    and membership_plan_id is null
  order by order_id, due_at, debt_id`

const findCancellations = (orgId: OrgId, sql: Db, orderIds: number[]) => sql<CancellationFact[]>`
  select o.order_id, coalesce(m.reason, run.reason) as reason, run.event_id is not null as refunding, done.outcome,
    r.refund_status, r.amount_minor, d.kind as debt_kind, ${askedColumns(sql)},
    coalesce(o.credit_minor, 0) + coalesce(s.spent_minor, 0) - coalesce(c.returned_minor, 0) as spent_minor,
    coalesce(c.credited_minor, 0) as credited_minor
  from orders o
  join events e on e.org_id = ${orgId} and e.event_id = o.event_id
  left join lateral (
    select sum(t.amount_minor)::bigint as spent_minor
    from debts q
    join settlements t on t.org_id = ${orgId} and t.debt_id = q.debt_id
    where q.org_id = ${orgId}
      and q.order_id = o.order_id
      and t.credit_entry_id is not null
  ) s on true
  left join lateral (
    select sum(amount_minor)::bigint as returned_minor,
      sum(amount_minor) filter (where created_at >= e.cancelled_at)::bigint as credited_minor
    from credit_entries
    where org_id = ${orgId}
      and order_id = o.order_id
      and kind = 'returned'
  ) c on true
  left join event_moves m on m.org_id = ${orgId} and m.event_id = o.event_id and m.cancelled
  left join refund_runs run on run.org_id = ${orgId} and run.event_id = o.event_id
  left join refund_run_orders done on done.org_id = ${orgId} and done.event_id = o.event_id and done.order_id = o.order_id
  left join refunds r on r.org_id = ${orgId} and r.refund_id = done.refund_id
  left join debts d on d.org_id = ${orgId} and d.refund_id = done.refund_id
  left join money_back_accounts a on a.org_id = ${orgId} and a.debt_id = d.debt_id
  where o.org_id = ${orgId}
    and o.order_id = any (${orderIds}::bigint[])`

const findHolderPages = (orgId: OrgId, sql: Db, ticketIds: number[]) => sql<HolderPage[]>`
  select t.ticket_id, f.ticket_id as page_ticket_id, f.secret_version
  from tickets t
  join tickets f on f.org_id = ${orgId} and f.ticket_id = coalesce(t.first_ticket_id, t.ticket_id)
  where t.org_id = ${orgId}
    and t.ticket_id = any (${ticketIds}::bigint[])
    and t.transferred`
