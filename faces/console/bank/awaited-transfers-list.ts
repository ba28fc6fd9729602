import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { words } from '../words/bank.ts'
import { common } from '../words/common.ts'

const MORE_DAYS = 7
const DAY_S = 86_400

/** One that was settled meanwhile is not counted, and keeps none of the others back. */
async function forEach<Row>(rows: Row[], act: (row: Row) => Promise<unknown>): Promise<number> {
  let done = 0
  for (const row of rows)
    await act(row).then(
      () => {
        done += 1
      },
      (failure) => {
        if (failure?.code !== 'state_conflict') throw failure
      },
    )
  return done
}

/** Orders whose places wait for a transfer. What is done with some at once is done with each of them, one after the other. */
export const awaitedTransfersList = defineList({
  operation: 'bank.listAwaitedTransfers',
  title: words.awaitedTransfers,
  heading: words.transfersHeading,
  keyOf: ({ order_id }) => order_id,
  hrefOf: ({ order_id }) => routes.order(order_id),
  columns: [
    {
      label: common.buyer,
      cell: ({ name, order_id }) => ({
        title: name ?? words.nobodyNamed,
        small: common.orderNumber({ orderId: order_id }),
      }),
    },
    { label: common.reference, isMinor: true, cell: ({ reference }) => reference },
    { label: words.until, cell: ({ expires_at }) => ({ unix: expires_at }) },
    {
      label: words.received,
      isMinor: true,
      align: 'end',
      cell: ({ received, currency }) => ({ amount: received, currency }),
    },
    { label: words.toPay, align: 'end', cell: ({ amount, currency }) => ({ amount, currency }) },
  ],
  bulkActions: [
    {
      label: words.cameAsk,
      needs: 'orders:manage',
      question: (count) => words.cameQuestion({ count }),
      verb: words.cameVerb,
      about: words.cameAbout,
      run: async (api, rows) =>
        words.cameDone({ count: await forEach(rows, ({ order_id }) => api.orders.recordTransfer(order_id, {})) }),
    },
    {
      label: words.longerAsk,
      needs: 'orders:manage',
      question: (count) => words.longerQuestion({ count }),
      verb: words.longerVerb,
      about: words.longerAbout,
      run: async (api, rows) =>
        words.longerDone({
          count: await forEach(rows, ({ order_id, expires_at }) =>
            api.orders.extendTransfer(order_id, { expires_at: expires_at + MORE_DAYS * DAY_S }),
          ),
        }),
    },
    {
      label: words.endAsk,
      needs: 'orders:manage',
      question: (count) => words.endQuestion({ count }),
      verb: words.endVerb,
      about: words.endAbout,
      run: async (api, rows) =>
        words.endDone({ count: await forEach(rows, ({ order_id }) => api.orders.cancelTransfer(order_id)) }),
    },
  ],
  links: [{ label: words.bank, href: routes.bank() }],
  empty: {
    title: words.noTransfers,
    text: words.noTransfersText,
    start: { label: words.toSettings, href: routes.payments, needs: 'payments:manage' },
  },
})
