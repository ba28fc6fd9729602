import type { Payout } from '@grandstand/sdk'
import { dayOfYear } from '../parts/format.ts'
import { type Cell, defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { common } from '../words/common.ts'
import { words } from '../words/payouts.ts'

const STATES = ['paid', 'in_transit', 'pending', 'failed', 'cancelled'] as const

/** Whether it is as the books have it, as far as that is known. */
function stateOf({ status, reading, unmatched, difference, missing_at_bank: isMissing }: Payout): Cell {
  if (status === 'failed' || status === 'cancelled') return { tag: words.states[status] ?? status, tone: 'flare' }
  if (isMissing) return { tag: words.notAtBank, tone: 'flare' }
  const notRead = words.notRead[reading]
  if (notRead !== undefined) return { tag: notRead, tone: 'sky' }
  if (unmatched > 0 || difference !== 0)
    return { tag: words.unmatched({ count: String(Math.max(unmatched, 1)) }), tone: 'flare' }
  return { tag: words.matches, tone: 'good' }
}

/** What the payment provider has paid out, as the bank shows it. */
export const payoutsList = defineList({
  operation: 'payouts.list',
  title: words.payouts,
  heading: words.heading,
  keyOf: ({ payout_id }) => payout_id,
  hrefOf: ({ payout_id }) => routes.payout(payout_id),
  columns: [
    {
      label: words.day,
      cell: ({ arrives_on, status }) => ({
        title: dayOfYear(arrives_on),
        small: words.states[status] ?? status,
      }),
    },
    { label: words.state, cell: stateOf },
    { label: words.fees, isMinor: true, align: 'end', cell: ({ fees, currency }) => ({ amount: fees, currency }) },
    {
      label: words.difference,
      isMinor: true,
      align: 'end',
      cell: ({ difference, currency }) => (difference === 0 ? null : { amount: difference, currency }),
    },
    { label: common.amount, align: 'end', cell: ({ amount, currency }) => ({ amount, currency }) },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: words.state,
      options: [
        { value: '', label: words.every, sends: {} },
        ...STATES.map((value) => ({ value, label: words.states[value] ?? value, sends: { status: value } })),
        { value: 'missing', label: words.notAtBank, sends: { missing_at_bank: true } },
      ],
    },
    { kind: 'day', name: 'from', label: common.from, parameter: 'unix_start', edge: 'from' },
    { kind: 'day', name: 'to', label: words.until, parameter: 'unix_end', edge: 'to' },
  ],
  links: [
    { label: words.missing, href: routes.missingPayments },
    { label: words.feeInvoices, href: routes.operatorInvoices },
  ],
  csv: {
    export: 'exportPayoutsCsv',
    name: 'payouts.csv',
    needs: 'figures:manage',
    label: words.file,
    isFiltered: true,
  },
  empty: { title: words.none, text: words.noneText },
})
