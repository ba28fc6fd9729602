import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { Id, Input, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { toMinor } from '../../platform/values/money.ts'
import { invalid } from '../../resources/constraints.ts'
import { Credit, lockCredit, takeCredit } from '../ledger/credit.ts'
import { requireRefundProof } from '../refunds/require-refund-proof.ts'
import { requireCredit } from './require-credit.ts'

export const withdrawCredit: Operation<SessionDeps> = (app, deps) =>
  app.post(
    '/v1/manage/credits/:credit_account_id/withdraw',
    {
      config: { scope: 'debts:manage', needsProof: 'sometimes', effects: ['owed_less'] },
      schema: {
        operationId: 'withdrawCredit',
        summary: 'Take credit away from a fan',
        description: 'What was given by mistake; never more than there is.',
        tags: ['Debts'],
        params: Input({ credit_account_id: Id() }),
        body: Input({
          amount: Type.Number({
            exclusiveMinimum: 0,
            maximum: 1_000_000_000,
            description: 'major unit of the currency',
          }),
          reason: Text(500),
        }),
        response: { 200: Credit },
      },
    },
    (request, reply) => {
      const { orgId, body, params } = request
      const { clock } = deps
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const { user_id: userId, currency } = await requireCredit(orgId, tx, params.credit_account_id)
        const amountMinor = toMinor(body.amount, currency)
        if (amountMinor === undefined) throw invalid('amount', `amount is finer than ${currency} allows.`)()
        await requireRefundProof(orgId, tx, deps, request.principal, amountMinor)
        const account = await lockCredit(orgId, tx, clock(orgId), { userId, currency })
        const { reason } = body
        const { credit } = await takeCredit(orgId, tx, clock, account, { kind: 'withdrawn', amountMinor, reason })
        const entry = { action: 'credit.withdrawn', objectType: 'credit', objectId: credit.credit_account_id }
        await record(tx, clock, request, {
          ...entry,
          after: { amount: body.amount, amount_minor: amountMinor, balance: credit.balance, reason },
        })
        return credit
      })
    },
  )
