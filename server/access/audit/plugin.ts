import { listAuditLog } from './list-audit-log.manage.ts'

export const auditOperations = [listAuditLog]
