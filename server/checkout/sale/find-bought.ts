import type { OrgId } from '../../access/principal.ts'
import type { Identity } from '../../people/sso/verify-token.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { ticketStatus } from '../../programme/statuses.ts'

export type Units = { price_id: number; quantity: number; places: number }

/** Who is about to buy: the address that they typed, the person that they have proven to be, and who is signed in. */
export type CappedBuyer = {
  email: string | null
  userId: number | null
  identity: Pick<Identity, 'issuer' | 'subject'> | null
}

/** A line of an order, and by what its buyer is known: `person_ids` are proven, by themselves or by the box office. */
export type BoughtLine = Units & {
  order_id: number
  event_id: number
  email: string | null
  person_ids: number[]
  issuer: string | null
  subject: string | null
}

/**
 * Lines of orders of events that may count for one of the buyers. All by one statement, so that an order which is confirmed
 * meanwhile is seen either as being paid, by its address, or as the customer's. An order whose payment failed does not count:
 * it costs nothing to have many of them, under another fan's address. Of a confirmed line those units count that still have a ticket.
 */
export const findBought = (orgId: OrgId, tx: Tx, eventIds: number[], buyers: CappedBuyer[]) => {
  const emails = buyers.flatMap(({ email }) => email ?? [])
  const userIds = buyers.flatMap(({ userId }) => userId ?? [])
  const identities = buyers.flatMap(({ identity }) => identity ?? [])
  return tx<BoughtLine[]>`
    select o.order_id, o.event_id, l.price_id, coalesce(c.email, lower(o.email_address collate "C")) as email,
      p.issuer, p.subject,
      array(
        select user_id
        from basket_proofs
        where org_id = ${orgId}
          and basket_id = o.basket_id
        union
        select user_id
        from sso_identities
        where org_id = ${orgId}
          and issuer = p.issuer
          and subject = p.subject
          and user_id is not null
          and linked_by <> 'checkout'
        union
        select o.user_id
        where o.user_id is not null
          and o.sales_channel = 'boxoffice'
      ) as person_ids,
      case o.order_status when 'pending' then l.quantity else ceil(t.tickets * l.quantity / l.places::numeric) end::integer
        as quantity,
      case o.order_status when 'pending' then l.places else t.tickets end::integer as places
    from orders o
    join order_lines l on l.org_id = o.org_id and l.order_id = o.order_id and l.kind = 'ticket'
    left join sso_purchases p on p.org_id = o.org_id and p.order_id = o.order_id
    left join lateral (
      select lower(email_address collate "C") as email
      from customers
      where org_id = ${orgId}
        and user_id = o.user_id
    ) c on true
    left join lateral (
      select count(*) as tickets
      from tickets
      where org_id = ${orgId}
        and order_id = o.order_id
        and order_line_id = l.order_line_id
        and ticket_status_id in (${ticketStatus.reserved}, ${ticketStatus.active})
    ) t on true
    where o.org_id = ${orgId}
      and o.event_id = any (${eventIds}::bigint[])
      and (
        o.order_status = 'confirmed'
        or o.order_status = 'pending'
        and exists (
          select 1
          from baskets
          where org_id = ${orgId}
            and basket_id = o.basket_id
            and basket_status = 'paying'
        )
      )
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
        union
        select s.order_id
        from sso_identities i
        join sso_purchases s on s.org_id = i.org_id and s.issuer = i.issuer and s.subject = i.subject
        where i.org_id = ${orgId}
          and i.user_id = any (${userIds}::bigint[])
          and i.linked_by <> 'checkout'
        union
        select b.order_id
        from basket_proofs f
        join orders b on b.org_id = f.org_id and b.basket_id = f.basket_id
        where f.org_id = ${orgId}
          and f.user_id = any (${userIds}::bigint[])
      ))`
}

/** The fan who is signed in, and the customer that they have proven to be, if any. */
export type Purchaser = { identity: Pick<Identity, 'issuer' | 'subject'>; provenUserId: number | undefined }

/** Who was signed in when an order was drafted, as whom it was counted then; null: no fan. */
export async function findPurchaser(orgId: OrgId, tx: Tx, orderId: number): Promise<Purchaser | null> {
  const [row] = await tx<{ issuer: string; subject: string; user_id: number | null }[]>`
    select p.issuer, p.subject, coalesce(f.user_id, i.user_id) as user_id
    from sso_purchases p
    join orders o on o.org_id = p.org_id and o.order_id = p.order_id
    left join basket_proofs f on f.org_id = o.org_id and f.basket_id = o.basket_id
    left join sso_identities i
      on i.org_id = p.org_id and i.issuer = p.issuer and i.subject = p.subject and i.linked_by <> 'checkout'
    where p.org_id = ${orgId}
      and p.order_id = ${orderId}`
  if (!row) return null
  const { issuer, subject, user_id } = row
  return { identity: { issuer, subject }, provenUserId: user_id ?? undefined }
}
