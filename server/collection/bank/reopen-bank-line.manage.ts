import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { lockBaskets } from '../../checkout/baskets/find-baskets.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { lockOrder } from '../../tickets/orders/lock-order.ts'
import { BankLine, type BankLineRow, findBankLine, toBankLine } from './bank-line.ts'
import { BankLineParams } from './book-bank-line.manage.ts'
import { lockLine } from './match-line.ts'
import { suggest } from './suggest-booking.ts'

export const reopenBankLine: Operation = (app, deps) =>
  app.post(
    '/v1/manage/bank_lines/:bank_line_id/reopen',
    {
      config: { scope: 'debts:manage' },
      schema: {
        operationId: 'reopenBankLine',
        summary: 'Open a bank line again',
        description:
          'One that was set aside, or a part that its order still waits with, is unclear again. What has confirmed an order or paid a debt stays: `can_reopen` says so.',
        tags: ['Bank'],
        params: BankLineParams,
        response: { 200: BankLine },
      },
    },
    (request, reply) => {
      const { orgId, params } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const line = await lockLine(orgId, tx, params.bank_line_id)
        if (!line) throw new ApiError('resource_missing')
        if (!toBankLine(line).can_reopen || !(await release(orgId, tx, line)))
          throw new ApiError('state_conflict', { message: 'What was decided cannot be undone any more.' })
        const {
          suggestedOrderId = null,
          suggestedDebtId = null,
          suggestedPayoutId = null,
        } = await suggest(orgId, tx, line)
        await tx`
          update bank_lines
          set line_status = 'unclear', actor_name = null, note = null, suggested_order_id = ${suggestedOrderId},
            suggested_debt_id = ${suggestedDebtId}, suggested_payout_id = ${line.payout_id ?? suggestedPayoutId}, payout_id = null,
            reason = ${line.payout_id === null ? line.reason : 'by_hand'}, changed_at = ${deps.clock(orgId)}
          where org_id = ${orgId}
            and bank_line_id = ${line.bank_line_id}`
        await record(tx, deps.clock, request, {
          action: 'bank_line.reopened',
          objectType: 'bank_line',
          objectId: line.bank_line_id,
          before: { status: line.line_status },
          after: { status: 'unclear' },
        })
        const [changed] = await findBankLine(orgId, tx, line.bank_line_id)
        if (!changed) throw new Error('a bank line was lost')
        return toBankLine(changed)
      })
    },
  )

/** Its money is no payment's any more. False where the order does not wait any more: then it has been used, or is owed back. */
async function release(orgId: OrgId, tx: Tx, line: BankLineRow): Promise<boolean> {
  if (line.line_status === 'set_aside') return true
  await lockOrderOf(orgId, tx, line.order_id)
  const isWaiting = line.reason === 'recorded_before' ? tx`true` : tx`p.payment_status in ('created', 'processing')`
  const { count } = await tx`
    delete from bank_line_parts b
    using payments p
    where b.org_id = ${orgId}
      and p.org_id = ${orgId}
      and b.bank_line_id = ${line.bank_line_id}
      and p.payment_id = b.payment_id
      and not p.surplus
      and ${isWaiting}`
  return count > 0
}

async function lockOrderOf(orgId: OrgId, tx: Tx, orderId: number | null): Promise<void> {
  if (orderId === null) return
  const [order] = await tx<{ basket_id: string | null }[]>`
    select basket_id
    from orders
    where org_id = ${orgId}
      and order_id = ${orderId}`
  if (order?.basket_id != null) await lockBaskets(orgId, tx, [order.basket_id])
  await lockOrder(orgId, tx, orderId)
}
