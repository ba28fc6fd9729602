import { Type } from 'typebox'
import { actorOf } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, OneOf, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { organisationClock } from '../../platform/values/clock.ts'
import { inChange } from '../../resources/change-row.ts'
import { moveMembers } from '../instalments/move-members.ts'
import { chargeAsBefore } from '../ladder/charge-again.ts'
import { Debt, debts } from '../ledger/debt.ts'
import { lockDebts } from '../ledger/lock-debts.ts'
import { writeReversal } from '../ledger/payment-reversal.ts'
import { findSettlements, reverseSettlement } from '../ledger/settle-debt.ts'
import { announceDebts } from './after-payment.ts'
import { debtAmong } from './record-payment-debt.manage.ts'

const Body = Input({
  kind: OneOf(['returned', 'mistake'], {
    description: 'returned: the money came and went again; mistake: it was recorded and never came',
  }),
  settlement_id: Type.Optional(Id({ description: 'of the payment to take back; without it, the last' })),
  reason: Text(500),
})

export const reverseDebt: Operation = (app, deps) =>
  app.post(
    '/v1/manage/debts/:debt_id/reverse',
    {
      config: { scope: 'debts:manage' },
      schema: {
        operationId: 'reverseDebt',
        summary: 'Take back a payment that was recorded for a debt',
        description:
          'The payment and what it settled stay on record, with rows against them on this day; the debt is open again. Only of what ' +
          'staff recorded: what came through the payment provider comes back by its word. After a mistake, an instalment that charges itself ' +
          'is charged on its day, or at once where that has passed.',
        tags: [debts.tag],
        params: Input({ debt_id: Id() }),
        body: Body,
        response: { 200: Debt },
      },
    },
    (request, reply) =>
      inChange(debts, deps, request, reply, async (at) => {
        const { body, params } = request
        const { orgId, tx, clock } = at
        const [debt] = await lockDebts(orgId, tx, [params.debt_id])
        if (!debt) throw new ApiError('resource_missing')
        if (debt.owed_by === 'club') throw conflict('What was handed back is not taken back here.')
        const settlements = await findSettlements(orgId, tx, { debtId: debt.debt_id })
        const settlement =
          body.settlement_id === undefined
            ? settlements[0]
            : settlements.find(({ settlement_id }) => settlement_id === body.settlement_id)
        if (!settlement || settlement.payment_id === null) throw conflict('There is no payment to take back.')
        const { payment_id: paymentId, amount_minor: amountMinor } = settlement
        await requireReversible(orgId, tx, paymentId, amountMinor)
        const { name: actorName = null } = actorOf(request)
        const outcome = body.kind === 'returned' ? 'returned' : null
        // Of one instant: by it the two rows are known for one act.
        const now = clock(orgId)
        await reverseSettlement(orgId, tx, debt, settlement, { outcome, actorName, now })
        await writeReversal(
          orgId,
          tx,
          organisationClock(() => now),
          {
            paymentId,
            debtId: debt.debt_id,
            orderId: debt.order_id,
            kind: body.kind,
            amountMinor,
            currency: debt.currency,
            reference: null,
            reason: body.reason,
          },
        )
        if (body.kind === 'mistake') await chargeAsBefore(orgId, tx, now, debt.debt_id)
        if (debt.kind === 'instalment' && debt.order_id !== null) await moveMembers(at, debt.order_id, true)
        return debtAmong(await announceDebts(at, [debt], 'payment_reversed'), params.debt_id)
      }),
  )

/** By hand, and not given back meanwhile. */
async function requireReversible(orgId: OrgId, tx: Tx, paymentId: number, amountMinor: number): Promise<void> {
  const [payment] = await tx<{ provider: string; left_minor: number }[]>`
    select provider, amount_minor - refunded_minor - reversed_minor as left_minor
    from payments
    where org_id = ${orgId}
      and payment_id = ${paymentId}
    for no key update`
  if (payment?.provider !== 'manual') throw conflict('The payment provider says by itself what comes back.')
  if (payment.left_minor < amountMinor) throw conflict('The payment has been refunded meanwhile.')
}

const conflict = (message: string) => new ApiError('state_conflict', { message })
