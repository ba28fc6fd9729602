import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { findTill, reportOn, TillReport } from './till.ts'

const path = '/v1/manage/tills'

const Params = Input({ till_id: Id() })

export const retrieveTill: Operation = (app, { sql }) =>
  app.get(
    `${path}/:till_id`,
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'retrieveTill',
        summary: 'Read a till, with its report',
        description: 'What was sold from it by payment method, and the cash that should be in it.',
        tags: ['Box office'],
        params: Params,
        response: { 200: TillReport },
      },
    },
    async (request) => {
      const { orgId, params } = request
      const row = await findTill(orgId, sql, params.till_id)
      if (!row) throw new ApiError('resource_missing')
      return (await reportOn(orgId, sql, request, row)).report
    },
  )
