import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { loadRunBar } from '../runs/load-run-bar.ts'
import { common } from '../words/common.ts'
import { words } from '../words/debts.ts'
import { debtorName, debtState, debtTitle, STAGES } from './debt-words.ts'

/** Instalments by how far their collection is. */
export const instalmentsList = defineList({
  operation: 'debts.list',
  title: words.instalments,
  heading: words.instalmentsHeading,
  keyOf: ({ debt_id }) => debt_id,
  hrefOf: ({ debt_id }) => routes.debt(debt_id),
  columns: [
    { label: common.who, cell: (debt) => ({ title: debtorName(debt), small: debtTitle(debt) }) },
    { label: common.order, isMinor: true, cell: ({ order_id }) => (order_id === null ? '' : `#${order_id}`) },
    { label: words.due, cell: ({ due_at }) => ({ unix: due_at, isDay: true }) },
    { label: common.status, isMinor: true, cell: debtState },
    { label: words.tries, isMinor: true, align: 'end', cell: ({ attempts }) => attempts },
    { label: words.left, align: 'end', cell: ({ open, currency }) => ({ amount: open, currency }) },
  ],
  search: { label: words.searchOpenItems, placeholder: words.nameEMailOrderNumber },
  filters: [
    {
      kind: 'choice',
      name: 'stage',
      label: words.stage,
      options: STAGES.map((stage, index) => ({
        value: index === 0 ? '' : stage,
        label: words.stages[stage] ?? stage,
        sends: { stage },
      })),
    },
  ],
  csv: {
    export: 'exportDebtsCsv',
    name: 'instalments',
    needs: 'debts:manage',
    label: words.allOfTheseAsCsv,
    isFiltered: true,
  },
  runs: { objects: 'instalments', load: loadRunBar },
  empty: { title: words.noInstalments, text: words.noInstalmentsText },
})
