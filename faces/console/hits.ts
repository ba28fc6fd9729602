import type { SearchResult } from '@grandstand/sdk'
import { sectionOf, sections } from './navigation.ts'
import { fullEventTime } from './parts/format.ts'
import { placeLabel } from './parts/place.ts'
import { pathOf, routes } from './parts/routes.ts'
import { stateTitle } from './parts/state-title.ts'
import { common } from './words/common.ts'
import { words } from './words/frame.ts'

/** A line of the search: what it is, and where it leads. */
export type Hit = { kind: string; title: string; about?: string; href: string }

const nameOf = ({ first_name, last_name }: { first_name: string | null; last_name: string | null }) =>
  [first_name, last_name].filter((part) => part !== null && part !== '').join(' ')

/** What was found, most wanted first: a fan who calls the desk has an order. */
export function hitsOf(
  { customers, members, orders, tickets, events }: SearchResult,
  isAllowed: (scope: string) => boolean,
): Hit[] {
  const hits = [
    ...(isAllowed('orders:manage') ? orders.data : []).map((order) => ({
      kind: common.order,
      title: `#${order.order_id} ${nameOf(order)}`.trim(),
      about: [order.event_title, order.email_address, stateTitle(order.order_status)]
        .filter((part) => part !== null)
        .join(', '),
      href: routes.order(order.order_id),
    })),
    ...(isAllowed('orders:manage') ? tickets.data : []).map((ticket) => ({
      kind: words.ticketKind,
      title: ticket.ticket_name ?? words.ticket({ ticketId: ticket.ticket_id }),
      about: [ticket.event_title, ticket.price_title, placeLabel({ ...ticket, gate: null, entrance: null })]
        .filter((part) => part !== '')
        .join(', '),
      href: routes.order(ticket.order_id),
    })),
    ...(isAllowed('customers:read') ? customers.data : []).map((customer) => ({
      kind: words.customer,
      title: nameOf(customer) || (customer.email_address ?? customer.org_customer_id),
      about: [customer.email_address, customer.mobile_number].filter((part) => part !== null).join(', '),
      href: routes.customer(customer.user_id),
    })),
    ...members.data.map((member) => ({
      kind: common.member,
      title: nameOf(member),
      about: [member.member_number, member.type_title].filter((part) => part !== null).join(', '),
      href: routes.member(member.membership_member_id),
    })),
    ...events.data.map((event) => ({
      kind: common.event,
      title: event.title,
      about: fullEventTime(event.event_start_unix, event.timezone),
      href: routes.event(event.event_id),
    })),
  ]
  return hits.filter(({ href }) => sectionOf(pathOf(href)) !== undefined)
}

/** Pages by the beginning of any of their words. */
export function pageHits(typed: string): Hit[] {
  const wanted = typed.trim().toLowerCase()
  return sections
    .map(({ name, href }) => ({ kind: words.page, title: words.sections[name], href }))
    .filter(({ title }) => ` ${title.toLowerCase()}`.includes(` ${wanted}`))
}
