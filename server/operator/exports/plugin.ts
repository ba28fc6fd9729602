import type { Operation } from '../../operation.ts'
import { exportCsv } from './export-csv.manage.ts'
import { exportLedger } from './export-ledger.manage.ts'

export const exportOperations: Operation[] = [exportCsv, exportLedger]
