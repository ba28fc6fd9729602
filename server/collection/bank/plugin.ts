import { bookBankLine } from './book-bank-line.manage.ts'
import { importBankStatement } from './import-bank-statement.manage.ts'
import { listAwaitedTransfers } from './list-awaited-transfers.manage.ts'
import { listBankLines } from './list-bank-lines.manage.ts'
import { listBankStatements } from './list-bank-statements.manage.ts'
import { reopenBankLine } from './reopen-bank-line.manage.ts'
import { retrieveBankLine } from './retrieve-bank-line.manage.ts'
import { setAsideBankLine } from './set-aside-bank-line.manage.ts'

/** What the bank says has come, and what it was for. */
export const bankOperations = [
  importBankStatement,
  listBankStatements,
  listBankLines,
  retrieveBankLine,
  bookBankLine,
  setAsideBankLine,
  reopenBankLine,
  listAwaitedTransfers,
]
