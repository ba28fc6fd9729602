import type { OrgId } from '../../access/principal.ts'
import { type CustomerRow, customerColumns } from '../../people/customers/customer.ts'
import { isNamed } from '../../people/customers/search-customers.ts'
import { type MemberRow, memberColumns, membersAndSeats } from '../../people/members/member.ts'
import { memberWords } from '../../people/members/named-members.ts'
import { hasWords } from '../../platform/http/search-words.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { type EventRow, selectEvents } from '../../programme/events/event.ts'
import { eventIdsFound } from '../../programme/events/search-events.ts'
import { eventStatus } from '../../programme/statuses.ts'
import { orderColumns } from '../orders/order.ts'
import type { TaggedOrderRow } from '../orders/order-contents.ts'
import { orderIdIn } from '../orders/order-id.ts'
import { byWalkUp } from '../orders/walk-ups.ts'
import { ticketIdsFound } from '../tickets/search-tickets.ts'
import { selectTickets, type TicketRow } from '../tickets/ticket.ts'

/** What was asked for, and the people and seats that it was found to mean: one customer, where it is the whole e-mail address of one. */
export type Sought = {
  q: string
  limit: number
  userIds: number[]
  isAddress: boolean
  /** The caller may not read how people are reached. */
  isByNameAlone: boolean
  /** The caller may read codes of tickets, or of members. */
  isByCode: boolean
  isByCard: boolean
  seatIds: number[]
  now: Date
}

/** Ids that are looked at for one page: a search that matches more has to say more. */
const IDS_MAX = 1000

export const searchCustomers = async (orgId: OrgId, sql: Db, { q, limit, userIds }: Sought): Promise<CustomerRow[]> =>
  sql<CustomerRow[]>`
    select ${customerColumns(sql)}
    from customers
    where org_id = ${orgId}
      and user_id = any (${userIds}::bigint[])
    order by lower(email_address) = lower(${q}) desc nulls last, created_at desc, user_id desc
    limit ${limit}`

export const searchMembers = async (orgId: OrgId, sql: Db, sought: Sought): Promise<MemberRow[]> =>
  sql<MemberRow[]>`
    select ${memberColumns(sql)}
    from ${membersAndSeats(orgId, sql)}
    where t.org_id = ${orgId}
      and t.membership_member_id = any (array(${memberIds(orgId, sql, sought)}))
    order by t.created_at desc, t.membership_member_id desc
    limit ${sought.limit}`.freshPlan()

function memberIds(
  orgId: OrgId,
  sql: Db,
  { q, userIds, isAddress, isByNameAlone, isByCard, seatIds }: Sought,
): Fragment {
  const whose = (condition: Fragment) => sql`(
        select membership_member_id
        from members
        where org_id = ${orgId}
          and ${condition}
        limit ${IDS_MAX}
      )`
  return sql`
      ${whose(sql`member_number = ${q}`)}
      union all
      ${isByCard ? sql`${whose(sql`barcode in (${q}, ${q.toUpperCase()})`)} union all` : sql``}
      ${whose(sql`membership_member_id = ${numberIn(q)}`)}
      union all
      ${whose(isAddress ? isOf(sql, q) : sql`true ${hasWords(sql, memberWords(sql), q)} ${isByNameAlone ? sql`and ${isNamed(sql, q)}` : sql``}`)}
      ${userIds.length === 0 ? sql`` : sql`union all ${whose(sql`user_id = any (${userIds}::bigint[])`)}`}
      ${seatIds.length === 0 ? sql`` : sql`union all ${whose(sql`membership_seat_id = any (${seatIds}::bigint[])`)}`}`
}

const isOf = (sql: Db, address: string): Fragment =>
  sql`lower(email_address collate "C") = lower(${address}::text collate "C")`

