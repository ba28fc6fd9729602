import {
  findSuppressions,
  MailSuppression,
  type MailSuppressionRow,
  toMailSuppression,
} from '../../fans/mails/list-mail-suppressions.manage.ts'
import { Input } from '../../platform/http/schema.ts'
import { listFile } from './list-file.ts'

const config = { scope: 'customers:manage' } as const

export const exportMailSuppressionsCsv = listFile({
  operationId: 'exportMailSuppressionsCsv',
  ...config,
  name: 'mail_suppressions',
  summary: 'Export addresses that no mail is sent to as CSV',
  filters: Input({}),
  item: MailSuppression,
  page: ({ orgId, db }, _filters, after: MailSuppressionRow | undefined, most) =>
    findSuppressions(orgId, db, { limit: most - 1 }, after?.mail_suppression_id),
  toItem: toMailSuppression,
})
