import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { toMajor } from '../../platform/values/money.ts'
import { requireRun, StaffRun, toRun } from './run.ts'
import { sumAmounts } from './sum-amounts.ts'

export const RunParams = Input({ run_id: Id() })

export const retrieveRun: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/manage/runs/:run_id',
    {
      config: { scope: 'runs:manage' },
      schema: {
        operationId: 'retrieveRun',
        summary: 'Retrieve a run',
        description: 'How far it has come, and what came of it.',
        tags: ['Runs'],
        params: RunParams,
        response: { 200: StaffRun },
      },
    },
    async ({ orgId, params, principal }) => {
      const run = await requireRun(orgId, sql, principal, params.run_id)
      const sum = run.run_status === 'ready' ? sumAmounts[run.action] : undefined
      const sums = (await sum?.(orgId, sql, run.run_id, clock(orgId))) ?? []
      return toRun(
        run,
        sums.map(({ currency, left_minor }) => ({ currency, amount: toMajor(left_minor, currency) })),
      )
    },
  )
