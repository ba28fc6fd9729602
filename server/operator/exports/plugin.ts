import type { Operation } from '../../operation.ts'
import { exportCsv } from './export-csv.manage.ts'

export const exportOperations: Operation[] = [exportCsv]
