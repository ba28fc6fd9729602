import type { Operation } from '../../operation.ts'
import { exportCustomersCsv, exportMembersCsv } from './export-csv.manage.ts'

export const exportOperations: Operation[] = [exportCustomersCsv, exportMembersCsv]
