import type { OrgId } from '../../access/principal.ts'
import { foldEmail } from '../../people/customers/customer.ts'
import type { Identity } from '../../people/sso/verify-token.ts'
import type { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { StockError } from '../../programme/stock/errors.ts'

/**
 * What one customer may have of a price, in units, and of an event, in tickets, in all orders that are pending or confirmed.
 * A customer is whoever has the e-mail address of the order, or is signed in.
 */

type Units = { price_id: number; quantity: number; places: number }

/** An order that is about to count, as the caps look at it. */
export type CountedSale = {
  orderId: number
  eventId: number
  /** Of the event. */
  eventCap: number | null
  email: string | null
  fan?: { identity: Identity; provenUserId: number | undefined } | undefined
  items: (Units & { max_per_customer: number | null })[]
}

export const isCapped = ({ eventCap, items }: Pick<CountedSale, 'eventCap' | 'items'>): boolean =>
  eventCap !== null || items.some(({ max_per_customer }) => max_per_customer !== null)

/** For each sale, in the order of arrival, why its customer cannot have it; null where they can, and then it counts for the next. */
export async function capRefusals(orgId: OrgId, tx: Tx, sales: CountedSale[]): Promise<(ApiError | null)[]> {
  await lockCaps(orgId, tx, sales)
  const userIds = sales.flatMap(({ fan }) => fan?.provenUserId ?? [])
  const emailOf = new Map(
    userIds.length > 0 ? (await findEmails(orgId, tx, userIds)).map(({ user_id, email }) => [user_id, email]) : [],
  )
  const buyers = sales.map(({ email, fan }) => ({
    emails: [email === null ? null : foldEmail(email), emailOf.get(fan?.provenUserId ?? 0) ?? null].filter(
      (known) => known !== null,
    ),
    userId: fan?.provenUserId ?? null,
    identity: fan?.identity ?? null,
  }))
  let bought: Bought[] = (await findBought(orgId, tx, sales, buyers)).map((row) => ({ ...row, names: namesIn(row) }))
  return sales.map((sale, index) => {
    const names = namesOf(buyers[index])
    const before = bought.filter(
      (line) => line.order_id !== sale.orderId && [...line.names].some((name) => names.has(name)),
    )
    const refusal = refusalOf(sale, before)
    if (refusal) return refusal
    const { orderId: order_id, eventId: event_id } = sale
    // An order that is paid anew counts with what is in its basket now.
    bought = bought.filter((line) => line.order_id !== order_id)
    bought.push(...sale.items.map((item) => ({ ...item, order_id, event_id, names })))
    return null
  })
}

type Bought = Units & { order_id: number; event_id: number; names: Set<string> }

function refusalOf({ eventId, eventCap, items }: CountedSale, before: Bought[]): ApiError | null {
  const lines = [...before, ...items]
  for (const { price_id, max_per_customer: cap } of items) {
    if (cap === null || unitsOf(lines.filter((line) => line.price_id === price_id)) <= cap) continue
    return tooMany(cap, `One customer can have ${cap} of this price at most, in all orders together.`, { price_id })
  }
  const tickets = [...before.filter(({ event_id }) => event_id === eventId), ...items]
  if (eventCap === null || placesOf(tickets) <= eventCap) return null
  return tooMany(eventCap, `One customer can have ${eventCap} tickets of this event at most, in all orders together.`)
}

const unitsOf = (lines: Units[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)
const placesOf = (lines: Units[]) => lines.reduce((sum, { places }) => sum + places, 0)

const tooMany = (cap: number, message: string, of: { price_id?: number } = {}) =>
  new StockError('max_per_customer', { param: 'customer[email]', message, max_per_customer: cap, ...of })

type Buyer = { emails: string[]; userId: number | null; identity: Identity | null }

const namesOf = ({ emails, userId, identity }: Buyer = { emails: [], userId: null, identity: null }) =>
  new Set([
    ...emails.map((email) => `email ${email}`),
    ...(userId === null ? [] : [`user ${userId}`]),
    ...(identity === null ? [] : [`fan ${identity.issuer} ${identity.subject}`]),
  ])

const namesIn = ({ email, user_id, issuer, subject }: BoughtRow) =>
  namesOf({
    emails: email === null ? [] : [email],
    userId: user_id,
    identity: issuer === null || subject === null ? null : { issuer, subject },
  })

/**
 * Whoever drafts orders of a capped event waits here for the commit of who was before, and then counts their orders too. One
 * lock for the whole event: a batch of checkouts shares it, and a lock for each buyer would fill the table of locks.
 * Behind the baskets and before the discounts, in the order of the ids.
 */
const lockCaps = (orgId: OrgId, tx: Tx, sales: CountedSale[]) => tx`
  select pg_advisory_xact_lock(hashtextextended('capped ' || ${orgId}::bigint || ' ' || event_id, 0))
  from (
    select distinct event_id
    from unnest(${sales.map(({ eventId }) => eventId)}::bigint[]) as e (event_id)
    order by event_id
  ) as ordered`

const findEmails = (orgId: OrgId, tx: Tx, userIds: number[]) => tx<{ user_id: number; email: string | null }[]>`
  select user_id, lower(email_address collate "C") as email
  from customers
  where org_id = ${orgId}
    and user_id = any (${userIds}::bigint[])`

type BoughtRow = Units & {
  order_id: number
  event_id: number
  email: string | null
  user_id: number | null
  issuer: string | null
  subject: string | null
}

/**
 * Lines of orders that count for one of the buyers. All by one statement, so that an order which is confirmed meanwhile is seen
 * either as pending, by its address, or as the customer's. Of a confirmed line those units count that still have a ticket.
 */
const findBought = (orgId: OrgId, tx: Tx, sales: CountedSale[], buyers: Buyer[]) => {
  const eventIds = sales.map(({ eventId }) => eventId)
  const emails = buyers.flatMap((buyer) => buyer.emails)
  const userIds = buyers.flatMap(({ userId }) => userId ?? [])
  const identities = buyers.flatMap(({ identity }) => identity ?? [])
  return tx<BoughtRow[]>`
    select o.order_id, o.event_id, l.price_id, o.user_id, coalesce(c.email, lower(o.email_address collate "C")) as email,
      p.issuer, p.subject,
      case o.order_status when 'pending' then l.quantity else ceil(t.tickets * l.quantity / l.places::numeric) end::integer
        as quantity,
      case o.order_status when 'pending' then l.places else t.tickets end::integer as places
    from orders o
    join order_lines l on l.org_id = o.org_id and l.order_id = o.order_id
    left join sso_purchases p on p.org_id = o.org_id and p.order_id = o.order_id
    left join lateral (
      select lower(email_address collate "C") as email
      from customers
      where org_id = o.org_id
        and user_id = o.user_id
    ) c on true
    left join lateral (
      select count(*) as tickets
      from tickets
      where org_id = o.org_id
        and order_id = o.order_id
        and order_line_id = l.order_line_id
        and ticket_status_id in (${ticketStatus.reserved}, ${ticketStatus.active})
    ) t on true
    where o.org_id = ${orgId}
      and o.event_id = any (${eventIds}::bigint[])
      and o.order_status in ('pending', 'confirmed')
      and o.order_id = any (array(
        select order_id
        from orders
        where org_id = ${orgId}
          and event_id = any (${eventIds}::bigint[])
          and order_status = 'pending'
          and lower(email_address collate "C") = any (${emails}::text[])
        union
        select order_id
        from orders
        where org_id = ${orgId}
          and user_id = any (array(
            select user_id
            from customers
            where org_id = ${orgId}
              and lower(email_address collate "C") = any (${emails}::text[])
            union
            select unnest(${userIds}::bigint[])
          ))
        union
        select s.order_id
        from unnest(
          ${identities.map(({ issuer }) => issuer)}::text[],
          ${identities.map(({ subject }) => subject)}::text[]
        ) as i (issuer, subject)
        join sso_purchases s on s.org_id = ${orgId} and s.issuer = i.issuer and s.subject = i.subject
      ))`
}
