import { eventTime } from '../parts/format.ts'
import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { common } from '../words/common.ts'
import { words } from '../words/debts.ts'
import { debtorName, debtState, debtTitle, kindTitle } from './debt-words.ts'

const KINDS = [
  'invoice',
  'instalment',
  'direct_debit',
  'returned_payment',
  'cash_refund',
  'transfer_refund',
  'payout',
] as const

/** Who owes whom, what for, until when, and how much is left. */
export const debtsList = defineList({
  operation: 'debts.list',
  title: words.openItems,
  heading: words.whatIsOwedTheEarliest,
  keyOf: ({ debt_id }) => debt_id,
  hrefOf: ({ debt_id }) => routes.debt(debt_id),
  columns: [
    {
      label: common.who,
      cell: (debt) => ({
        title: debtorName(debt),
        small: `${debt.owed_by === 'fan' ? words.owesTheClub : words.getsMoneyBack}: ${debtTitle(debt)}`,
      }),
    },
    { label: common.order, isMinor: true, cell: ({ order_id }) => (order_id === null ? '' : `#${order_id}`) },
    { label: words.due, isMinor: true, cell: ({ due_at }) => ({ unix: due_at, isDay: true }) },
    { label: common.status, cell: debtState },
    { label: common.amount, isMinor: true, align: 'end', cell: ({ amount, currency }) => ({ amount, currency }) },
    { label: words.left, align: 'end', cell: ({ open, currency }) => ({ amount: open, currency }) },
  ],
  links: [
    { label: words.instalments, href: routes.instalments(), reads: 'debts:manage' },
    { label: words.bankStatements, href: routes.bank(), reads: 'debts:manage' },
    { label: words.documents, href: routes.documents(), reads: 'documents:manage' },
  ],
  search: { label: words.searchOpenItems, placeholder: words.nameEMailOrderNumber },
  filters: [
    {
      kind: 'choice',
      name: 'status',
      label: common.status,
      options: [
        { value: '', label: words.open, sends: { open: true } },
        { value: 'overdue', label: words.overdue, sends: { overdue: true, owed_by: 'fan' } },
        { value: 'returned', label: words.cameBack2, sends: { status: 'returned' } },
        { value: 'failed', label: words.collectionFailed2, sends: { status: 'failed' } },
        { value: 'submitted', label: words.beingCollected2, sends: { status: 'submitted' } },
        { value: 'paid', label: common.paid, sends: { status: 'paid' } },
        { value: 'waived', label: words.writtenOff2, sends: { status: 'waived' } },
        { value: 'cancelled', label: words.cancelled, sends: { status: 'cancelled' } },
        { value: 'all', label: words.everyStatus, sends: {} },
      ],
    },
    {
      kind: 'choice',
      name: 'owed_by',
      label: words.whoOwes,
      options: [
        { value: '', label: words.fansAndTheClub, sends: {} },
        { value: 'fan', label: words.fans, sends: { owed_by: 'fan' } },
        { value: 'club', label: words.theClub, sends: { owed_by: 'club' } },
      ],
    },
    {
      kind: 'choice',
      name: 'kind',
      label: words.for,
      options: [
        { value: '', label: words.everything, sends: {} },
        ...KINDS.map((value) => ({ value, label: kindTitle(value), sends: { kind: value } })),
      ],
    },
    {
      kind: 'choice',
      name: 'age',
      label: words.age,
      options: [
        { value: '', label: words.anyAge, sends: {} },
        ...[30, 60, 90].map((days) => ({
          value: String(days),
          label: words.overdueDaysOrMore({ days }),
          sends: { overdue_days: days, owed_by: 'fan' as const },
        })),
      ],
    },
    {
      kind: 'loaded',
      name: 'event_id',
      label: common.event,
      all: words.allEventsAndMemberships,
      parameter: 'event_id',
      load: async (api) =>
        (await api.events.list({ event_status_id: 'all', sort_direction: 'desc', limit: 100 }).page()).data.map(
          ({ event_id, title, event_start_unix, timezone }) => ({
            value: event_id,
            label: `${title}, ${eventTime(event_start_unix, timezone)}`,
          }),
        ),
    },
    { kind: 'day', name: 'to', label: words.dueBy, parameter: 'unix_end', edge: 'to' },
    { kind: 'linked', label: words.order3, parameters: ['order_id'] },
    { kind: 'linked', label: words.customer, parameters: ['user_id'] },
  ],
  csv: {
    export: 'exportDebtsCsv',
    name: 'open-items',
    needs: 'debts:manage',
    label: words.allOfTheseAsCsv,
    isFiltered: true,
  },
  empty: {
    title: words.nothingIsOpen,
    text: words.invoicesInstalmentsPaymentsThatCame,
  },
})
