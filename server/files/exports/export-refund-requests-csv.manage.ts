import { findRefundRequests, RefundRequestFilters } from '../../fans/ticket-page/list-refund-requests.manage.ts'
import {
  ManagedRefundRequest,
  type ManagedRefundRequestRow,
  toManagedRefundRequest,
} from '../../fans/ticket-page/refund-request.ts'
import { listFile } from './list-file.ts'

const config = { scope: 'refunds:manage' } as const

export const exportRefundRequestsCsv = listFile({
  operationId: 'exportRefundRequestsCsv',
  ...config,
  name: 'refund_requests',
  summary: 'Export requests for refunds as CSV',
  filters: RefundRequestFilters,
  item: ManagedRefundRequest,
  page: ({ orgId, db, now }, filters, after: ManagedRefundRequestRow | undefined, most) =>
    findRefundRequests(orgId, db, now, { ...filters, limit: most - 1 }, after?.refund_request_id),
  toItem: toManagedRefundRequest,
})
