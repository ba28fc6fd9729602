import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { common } from '../words/common.ts'
import { words as frame } from '../words/frame.ts'
import { words } from '../words/week.ts'
import { requestState } from './refund-words.ts'

/** What buyers asked for on their ticket pages, until each is answered on its order. */
export const refundRequestsList = defineList({
  operation: 'orders.listRefundRequests',
  title: words.refundRequests,
  heading: words.askedForOldestFirst,
  keyOf: ({ refund_request_id }) => refund_request_id,
  hrefOf: ({ order_id }) => routes.order(order_id),
  columns: [
    { label: common.order, cell: ({ order_id }) => `#${order_id}` },
    { label: common.buyer, needs: 'customers:read', cell: ({ name }) => name },
    { label: common.event, isMinor: true, cell: ({ event_title }) => event_title },
    { label: common.tickets, isMinor: true, align: 'end', cell: ({ ticket_ids }) => ticket_ids.length },
    { label: words.inTheirWords, isMinor: true, cell: ({ reason }) => reason },
    { label: words.asked, isMinor: true, cell: ({ created }) => ({ unix: created }) },
    { label: common.state, cell: ({ refund_request_status }) => requestState(refund_request_status) },
    { label: common.paid, align: 'end', cell: ({ amount, currency }) => ({ amount, currency }) },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: common.state,
      options: [
        { value: '', label: words.requestChoices.open, sends: { refund_request_status: 'open' } },
        { value: 'accepted', label: words.requestChoices.accepted, sends: { refund_request_status: 'accepted' } },
        { value: 'declined', label: words.requestChoices.declined, sends: { refund_request_status: 'declined' } },
        { value: 'all', label: words.requestChoices.all, sends: {} },
      ],
    },
  ],
  csv: {
    export: 'exportRefundRequestsCsv',
    name: 'refund-requests',
    needs: 'refunds:manage',
    label: frame.csv.all,
    isFiltered: true,
  },
  empty: {
    title: words.nothingToAnswer,
    text: words.buyersAskOnThePage,
  },
})
