import { eventTime } from '../parts/format.ts'
import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { debtorName, debtState, debtTitle, kindTitle } from './debt-words.ts'

const KINDS = ['invoice', 'instalment', 'returned_payment', 'cash_refund', 'transfer_refund', 'payout'] as const

/** Who owes whom, what for, until when, and how much is left. */
export const debtsList = defineList({
  operation: 'debts.list',
  title: 'Open items',
  heading: 'What is owed, the earliest due first',
  keyOf: ({ debt_id }) => debt_id,
  hrefOf: ({ debt_id }) => routes.debt(debt_id),
  columns: [
    {
      label: 'Who',
      cell: (debt) => ({
        title: debtorName(debt),
        small: `${debt.owed_by === 'fan' ? 'owes the club' : 'gets money back'}: ${debtTitle(debt)}`,
      }),
    },
    { label: 'Order', isMinor: true, cell: ({ order_id }) => (order_id === null ? '' : `#${order_id}`) },
    { label: 'Due', isMinor: true, cell: ({ due_at }) => ({ unix: due_at, isDay: true }) },
    { label: 'Status', cell: debtState },
    { label: 'Amount', isMinor: true, align: 'end', cell: ({ amount, currency }) => ({ amount, currency }) },
    { label: 'Left', align: 'end', cell: ({ open, currency }) => ({ amount: open, currency }) },
  ],
  search: { label: 'Search open items', placeholder: 'Name, e-mail, order number' },
  filters: [
    {
      kind: 'choice',
      name: 'status',
      label: 'Status',
      options: [
        { value: '', label: 'Open', sends: { open: true } },
        { value: 'overdue', label: 'Overdue', sends: { overdue: true, owed_by: 'fan' } },
        { value: 'returned', label: 'Came back', sends: { status: 'returned' } },
        { value: 'failed', label: 'Collection failed', sends: { status: 'failed' } },
        { value: 'submitted', label: 'Being collected', sends: { status: 'submitted' } },
        { value: 'paid', label: 'Paid', sends: { status: 'paid' } },
        { value: 'waived', label: 'Written off', sends: { status: 'waived' } },
        { value: 'cancelled', label: 'Cancelled', sends: { status: 'cancelled' } },
        { value: 'all', label: 'Every status', sends: {} },
      ],
    },
    {
      kind: 'choice',
      name: 'owed_by',
      label: 'Who owes',
      options: [
        { value: '', label: 'Fans and the club', sends: {} },
        { value: 'fan', label: 'Fans', sends: { owed_by: 'fan' } },
        { value: 'club', label: 'The club', sends: { owed_by: 'club' } },
      ],
    },
    {
      kind: 'choice',
      name: 'kind',
      label: 'For',
      options: [
        { value: '', label: 'Everything', sends: {} },
        ...KINDS.map((value) => ({ value, label: kindTitle(value), sends: { kind: value } })),
      ],
    },
    {
      kind: 'choice',
      name: 'age',
      label: 'Age',
      options: [
        { value: '', label: 'Any age', sends: {} },
        ...[30, 60, 90].map((days) => ({
          value: String(days),
          label: `Overdue ${days} days or more`,
          sends: { overdue_days: days, owed_by: 'fan' as const },
        })),
      ],
    },
    {
      kind: 'loaded',
      name: 'event_id',
      label: 'Event',
      all: 'All events and memberships',
      parameter: 'event_id',
      load: async (api) =>
        (await api.events.list({ event_status_id: 'all', sort_direction: 'desc', limit: 100 }).page()).data.map(
          ({ event_id, title, event_start_unix, timezone }) => ({
            value: event_id,
            label: `${title}, ${eventTime(event_start_unix, timezone)}`,
          }),
        ),
    },
    { kind: 'day', name: 'to', label: 'Due by', parameter: 'unix_end', edge: 'to' },
    { kind: 'linked', label: 'order', parameters: ['order_id'] },
    { kind: 'linked', label: 'customer', parameters: ['user_id'] },
  ],
  csv: {
    export: 'exportDebtsCsv',
    name: 'open-items',
    needs: 'debts:manage',
    label: 'All of these as CSV',
    isFiltered: true,
  },
  empty: {
    title: 'Nothing is open',
    text: 'Invoices, instalments, payments that came back, and cash or transfers that fans are to get back stand here until they are paid.',
  },
})
