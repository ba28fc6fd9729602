import { type Static, Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import { requirePayable } from '../../ledger/debts/record-payment.ts'
import { debtUrl, linkExpiry } from '../../ledger/ledger/debt-link.ts'
import { lockDebts } from '../../ledger/ledger/lock-debts.ts'
import { findShopAddress } from '../../people/shops/shop-address.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { linkVersionOf } from './link-version.ts'

const Reply = Type.Object(
  {
    debt_id: Type.Integer(),
    url: Type.String({ description: 'for the fan alone: a page of the shop, on which they pay by card' }),
    expires_at: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'DebtLink' },
)

export const createDebtLink: Operation = (app, deps) =>
  app.post(
    '/v1/manage/debts/:debt_id/link',
    {
      config: { scope: 'debts:manage' },
      schema: {
        operationId: 'createDebtLink',
        summary: 'Make a link by which a fan pays a debt by card',
        description:
          'Of what a fan owes; the same page that a reminder leads to. Anyone with it can pay the debt and sees what it is for. Links ' +
          'made before stay good.',
        tags: ['Debts'],
        params: Input({ debt_id: Id() }),
        response: { 200: Reply },
      },
    },
    (request, reply) => {
      const { orgId, params } = request
      const { debt_id: debtId } = params
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const [debt] = await lockDebts(orgId, tx, [debtId])
        if (!debt) throw new ApiError('resource_missing')
        // By the link to what the organisation owes an account is given: it goes to the fan, past everybody who works here.
        if (debt.owed_by === 'club')
          throw new ApiError('state_conflict', { message: 'Only the fan is given a link to what you owe.' })
        requirePayable(debt, undefined)
        const expiresAt = linkExpiry(deps.clock(orgId))
        const version = await linkVersionOf(orgId, tx, debtId)
        await record(tx, deps.clock, request, { action: 'debt.link_created', objectType: 'debt', objectId: debtId })
        const shop = await findShopAddress(orgId, tx)
        return {
          debt_id: debtId,
          url: debtUrl(deps, orgId, shop, { debtId, version, expiresAt }),
          expires_at: unixSeconds(expiresAt),
        } satisfies Static<typeof Reply>
      })
    },
  )
