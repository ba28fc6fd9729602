import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { shopColumns } from '../../people/shops/shop-address.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { overAt } from '../../programme/stock/sold-until.ts'
import { textIn } from '../../programme/translations.ts'
import { orderLanguage } from '../../tickets/orders/order-language.ts'

/** More links than a fan looks through in a mail; the soonest events come first. */
const LINKS_MAX = 20

/** An order of the buyer's, or with a `ticket_id` one ticket that was passed on. */
export const TicketLinkRow = Type.Object({
  order_id: Type.Integer(),
  ticket_id: Nullable(Type.Integer()),
  secret_version: Type.Integer(),
  email_address: Type.String(),
  language: Nullable(Type.String()),
  title: Type.String(),
  starts_at: Type.Unsafe<Date>({ type: 'object' }),
  timezone: Type.String(),
  tickets: Type.Integer(),
})
export type TicketLinkRow = Static<typeof TicketLinkRow>

/** Whose mail it is. */
export const SenderRow = Type.Object({
  organisation: Type.String(),
  language: Type.String(),
  country: Type.String(),
  accent_color: Nullable(Type.String()),
  contact_email: Nullable(Type.String()),
  ticket_page_url: Nullable(Type.String()),
  shop_slug: Type.String(),
  shop_host: Nullable(Type.String()),
})

export type TicketLinks = { organisation: Static<typeof SenderRow>; tickets: TicketLinkRow[] }

/** What an order number or an address leads to: tickets that are valid, of events that are not over. */
export async function findTicketLinks(orgId: OrgId, tx: Tx, now: Date, wanted: string): Promise<TicketLinks> {
  const [organisation] = await tx<TicketLinks['organisation'][]>`
    select name as organisation, language, country, accent_color, contact_email, ticket_page_url, ${shopColumns(orgId, tx)}
    from organisations
    where org_id = ${orgId}`
  if (!organisation) throw new Error(`there is no organisation ${orgId}`)
  const orderId = /^#?\s*[0-9]{1,15}$/.test(wanted) ? Number(wanted.replace(/\D/g, '')) : 0
  const tickets = await tx<TicketLinkRow[]>`
    select link.order_id, link.ticket_id, link.secret_version, link.email_address, link.language, link.title,
      link.starts_at, link.timezone, link.tickets
    from (
      select o.order_id, null::bigint as ticket_id, o.secret_version, o.email_address, o.language,
        ${textIn(tx, 'e', 'title', orderLanguage(tx))} as title, e.starts_at, e.timezone, (
          select count(*)::integer
          from tickets t
          where t.org_id = ${orgId}
            and t.order_id = o.order_id
            and t.ticket_status_id = ${ticketStatus.active}
            and not t.transferred
        ) as tickets
      from orders o
      join organisations g on g.org_id = ${orgId}
      join events e on e.org_id = ${orgId} and e.event_id = o.event_id
      where o.org_id = ${orgId}
        and o.order_status = 'confirmed'
        and o.email_address is not null
        and ${overAt(tx, 'e')} > ${now}
        and o.order_id = any (array(
          select ${orderId}::bigint
          union all
          select b.order_id
          from orders b
          where b.org_id = ${orgId}
            and lower(b.email_address collate "C") = lower(${wanted} collate "C")
            and b.user_id = any (array(
              select c.user_id
              from customers c
              where c.org_id = ${orgId}
                and lower(c.email_address collate "C") = lower(${wanted} collate "C")
            ))
        ))
      union all
      select t.order_id, coalesce(t.first_ticket_id, t.ticket_id), f.secret_version, t.email_address, o.language,
        ${textIn(tx, 'e', 'title', orderLanguage(tx))}, e.starts_at, e.timezone, 1
      from tickets t
      join tickets f on f.org_id = ${orgId} and f.ticket_id = coalesce(t.first_ticket_id, t.ticket_id)
      join orders o on o.org_id = ${orgId} and o.order_id = t.order_id
      join organisations g on g.org_id = ${orgId}
      join events e on e.org_id = ${orgId} and e.event_id = t.event_id
      where t.org_id = ${orgId}
        and t.transferred
        and t.email_address is not null
        and lower(t.email_address collate "C") = lower(${wanted} collate "C")
        and t.ticket_status_id = ${ticketStatus.active}
        and ${overAt(tx, 'e')} > ${now}
    ) as link
    where link.tickets > 0
    order by link.starts_at, link.order_id, link.ticket_id
    limit ${LINKS_MAX}`
  return { organisation, tickets }
}
