import { exportCsv } from './export-csv.manage.ts'
import { exportLedger } from './export-ledger.manage.ts'

export const exportOperations = [exportCsv, exportLedger]
