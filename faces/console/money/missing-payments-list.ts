import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { words } from '../words/payouts.ts'

/** What the payment provider should have paid out by now. */
export const missingPaymentsList = defineList({
  operation: 'payouts.listMissingPayments',
  title: words.missing,
  heading: words.missingHeading,
  keyOf: ({ payment_id }) => payment_id,
  columns: [
    {
      label: words.order,
      cell: ({ order_id, reference }) =>
        order_id === null ? (reference ?? '') : { link: words.orderNo(order_id), href: routes.order(order_id) },
    },
    { label: words.reference, isMinor: true, cell: ({ reference }) => reference },
    { label: words.paidAt, cell: ({ paid }) => ({ unix: paid, isDay: true }) },
    { label: words.amount, align: 'end', cell: ({ amount, currency }) => ({ amount, currency }) },
  ],
  links: [{ label: words.payouts, href: routes.payouts() }],
  empty: { title: words.missingNone, text: words.missingNoneText },
})
