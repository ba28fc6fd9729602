import type { OrgId } from '../../access/principal.ts'
import { callOffPayment } from '../../checkout/answers/call-off-payment.ts'
import type { SettleNeeds } from '../../checkout/answers/settle-deps.ts'
import { settleAttempt } from '../../ledger/debts/settle-attempt.ts'
import { DebtSecretHeader } from '../../ledger/ledger/debt-link.ts'
import { findOpenAttempt } from '../../payments/payments/open-payment.ts'
import { resumable } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { debtOfSecret, OwnDebt, readOwnDebt } from './own-debt.ts'

export const cancelOwnDebtPayment: Operation<SettleNeeds> = (app, deps) =>
  app.post(
    '/v1/storefront/debt/cancel_payment',
    {
      config: { scope: 'baskets:write', publishable: 'bearer', mayConflict: true },
      schema: {
        operationId: 'cancelOwnDebtPayment',
        summary: 'Call off the payment of a debt',
        description: [
          'For a fan who is back from their bank without having paid, and wants to pay another way. The payment is called off at the provider, and the debt',
          'is `to_pay` again, or `paid` where it was paid meanwhile. What the bank has taken, and what is charged without the fan, cannot be called off: 409.',
          'A debt that is not being paid stays as it is.',
        ].join(' '),
        tags: ['Storefront'],
        headers: DebtSecretHeader,
        response: { 200: OwnDebt },
      },
    },
    async (request, reply) => {
      const { orgId, headers } = request
      const debtId = await debtOfSecret(deps, orgId, headers)
      const work = async (): Promise<OwnDebt> => {
        const paymentId = await findAttempt(orgId, deps.sql, debtId)
        const [payment] = paymentId === null ? [] : await findOpenAttempt(orgId, deps.sql, paymentId)
        if (payment && paymentId !== null)
          await callOffPayment(deps, orgId, payment, (result) => settleAttempt(deps, { orgId, paymentId }, result))
        return readOwnDebt(deps, orgId, debtId)
      }
      return resumable<OwnDebt>({ ...deps, orgId, request, reply }, ({ state }) => state !== 'paying', work)
    },
  )

async function findAttempt(orgId: OrgId, sql: Db, debtId: number): Promise<number | null> {
  const [debt] = await sql<{ attempt_payment_id: number | null }[]>`
    select attempt_payment_id
    from debts
    where org_id = ${orgId}
      and debt_id = ${debtId}`
  return debt?.attempt_payment_id ?? null
}
