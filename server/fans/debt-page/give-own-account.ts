import { recordAs } from '../../access/audit/record.ts'
import { DebtSecretHeader } from '../../ledger/ledger/debt-link.ts'
import { type LockedDebt, lockDebts } from '../../ledger/ledger/lock-debts.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { ACCOUNT_CHARACTERS_MAX, accountContext, readAccount } from './account.ts'
import { debtOfSecret, OwnDebt, readOwnDebt } from './own-debt.ts'

const Body = Input({
  account_holder: Text(100, { pattern: '\\S' }),
  account: Text(ACCOUNT_CHARACTERS_MAX, {
    description: 'an IBAN, or the numbers that name an account where there are none',
  }),
})

export const giveOwnAccount: Operation = (app, deps) =>
  app.put(
    '/v1/storefront/debt/account',
    {
      config: { scope: 'baskets:write', publishable: 'bearer' },
      schema: {
        operationId: 'giveOwnAccount',
        summary: 'Say where money is to be transferred',
        description:
          'Where the organisation owes it, once: a finder of the link changes nothing later. Staff can ask anew, by another link. The ' +
          'account is kept sealed until 30 days after the money has gone.',
        tags: ['Storefront'],
        headers: DebtSecretHeader,
        body: Body,
        response: { 200: OwnDebt },
      },
    },
    async (request, reply) => {
      const { orgId, headers, body } = request
      const debtId = await debtOfSecret(deps, orgId, headers)
      const account = readAccount(body)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = deps.clock(orgId)
        const [debt] = await lockDebts(orgId, tx, [debtId])
        if (!debt) throw new ApiError('resource_missing')
        requireTransfer(debt)
        const { count } = await tx`
          insert into money_back_accounts (org_id, debt_id, sealed_account, created_at, changed_at)
          values (${orgId}, ${debtId}, ${deps.seal.close(JSON.stringify(account), accountContext(orgId, debtId))}, ${now}, ${now})
          on conflict (org_id, debt_id) do nothing`
        if (count === 0)
          throw conflict('An account was given already. If it is wrong, ask the organisation for another link.')
        // Neither the account nor its holder: the log cannot forget.
        const entry = { action: 'debt.account_given', objectType: 'debt', objectId: debtId }
        await recordAs(tx, deps.clock, { orgId, kind: 'holder', id: null, requestId: request.id }, entry)
        return readOwnDebt({ ...deps, sql: tx }, orgId, debtId)
      })
    },
  )

/** Only what the organisation still has to transfer needs an account. */
export function requireTransfer({ kind, open_minor }: Pick<LockedDebt, 'kind' | 'open_minor'>): void {
  if (kind !== 'transfer_refund') throw conflict('No account is needed for this.')
  if (open_minor === 0) throw conflict('The money has gone already.')
}

const conflict = (message: string) => new ApiError('state_conflict', { message })
