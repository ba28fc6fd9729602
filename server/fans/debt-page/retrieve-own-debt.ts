import { DebtSecretHeader } from '../../ledger/ledger/debt-link.ts'
import type { Operation } from '../../platform/operation.ts'
import { debtOfSecret, OwnDebt, readOwnDebt } from './own-debt.ts'

export const retrieveOwnDebt: Operation = (app, deps) =>
  app.get(
    '/v1/storefront/debt',
    {
      config: { scope: 'baskets:write', publishable: 'bearer', mayConflict: true },
      schema: {
        operationId: 'retrieveOwnDebt',
        summary: 'Retrieve what the link of a debt shows',
        description:
          'For the page that such a link opens: what is owed, by whom, and what the fan can do about it. A publishable key is enough, ' +
          'with the secret of the link.',
        tags: ['Storefront'],
        headers: DebtSecretHeader,
        response: { 200: OwnDebt },
      },
    },
    async ({ orgId, headers }) => readOwnDebt(deps, orgId, await debtOfSecret(deps, orgId, headers)),
  )
