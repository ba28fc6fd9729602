import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { common } from '../words/common.ts'
import { words } from '../words/documents.ts'
import { deliveryTag } from './delivery-state.ts'

const KINDS = ['invoice', 'receipt', 'credit_note'] as const
const DELIVERIES = ['waiting', 'sent', 'delivered', 'failed'] as const

/** What was issued, for whom and how much; the files are on the order's page. */
export const documentsList = defineList({
  operation: 'documents.list',
  title: words.documents,
  heading: words.heading,
  keyOf: ({ document_id }) => document_id,
  hrefOf: ({ order_id }) => routes.order(order_id),
  columns: [
    { label: common.number, cell: ({ number, kind }) => ({ title: number, small: words.kinds[kind] ?? kind }) },
    { label: words.for, cell: ({ name }) => name },
    { label: common.order, isMinor: true, cell: ({ order_id }) => `#${order_id}` },
    { label: words.issued, isMinor: true, cell: ({ issued }) => ({ unix: issued, isDay: true }) },
    { label: words.byPeppol, isForSome: true, cell: ({ delivery }) => (delivery ? deliveryTag(delivery) : undefined) },
    { label: words.tax, isMinor: true, align: 'end', cell: ({ tax, currency }) => ({ amount: tax, currency }) },
    { label: words.total, align: 'end', cell: ({ total, currency }) => ({ amount: total, currency }) },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'kind',
      label: words.kind,
      options: [
        { value: '', label: words.every, sends: {} },
        ...KINDS.map((value) => ({ value, label: words.kinds[value] ?? value, sends: { kind: value } })),
      ],
    },
    {
      kind: 'choice',
      name: 'peppol',
      label: words.byPeppol,
      options: [
        { value: '', label: words.everyState, sends: {} },
        ...DELIVERIES.map((value) => ({
          value,
          label: words.deliveries[value] ?? value,
          sends: { delivery_status: value },
        })),
      ],
    },
    { kind: 'day', name: 'from', label: common.from, parameter: 'unix_start', edge: 'from' },
    { kind: 'day', name: 'to', label: common.until, parameter: 'unix_end', edge: 'to' },
    { kind: 'linked', label: common.order, parameters: ['order_id'] },
  ],
  empty: { title: words.none, text: words.noneText },
})
