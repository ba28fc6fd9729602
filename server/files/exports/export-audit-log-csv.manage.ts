import { AuditEntry, AuditFilters, findEntries, toAuditEntry } from '../../access/audit/list-audit-log.manage.ts'
import { listFile } from './list-file.ts'

const config = { scope: 'audit:manage' } as const

export const exportAuditLogCsv = listFile({
  operationId: 'exportAuditLogCsv',
  ...config,
  name: 'audit_log',
  summary: 'Export the audit log as CSV',
  filters: AuditFilters,
  item: AuditEntry,
  page: ({ orgId, db }, filters, after: Awaited<ReturnType<typeof findEntries>>[number] | undefined, most) =>
    findEntries(orgId, db, { ...filters, limit: most - 1 }, after && [after.microseconds, after.audit_id]),
  toItem: toAuditEntry,
})
