import { ListSheet } from '../parts/list/list-sheet.tsx'
import { auditLogList } from './audit-log-list.ts'
import { SettingsFrame } from './settings-frame.tsx'

export const AuditLogPage = () => (
  <SettingsFrame title={auditLogList.title} scope="audit:manage">
    <ListSheet list={auditLogList} />
  </SettingsFrame>
)
