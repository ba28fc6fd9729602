import { actorOf, record } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { BankLine, findBankLine, toBankLine } from './bank-line.ts'
import { BankLineParams } from './book-bank-line.manage.ts'
import { storeDecision } from './book-line.ts'
import { lockLine } from './match-line.ts'

export const setAsideBankLine: Operation = (app, deps) =>
  app.post(
    '/v1/manage/bank_lines/:bank_line_id/set_aside',
    {
      config: { scope: 'debts:manage' },
      schema: {
        operationId: 'setAsideBankLine',
        summary: 'Set a bank line aside',
        description: 'An unclear line that pays for nothing here, such as a sponsor’s. It can be opened again.',
        tags: ['Bank'],
        params: BankLineParams,
        body: Input({ reason: Text(255, { description: 'what it is' }) }),
        response: { 200: BankLine },
      },
    },
    (request, reply) => {
      const { orgId, body, params } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const line = await lockLine(orgId, tx, params.bank_line_id)
        if (!line) throw new ApiError('resource_missing')
        if (line.line_status !== 'unclear')
          throw new ApiError('state_conflict', { message: 'The line is not unclear.' })
        const actor = actorOf(request)
        const by = { actor, actorName: actor.name ?? 'API', note: body.reason }
        const { order_id: orderId, debt_id: debtId } = line
        await storeDecision({ orgId, tx, clock: deps.clock, by }, line, {
          status: 'set_aside',
          reason: 'by_hand',
          orderId,
          debtId,
        })
        await record(tx, deps.clock, request, {
          action: 'bank_line.set_aside',
          objectType: 'bank_line',
          objectId: line.bank_line_id,
          before: { status: line.line_status },
          after: { status: 'set_aside' },
        })
        const [changed] = await findBankLine(orgId, tx, line.bank_line_id)
        if (!changed) throw new Error('a bank line was lost')
        return toBankLine(changed)
      })
    },
  )
