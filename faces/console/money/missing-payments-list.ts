import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { common } from '../words/common.ts'
import { words } from '../words/payouts.ts'

/** What the payment provider should have paid out by now. */
export const missingPaymentsList = defineList({
  operation: 'payouts.listMissingPayments',
  title: words.missing,
  heading: words.missingHeading,
  keyOf: ({ payment_id }) => payment_id,
  columns: [
    {
      label: common.order,
      cell: ({ order_id, reference }) =>
        order_id === null
          ? (reference ?? '')
          : { link: common.orderNumber({ orderId: order_id }), href: routes.order(order_id) },
    },
    { label: common.reference, isMinor: true, cell: ({ reference }) => reference },
    { label: common.paid, cell: ({ paid }) => ({ unix: paid, isDay: true }) },
    { label: common.amount, align: 'end', cell: ({ amount, currency }) => ({ amount, currency }) },
  ],
  links: [{ label: words.payouts, href: routes.payouts() }],
  empty: { title: words.missingNone, text: words.missingNoneText },
})
