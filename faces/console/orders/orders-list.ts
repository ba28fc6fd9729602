import { channelTitle } from '../parts/format.ts'
import { eventChoices, priceChoices, tagChoices } from '../parts/list/choices.ts'
import { defineList, tagsCell } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { stateTitle } from '../parts/state-title.ts'
import { loadRunBar } from '../runs/load-run-bar.ts'
import { common } from '../words/common.ts'
import { words as orderWords } from '../words/orders.ts'
import { words as parts } from '../words/parts.ts'
import { words } from '../words/week.ts'
import { buyerOf, contentsOf, ORDER_STATES, orderTones } from './order-words.ts'

const CHANNELS = ['online', 'boxoffice', 'import'] as const

/** Orders of all events, found by what a fan would say. */
export const ordersList = defineList({
  operation: 'orders.listManaged',
  title: common.orders,
  heading: orderWords.allOrders,
  stacks: true,
  keyOf: ({ order_id }) => order_id,
  hrefOf: ({ order_id }) => routes.order(order_id),
  columns: [
    { label: common.order, cell: ({ order_id }) => `#${order_id}` },
    { label: common.buyer, needs: 'customers:read', cell: buyerOf },
    {
      label: common.event,
      cell: (order) => ({
        title: order.event_title ?? '',
        small: contentsOf(order),
      }),
    },
    { label: orderWords.placed, isMinor: true, cell: ({ order_date }) => ({ unix: order_date }) },
    { label: orderWords.channel, isMinor: true, cell: ({ sales_channel }) => channelTitle(sales_channel) },
    {
      label: common.status,
      cell: ({ order_status: state }) => ({ tag: stateTitle(state), tone: orderTones[state] ?? 'quiet' }),
    },
    { label: common.total, align: 'end', cell: ({ total, currency }) => ({ amount: total, currency }) },
    { label: parts.tags, isForSome: true, cell: ({ tags }) => tagsCell(tags, routes.orders) },
  ],
  links: [
    { label: words.refundRequests, href: routes.refundRequests(), reads: 'refunds:manage' },
    { label: common.bulkActions, href: routes.runs(), reads: 'runs:manage' },
  ],
  search: { label: orderWords.searchOrders, placeholder: orderWords.nameEMailNumberSeat },
  filters: [
    {
      kind: 'choice',
      name: 'order_status',
      label: common.status,
      options: [
        { value: '', label: orderWords.everyStatus, sends: {} },
        ...ORDER_STATES.map((value) => ({ value, label: stateTitle(value), sends: { order_status: value } })),
      ],
    },
    {
      kind: 'choice',
      name: 'sales_channel',
      label: orderWords.channel,
      options: [
        { value: '', label: orderWords.everyChannel, sends: {} },
        ...CHANNELS.map((value) => ({ value, label: channelTitle(value), sends: { sales_channel: value } })),
      ],
    },
    {
      kind: 'loaded',
      name: 'event_id',
      label: common.event,
      all: words.everyEvent,
      parameter: 'event_id',
      load: eventChoices,
    },
    {
      kind: 'loaded',
      name: 'price_id',
      label: common.price,
      all: words.everyPrice,
      parameter: 'price_id',
      within: 'event_id',
      load: priceChoices,
    },
    {
      kind: 'loaded',
      name: 'tag',
      label: words.tagged,
      all: words.anyTag,
      parameter: 'tag',
      needs: 'runs:manage',
      load: tagChoices('orders'),
    },
  ],
  runs: { objects: 'orders', load: loadRunBar },
  csv: {
    export: 'exportOrdersCsv',
    name: 'orders',
    needs: 'orders:manage',
    label: orderWords.allOrdersAsCsv,
    isFiltered: true,
  },
  empty: {
    title: orderWords.noOrderYet,
    text: orderWords.ordersComeFromTheShop,
    start: { label: orderWords.sellAtTheBoxOffice, href: routes.boxOffice(), needs: 'box_office:manage' },
  },
})
