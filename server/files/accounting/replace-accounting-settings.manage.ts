import { record } from '../../access/audit/record.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { type AccountCode, AccountingBody, AccountingSettings, findAccounting } from '../exports/accounting-settings.ts'

export const replaceAccountingSettings: Operation = (app, deps) =>
  app.put(
    '/v1/manage/accounting_settings',
    {
      config: { scope: 'documents:manage' },
      schema: {
        operationId: 'replaceAccountingSettings',
        summary: 'Replace what the accountant calls the accounts of the books',
        description:
          'The codes stand in `account_code` of the books as CSV, and are the accounts of a file for DATEV, which needs one for each account.',
        tags: ['Documents'],
        body: AccountingBody,
        response: { 200: AccountingSettings },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      refuseDoubles(body.accounts)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const before = await findAccounting(orgId, tx)
        const now = deps.clock(orgId)
        await tx`
          insert into accounting_settings (org_id, accounts, datev, changed_at)
          values (${orgId}, ${JSON.stringify(body.accounts)}, ${body.datev && JSON.stringify(body.datev)}, ${now})
          on conflict (org_id) do update
          set accounts = excluded.accounts, datev = excluded.datev, changed_at = excluded.changed_at`
        const after = await findAccounting(orgId, tx)
        await record(tx, deps.clock, request, {
          action: 'accounting_settings.changed',
          objectType: 'organisation',
          objectId: orgId,
          before,
          after,
        })
        return after
      })
    },
  )

/** Of two codes for the same, neither is right. */
function refuseDoubles(accounts: AccountCode[]): void {
  const known = new Set<string>()
  for (const [index, { account, tax_percentage }] of accounts.entries()) {
    const name = `${account} ${tax_percentage ?? ''}`
    if (known.has(name)) {
      const message = 'The account has a code for this rate already.'
      throw invalidParameters([{ param: `accounts[${index}]`, code: 'parameter_invalid', message }])
    }
    known.add(name)
  }
}
