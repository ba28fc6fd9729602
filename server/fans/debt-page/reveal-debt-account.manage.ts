import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { openAccount } from './own-debt.ts'

const Reply = Type.Object(
  { debt_id: Type.Integer(), account_holder: Type.String(), account: Type.String() },
  { title: 'MoneyBackAccount' },
)

/** A change and no reading: that staff looked is on record. */
export const revealDebtAccount: Operation = (app, deps) =>
  app.post(
    '/v1/manage/debts/:debt_id/reveal_account',
    {
      config: { scope: 'payouts:manage', needsProof: true, effects: ['data_out'] },
      schema: {
        operationId: 'revealDebtAccount',
        summary: 'Show where a fan wants money to be transferred',
        description: 'For the person who makes the transfer. Who has looked is in the audit log.',
        tags: ['Debts'],
        params: Input({ debt_id: Id() }),
        response: { 200: Reply },
      },
    },
    (request, reply) => {
      const { orgId } = request
      const { debt_id: debtId } = request.params
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const [row] = await tx<{ sealed_account: Buffer }[]>`
          select sealed_account
          from money_back_accounts
          where org_id = ${orgId}
            and debt_id = ${debtId}`
        if (!row) throw new ApiError('resource_missing')
        await record(tx, deps.clock, request, { action: 'debt.account_read', objectType: 'debt', objectId: debtId })
        const { account_holder, account } = openAccount(deps.seal, orgId, debtId, row.sealed_account)
        return { debt_id: debtId, account_holder, account }
      })
    },
  )
