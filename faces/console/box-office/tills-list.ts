import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { stateTitle } from '../parts/state-title.ts'
import { words } from '../words/box-office.ts'
import { common } from '../words/common.ts'
import { words as frame } from '../words/frame.ts'

/** Every drawer that was ever opened, with what was missing. */
export const tillsList = defineList({
  operation: 'boxOffice.listTills',
  title: words.drawers,
  heading: words.allDrawers,
  links: [
    { label: words.closes, href: routes.tillCloses() },
    { label: words.sell, href: routes.boxOffice() },
  ],
  keyOf: ({ till_id }) => till_id,
  hrefOf: ({ till_id }) => routes.till(till_id),
  columns: [
    { label: words.counter, cell: ({ name }) => name },
    { label: words.openedBy2, cell: ({ opened_by }) => opened_by ?? words.aKey },
    { label: words.opened, isMinor: true, cell: ({ opened_at }) => ({ unix: opened_at }) },
    {
      label: common.state,
      cell: ({ status }) => ({ tag: stateTitle(status), tone: status === 'open' ? 'good' : 'quiet' }),
    },
    {
      label: words.counted,
      isMinor: true,
      align: 'end',
      cell: ({ counted, currency }) => ({ amount: counted, currency }),
    },
    { label: words.difference, align: 'end', cell: ({ difference, currency }) => ({ amount: difference, currency }) },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'status',
      label: common.state,
      options: [
        { value: '', label: words.openAndClosed, sends: {} },
        { value: 'open', label: words.open, sends: { status: 'open' } },
        { value: 'closed', label: words.closed, sends: { status: 'closed' } },
      ],
    },
  ],
  csv: {
    export: 'exportTillsCsv',
    name: 'drawers',
    needs: 'box_office:manage',
    label: frame.csv.all,
    isFiltered: true,
  },
  empty: {
    title: words.noDrawerWasOpenedYet,
    text: words.staffWhoSellForCash,
    start: { label: words.openOneAtTheBox, href: routes.boxOffice() },
  },
})
