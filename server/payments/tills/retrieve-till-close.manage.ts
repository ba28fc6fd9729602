import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { closeColumns, TillCloseReport, type TillCloseRow, toCloseReport } from './till-close.ts'

const Params = Input({ till_close_id: Id() })

export const retrieveTillClose: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/till_closes/:till_close_id',
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'retrieveTillClose',
        summary: 'Read the close of a till',
        description:
          'With its sums by payment method and by rate of tax. It never changes; what came later is in the next one of its counter.',
        tags: ['Box office'],
        params: Params,
        response: { 200: TillCloseReport },
      },
    },
    async ({ orgId, params }) => {
      const [row] = await sql<TillCloseRow[]>`
        select ${closeColumns(sql)}
        from till_closes
        where org_id = ${orgId}
          and till_close_id = ${params.till_close_id}`
      if (!row) throw new ApiError('resource_missing')
      return toCloseReport(row)
    },
  )
