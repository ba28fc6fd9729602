import { count, dayOfYear } from '../parts/format.ts'
import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { words } from '../words/bank.ts'
import { common } from '../words/common.ts'

/** The files that were imported, with what became of their lines. */
export const bankStatementsList = defineList({
  operation: 'bank.listStatements',
  title: words.statements,
  heading: words.statementsHeading,
  keyOf: ({ bank_statement_id }) => bank_statement_id,
  hrefOf: ({ bank_statement_id }) => routes.bank({ bank_statement_id, status: 'all' }),
  columns: [
    {
      label: words.days,
      cell: ({ first_day, last_day, file_name }) => ({
        title:
          first_day === null || last_day === null
            ? '–'
            : words.between({ first: dayOfYear(first_day), last: dayOfYear(last_day) }),
        small: file_name ?? words.noName,
      }),
    },
    { label: common.account, isMinor: true, cell: ({ account }) => account },
    { label: words.lines, isMinor: true, align: 'end', cell: ({ lines }) => count(lines) },
    { label: words.booked, isMinor: true, align: 'end', cell: ({ booked }) => count(booked) },
    { label: words.asideTitle, isMinor: true, align: 'end', cell: ({ set_aside }) => count(set_aside) },
    { label: words.imported, isMinor: true, cell: ({ created }) => ({ unix: created }) },
    { label: words.importedBy, isMinor: true, cell: ({ imported_by }) => imported_by ?? words.anApiKey },
    { label: words.unclear, align: 'end', cell: ({ unclear }) => count(unclear) },
  ],
  links: [
    { label: words.bank, href: routes.bank() },
    { label: words.importStatement, href: routes.bankImport, isStrong: true, needs: 'debts:manage' },
  ],
  empty: {
    title: words.noStatements,
    text: words.noStatementsText,
    start: { label: words.importStatement, href: routes.bankImport, needs: 'debts:manage' },
  },
})
