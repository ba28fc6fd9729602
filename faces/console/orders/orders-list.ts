import { channelTitle } from '../parts/format.ts'
import { eventChoices, priceChoices } from '../parts/list/choices.ts'
import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { words } from '../words/week.ts'
import { buyerOf, contentsOf, ORDER_STATES, orderTones } from './order-words.ts'

const CHANNELS = ['online', 'boxoffice', 'import'] as const

/** Orders of all events, found by what a fan would say. */
export const ordersList = defineList({
  operation: 'orders.listManaged',
  title: 'Orders',
  heading: 'All orders',
  keyOf: ({ order_id }) => order_id,
  hrefOf: ({ order_id }) => routes.order(order_id),
  columns: [
    { label: 'Order', cell: ({ order_id }) => `#${order_id}` },
    { label: 'Buyer', needs: 'customers:read', cell: buyerOf },
    {
      label: words.event,
      cell: (order) => ({
        title: order.event_title ?? '',
        small: contentsOf(order),
      }),
    },
    { label: 'Placed', isMinor: true, cell: ({ order_date }) => ({ unix: order_date }) },
    { label: 'Channel', isMinor: true, cell: ({ sales_channel }) => channelTitle(sales_channel) },
    { label: 'Status', cell: ({ order_status: tag }) => ({ tag, tone: orderTones[tag] ?? 'quiet' }) },
    { label: 'Total', align: 'end', cell: ({ total, currency }) => ({ amount: total, currency }) },
  ],
  links: [{ label: words.refundRequests, href: routes.refundRequests(), needs: 'refunds:manage' }],
  search: { label: 'Search orders', placeholder: 'Name, e-mail, number, seat' },
  filters: [
    {
      kind: 'choice',
      name: 'order_status',
      label: 'Status',
      options: [
        { value: '', label: 'Every status', sends: {} },
        ...ORDER_STATES.map((value) => ({ value, label: value, sends: { order_status: value } })),
      ],
    },
    {
      kind: 'choice',
      name: 'sales_channel',
      label: 'Channel',
      options: [
        { value: '', label: 'Every channel', sends: {} },
        ...CHANNELS.map((value) => ({ value, label: channelTitle(value), sends: { sales_channel: value } })),
      ],
    },
    {
      kind: 'loaded',
      name: 'event_id',
      label: words.event,
      all: words.everyEvent,
      parameter: 'event_id',
      load: eventChoices,
    },
    {
      kind: 'loaded',
      name: 'price_id',
      label: words.price,
      all: words.everyPrice,
      parameter: 'price_id',
      within: 'event_id',
      load: priceChoices,
    },
  ],
  csv: {
    export: 'exportOrdersCsv',
    name: 'orders',
    needs: 'orders:manage',
    label: 'All orders as CSV',
    takes: { parameter: 'event_id', label: 'All orders of this event as CSV' },
  },
  empty: {
    title: 'No order yet',
    text: 'Orders come from the shop, from the box office and by the API. The first one stands here a moment after it is placed.',
    start: { label: 'Sell at the box office', href: routes.boxOffice(), needs: 'box_office:manage' },
  },
})
