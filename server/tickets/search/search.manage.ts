import { type TSchema, Type } from 'typebox'
import { Customer, toCustomer } from '../../people/customers/customer.ts'
import { findCustomerOf, findCustomersBy } from '../../people/customers/search-customers.ts'
import { Member, toMember } from '../../people/members/member.ts'
import { Limit, pageOf } from '../../platform/http/lists.ts'
import { Input, Text } from '../../platform/http/schema.ts'
import { wordsOf } from '../../platform/http/search-words.ts'
import type { Operation } from '../../platform/operation.ts'
import { Event, toEvent } from '../../programme/events/event.ts'
import { ListedOrder, withContents } from '../orders/order-contents.ts'
import { findSeatsBy } from '../tickets/seat-words.ts'
import { ListedTicket, withEvents } from '../tickets/ticket.ts'
import { searchCustomers, searchEvents, searchMembers, searchOrders, searchTickets } from './search-by-words.ts'

const Query = Input({
  q: Text(200, { description: 'what a fan at the desk says: a name, an e-mail address, a number, a barcode, a seat' }),
  limit: Limit(20, 5),
})

const Found = <Item extends TSchema>(title: string, item: Item) =>
  Type.Object({ has_more: Type.Boolean(), data: Type.Array(item) }, { title })

const Reply = Type.Object(
  {
    q: Type.String(),
    customers: Found('FoundCustomers', Customer),
    members: Found('FoundMembers', Member),
    orders: Found('FoundOrders', ListedOrder),
    tickets: Found('FoundTickets', ListedTicket),
    events: Found('FoundEvents', Event),
  },
  { title: 'SearchResult' },
)

/** Customers whose members, orders and tickets are looked up. A name that more people have is shared by too many to tell. */
const CUSTOMERS_MAX = 100

export const search: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/manage/search',
    {
      config: { scope: 'search:manage' },
      schema: {
        operationId: 'search',
        summary: 'Search for anything',
        description: [
          'Customers, members, orders, tickets and events, a few of each, the newest first. Every word of `q` must be in the name,',
          'e-mail address or number of a person, in whatever order; or `q` is the whole number of a member, order, ticket or event, an',
          'order_uuid, a barcode, a reference of the payment provider, the last four digits of a card, or a seat (`Row K, seat 12`). The search of each list goes on. A caller who may not read customers, or members, finds none, and finds orders and tickets by the names of people alone; barcodes find something for callers who may read them.',
        ].join(' '),
        tags: ['Search'],
        querystring: Query,
        response: { 200: Reply },
      },
    },
    async ({ orgId, may, query }) => {
      const q = query.q.trim()
      // A single letter begins half of all names.
      const isOfPeople = wordsOf(q).some((word) => [...word].length > 1)
      const isByNameAlone = !may('customers:read')
      const isByCode = may('codes:read')
      const isByCard = may('cards:read')
      const userId = isByNameAlone ? undefined : await findCustomerOf(orgId, sql, q)
      const isSoughtByWords = userId === undefined && isOfPeople
      const people = isSoughtByWords ? await findCustomersBy(orgId, sql, q, CUSTOMERS_MAX, isByNameAlone) : []
      const userIds = userId === undefined ? people.map(({ user_id }) => user_id) : [userId]
      const seatIds = await findSeatsBy(orgId, sql, q)
      const isAddress = userId !== undefined
      const now = clock(orgId)
      const sought = { q, limit: query.limit + 1, userIds, isAddress, isByNameAlone, isByCode, isByCard, seatIds, now }
      const customers = pageOf(may('customers:read') ? await searchCustomers(orgId, sql, sought) : [], query.limit)
      const members = pageOf(may('members:read') ? await searchMembers(orgId, sql, sought) : [], query.limit)
      const orders = pageOf(await searchOrders(orgId, sql, sought), query.limit)
      const tickets = pageOf(await searchTickets(orgId, sql, sought), query.limit)
      const events = pageOf(await searchEvents(orgId, sql, sought), query.limit)
      return {
        q,
        customers: { has_more: customers.has_more, data: customers.page.map(toCustomer) },
        members: { has_more: members.has_more, data: members.page.map(toMember) },
        orders: { has_more: orders.has_more, data: await withContents(orgId, sql, orders.page) },
        tickets: { has_more: tickets.has_more, data: await withEvents(orgId, sql, tickets.page) },
        events: { has_more: events.has_more, data: events.page.map(toEvent) },
      }
    },
  )
