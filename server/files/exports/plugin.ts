import { exportAuditLogCsv } from './export-audit-log-csv.manage.ts'
import { exportCustomersCsv } from './export-customers-csv.manage.ts'
import { exportDebtsCsv } from './export-debts-csv.manage.ts'
import { exportEventsCsv } from './export-events-csv.manage.ts'
import { exportLedgerCsv } from './export-ledger-csv.manage.ts'
import { exportMailSuppressionsCsv } from './export-mail-suppressions-csv.manage.ts'
import { exportMembersCsv } from './export-members-csv.manage.ts'
import { exportOrdersCsv } from './export-orders-csv.manage.ts'
import { exportPayoutsCsv } from './export-payouts-csv.manage.ts'
import { exportRefundRequestsCsv } from './export-refund-requests-csv.manage.ts'
import { exportScansCsv } from './export-scans-csv.manage.ts'
import { exportTicketsCsv } from './export-tickets-csv.manage.ts'
import { exportTillClosesCsv } from './export-till-closes-csv.manage.ts'
import { exportTillsCsv } from './export-tills-csv.manage.ts'
import { exportTranslationsCsv } from './export-translations-csv.manage.ts'
import { exportVenuesCsv } from './export-venues-csv.manage.ts'
import { retrieveTaxReport } from './retrieve-tax-report.manage.ts'

export const exportOperations = [
  exportCustomersCsv,
  exportMembersCsv,
  exportOrdersCsv,
  exportTicketsCsv,
  exportScansCsv,
  exportLedgerCsv,
  exportDebtsCsv,
  exportAuditLogCsv,
  exportEventsCsv,
  exportMailSuppressionsCsv,
  exportRefundRequestsCsv,
  exportTillsCsv,
  exportTillClosesCsv,
  exportVenuesCsv,
  exportPayoutsCsv,
  exportTranslationsCsv,
  retrieveTaxReport,
]
