import type { Operation } from '../../operation.ts'
import { listAuditLog } from './list-audit-log.manage.ts'

export const auditOperations: Operation[] = [listAuditLog]
