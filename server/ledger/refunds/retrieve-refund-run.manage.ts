import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { RefundRun, requireRefundRun } from './refund-run.ts'

const Params = Input({ event_id: Id() })

const path = '/v1/manage/events/:event_id/refund_run'

export const retrieveRefundRun: Operation = (app, { sql }) =>
  app.get(
    path,
    {
      config: { scope: 'refunds:manage' },
      schema: {
        operationId: 'retrieveRefundRun',
        summary: 'Retrieve how far the refunds of a cancelled event are',
        description: 'How far it is, in orders and in money, and what failed.',
        tags: ['Events'],
        params: Params,
        response: { 200: RefundRun },
      },
    },
    ({ orgId, params }) => requireRefundRun(orgId, sql, params.event_id),
  )
