import { exportBooksZip } from './export-books-zip.manage.ts'
import { exportDatevCsv } from './export-datev-csv.manage.ts'
import { replaceAccountingSettings } from './replace-accounting-settings.manage.ts'
import { retrieveAccountingSettings } from './retrieve-accounting-settings.manage.ts'

export const accountingOperations = [
  retrieveAccountingSettings,
  replaceAccountingSettings,
  exportDatevCsv,
  exportBooksZip,
]