export const searchOrders = async (orgId: OrgId, sql: Db, sought: Sought): Promise<TaggedOrderRow[]> =>
  sql<TaggedOrderRow[]>`
    select ${orderColumns(sql)}, tags
    from orders
    where org_id = ${orgId}
      and order_id = any (array(${orderIds(orgId, sql, sought)}))
    order by created_at desc, order_id desc
    limit ${sought.limit}`.freshPlan()

/** Less is in too many names for an index of three letters each. */
const WALK_UP_LENGTH_MIN = 3

/**
 * Orders of people that were found, and those by a number. One that is not paid has no customer yet: a fan who calls about it is
 * found by the whole e-mail address, among the pending orders of what is on sale and among the expired ones.
 */
function orderIds(orgId: OrgId, sql: Db, { q, userIds, isAddress, isByNameAlone, now }: Sought): Fragment {
  const { order_uuid = null } = orderIdIn(q)
  const isOfBuyer = isOf(sql, q)
  return sql`(
        select order_id
        from orders
        where org_id = ${orgId}
          and order_id = ${numberIn(q)}
      ) union all (
        select order_id
        from orders
        where org_id = ${orgId}
          and order_uuid = ${order_uuid}::uuid
      ) union all (
        select order_id
        from payments
        where org_id = ${orgId}
          and provider in ('test', 'stripe', 'manual')
          and provider_reference = ${q}
      ) union all (
        select order_id
        from payments
        where org_id = ${orgId}
          and card_last4 = ${/^[0-9]{4}$/.test(q) ? q : null}
          and order_id is not null
        order by order_id desc
        limit ${IDS_MAX}
      )
      ${
        userIds.length === 0
          ? sql``
          : sql`union all (
        select order_id
        from orders
        where org_id = ${orgId}
          and user_id = any (${userIds}::bigint[])
        limit ${IDS_MAX}
      )`
      }
      ${
        q.length < WALK_UP_LENGTH_MIN || isAddress
          ? sql``
          : sql`union all (
        ${byWalkUp(orgId, sql, q)}
        limit ${IDS_MAX}
      )`
      }
      ${
        q.includes('@') && !isByNameAlone
          ? sql`union all (
        select order_id
        from orders
        where org_id = ${orgId}
          and order_status = 'expired'
          and ${isOfBuyer}
        limit ${IDS_MAX}
      ) union all (
        select p.order_id
        from events e
        cross join lateral (
          select order_id, email_address
          from orders
          where org_id = ${orgId}
            and event_id = e.event_id
            and order_status = 'pending'
          order by created_at desc
          limit ${IDS_MAX}
        ) as p
        where e.org_id = ${orgId}
          and e.event_status_id = ${eventStatus.live}
          and e.starts_at > ${now}
          and ${isOfBuyer}
      )`
          : sql``
      }`
}

export const searchTickets = async (
  orgId: OrgId,
  sql: Db,
  { q, limit, userIds, isByNameAlone, isByCode, seatIds }: Sought,
): Promise<TicketRow[]> =>
  sql<TicketRow[]>`
    ${selectTickets(orgId, sql)}
    where t.org_id = ${orgId}
      and t.ticket_id = any (array(${ticketIdsFound(orgId, sql, { search: q, buyerIds: userIds, isByNameAlone, isByCode, seatIds })}))
    order by t.created_at desc, t.ticket_id desc
    limit ${limit}`.freshPlan()

export const searchEvents = async (orgId: OrgId, sql: Db, { q, limit, now }: Sought): Promise<EventRow[]> =>
  sql<EventRow[]>`
    ${selectEvents(sql, now, orgId)}
    where t.org_id = ${orgId}
      and t.event_id = any (array(
        select event_id
        from events
        where org_id = ${orgId}
          and event_id in (${eventIdsFound(orgId, sql, q)})
        order by starts_at desc, event_id desc
        limit ${limit}
      ))
    order by t.starts_at desc, t.event_id desc`.freshPlan()

/** No row has the id 0. */
const numberIn = (q: string) => (/^[0-9]{1,15}$/.test(q) ? Number(q) : 0)
