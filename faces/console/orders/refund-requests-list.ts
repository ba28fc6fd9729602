import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { requestState } from './order-words.ts'

/** What buyers asked for on their ticket pages, until each is answered on its order. */
export const refundRequestsList = defineList({
  operation: 'orders.listRefundRequests',
  title: 'Refund requests',
  heading: 'Asked for by buyers, the oldest first',
  keyOf: ({ refund_request_id }) => refund_request_id,
  hrefOf: ({ order_id }) => routes.order(order_id),
  columns: [
    { label: 'Order', cell: ({ order_id }) => `#${order_id}` },
    { label: 'Buyer', needs: 'customers:read', cell: ({ name }) => name },
    { label: 'Event', isMinor: true, cell: ({ event_title }) => event_title },
    { label: 'Tickets', isMinor: true, align: 'end', cell: ({ ticket_ids }) => ticket_ids.length },
    { label: 'In their words', isMinor: true, cell: ({ reason }) => reason },
    { label: 'Asked', isMinor: true, cell: ({ created }) => ({ unix: created }) },
    { label: 'State', cell: ({ refund_request_status }) => requestState(refund_request_status) },
    { label: 'Paid', align: 'end', cell: ({ amount, currency }) => ({ amount, currency }) },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: 'State',
      options: [
        { value: '', label: 'To answer', sends: { refund_request_status: 'open' } },
        { value: 'accepted', label: 'Accepted', sends: { refund_request_status: 'accepted' } },
        { value: 'declined', label: 'Declined', sends: { refund_request_status: 'declined' } },
        { value: 'all', label: 'All of them', sends: {} },
      ],
    },
  ],
  empty: {
    title: 'Nothing to answer',
    text: 'Buyers ask for their money on the page with their tickets, as long as the settings or a moved event let them. You answer on the order.',
  },
})
