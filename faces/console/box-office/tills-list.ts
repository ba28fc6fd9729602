import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'

/** Every drawer that was ever opened, with what was missing. */
export const tillsList = defineList({
  operation: 'boxOffice.listTills',
  title: 'Drawers',
  heading: 'All drawers',
  links: [{ label: 'Sell', href: routes.boxOffice() }],
  keyOf: ({ till_id }) => till_id,
  hrefOf: ({ till_id }) => routes.till(till_id),
  columns: [
    { label: 'Counter', cell: ({ name }) => name },
    { label: 'Opened by', cell: ({ opened_by }) => opened_by ?? 'a key' },
    { label: 'Opened', isMinor: true, cell: ({ opened_at }) => ({ unix: opened_at }) },
    { label: 'State', cell: ({ status }) => ({ tag: status, tone: status === 'open' ? 'good' : 'quiet' }) },
    { label: 'Counted', isMinor: true, align: 'end', cell: ({ counted, currency }) => ({ amount: counted, currency }) },
    { label: 'Difference', align: 'end', cell: ({ difference, currency }) => ({ amount: difference, currency }) },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'status',
      label: 'State',
      options: [
        { value: '', label: 'Open and closed', sends: {} },
        { value: 'open', label: 'open', sends: { status: 'open' } },
        { value: 'closed', label: 'closed', sends: { status: 'closed' } },
      ],
    },
  ],
  empty: {
    title: 'No drawer was opened yet',
    text: 'Staff who sell for cash open one with the change that is in it, and close it with a count.',
    start: { label: 'Open one at the box office', href: routes.boxOffice() },
  },
})
