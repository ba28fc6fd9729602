import { count } from '../parts/format.ts'
import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { words } from '../words/closes.ts'
import { common } from '../words/common.ts'
import { words as frame } from '../words/frame.ts'

/** Every close of every counter, by its number. */
export const closesList = defineList({
  operation: 'boxOffice.listTillCloses',
  title: words.closes,
  heading: words.heading,
  keyOf: ({ till_close_id }) => till_close_id,
  hrefOf: ({ till_close_id }) => routes.tillClose(till_close_id),
  columns: [
    { label: words.counter, cell: ({ name, number }) => ({ title: name, small: `${common.number} ${count(number)}` }) },
    { label: words.closed, cell: ({ closed }) => ({ unix: closed }) },
    { label: words.closedBy, isMinor: true, cell: ({ closed_by }) => closed_by ?? words.aKey },
    { label: words.receipts, isMinor: true, align: 'end', cell: ({ receipts }) => receipts },
    { label: words.counted, align: 'end', cell: ({ counted, currency }) => ({ amount: counted, currency }) },
    {
      label: words.difference,
      align: 'end',
      cell: ({ difference, currency }) => (difference === 0 ? null : { amount: difference, currency }),
    },
  ],
  filters: [
    { kind: 'day', name: 'from', label: common.from, parameter: 'unix_start', edge: 'from' },
    { kind: 'day', name: 'to', label: common.until, parameter: 'unix_end', edge: 'to' },
    { kind: 'linked', label: words.counter, parameters: ['name'] },
  ],
  csv: {
    export: 'exportTillClosesCsv',
    name: 'closes',
    needs: 'box_office:manage',
    label: frame.csv.all,
    isFiltered: true,
  },
  empty: { title: words.noneYet, text: words.noneYetText },
})
