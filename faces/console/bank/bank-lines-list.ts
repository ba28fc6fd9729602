import { dayOfYear } from '../parts/format.ts'
import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { words } from '../words/bank.ts'
import { common } from '../words/common.ts'
import { lineState, reasonTitle, shortText } from './bank-words.ts'

/** What the bank says has come and gone; those that a person has to clarify, unless others are chosen. */
export const bankLinesList = defineList({
  operation: 'bank.listLines',
  title: words.bank,
  heading: words.linesHeading,
  stacks: true,
  keyOf: ({ bank_line_id }) => bank_line_id,
  hrefOf: ({ bank_line_id }) => routes.bankLine(bank_line_id),
  columns: [
    { label: common.who, cell: ({ name, text }) => ({ title: name ?? words.nobodyNamed, small: shortText(text) }) },
    { label: common.day, cell: ({ booked_on }) => dayOfYear(booked_on) },
    { label: common.why, cell: ({ reason }) => reasonTitle(reason) },
    { label: common.order, isMinor: true, cell: ({ order_id }) => (order_id === null ? '' : `#${order_id}`) },
    { label: words.state, cell: lineState },
    { label: common.amount, align: 'end', cell: ({ amount, currency }) => ({ amount, currency }) },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'status',
      label: words.state,
      options: [
        { value: '', label: words.choices.unclear, sends: { status: 'unclear' } },
        { value: 'booked', label: words.choices.booked, sends: { status: 'booked' } },
        { value: 'set_aside', label: words.choices.set_aside, sends: { status: 'set_aside' } },
        { value: 'new', label: words.choices.new, sends: { status: 'new' } },
        { value: 'all', label: words.choices.all, sends: {} },
      ],
    },
    { kind: 'linked', label: words.file, parameters: ['bank_statement_id'] },
    { kind: 'linked', label: common.order, parameters: ['order_id'] },
  ],
  links: [
    { label: words.awaitedTransfers, href: routes.awaitedTransfers() },
    { label: words.statements, href: routes.bankStatements() },
    { label: words.importStatement, href: routes.bankImport, isStrong: true, needs: 'debts:manage' },
  ],
  empty: {
    title: words.nothingUnclear,
    text: words.nothingUnclearText,
    start: { label: words.importStatement, href: routes.bankImport, needs: 'debts:manage' },
  },
})
