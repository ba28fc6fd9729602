import { Type } from 'typebox'
import { type Actor, actorOf } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import type { PaymentDeps } from '../../payments/payments/providers.ts'
import { beginNextTerm } from '../../people/members/begin-terms.ts'
import { endMembership } from '../../people/members/end-membership.ts'
import { members } from '../../people/members/member-resource.ts'
import { statusColumn } from '../../people/members/member-status-column.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, Paragraphs } from '../../platform/http/schema.ts'
import { changeThen } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { updateRow } from '../../resources/change-row.ts'
import { lockMemberDebts } from '../ledger/lock-member-debts.ts'
import { carryOutRefund } from './carry-out-refund.ts'
import { lockLiveTickets } from './live-tickets.ts'
import {
  findBoughtBy,
  findCancellationRule,
  MembershipCancellation,
  type Returned,
  returnedOf,
  toMembershipCancellation,
} from './membership-cancellation.ts'
import { lockPaidOrder, type PaidOrder } from './paid-order.ts'
import { splitRefund } from './refund-rule.ts'
import { requireRefundProof } from './require-refund-proof.ts'
import {
  lockOwedForTerm,
  OwedAfterEnd,
  requireRightToWriteOff,
  requireUncollected,
  sumOfOwed,
  WRITTEN_OFF,
  writeOffOwed,
} from './settle-owed.ts'
import { writeRefund } from './write-refund.ts'

const Body = Input({ owed: OwedAfterEnd, reason: Type.Optional(Nullable(Paragraphs(500))) })

export const cancelMembership: Operation<PaymentDeps & SessionDeps> = (app, deps) =>
  app.post(
    '/v1/manage/members/:membership_member_id/cancellation',
    {
      config: { scope: 'refunds:manage', needsProof: 'sometimes', effects: ['money_out', 'owed_less'] },
      schema: {
        operationId: 'cancelMembership',
        summary: 'Cancel a membership by the rule of its type',
        description: [
          'The member is cancelled and the seat free in every event to come. What the rule gives back is taken off what is still to be paid,',
          'the last instalment first; what is left of it goes back as refunds of the orders that the membership was bought and upgraded by.',
          'Nothing of the plan is charged any more, and its card or mandate is given up. What is owed beyond what the rule gives back stays',
          'owed, unless owed says otherwise; writing it off asks for the scope debts:manage too. The buyer is told by mail. A term that is',
          'bought for later stays, and is shown from now on.',
        ].join(' '),
        tags: ['Members'],
        params: Input({ membership_member_id: Id() }),
        body: Body,
        response: { 200: MembershipCancellation },
      },
    },
    (request, reply) => {
      const { orgId, params, body } = request
      const { membership_member_id: memberId } = params
      const call = { ...deps, orgId, request, reply }
      const { reason = null } = body
      const isWrittenOff = body.owed === 'write_off'
      requireRightToWriteOff(request, isWrittenOff)
      const cancel = async (tx: Tx) => {
        const { clock } = deps
        const now = clock(orgId)
        await lockMemberDebts(orgId, tx, memberId)
        const locked = await lockOrdersOf(orgId, tx, memberId)
        const rule = await findCancellationRule(orgId, tx, now, memberId)
        if (!rule) throw new ApiError('resource_missing')
        const bought = await findBoughtBy(orgId, tx, memberId)
        const returned = returnedOf(rule, bought, now)
        const minor = returned.reduce((sum, { cancelledMinor, refundMinor }) => sum + cancelledMinor + refundMinor, 0)
        const by = { orgId, tx, clock, actor: actorOf(request), reason }
        await requireRefundProof(orgId, tx, deps, request.principal, minor)
        const refundIds: number[] = []
        for (const one of returned) refundIds.push(...(await giveBack(by, memberId, locked, one)))
        await updateRow(members, by, memberId, (member) => endOnce(by, member), 'cancelled')
        const owed = isWrittenOff ? await lockOwedForTerm(orgId, tx, memberId) : []
        requireUncollected(owed)
        const writtenOffMinor = sumOfOwed(owed)
        await requireRefundProof(orgId, tx, deps, request.principal, writtenOffMinor)
        await writeOffOwed(by, owed, { reason: reason ?? WRITTEN_OFF, actorName: by.actor.name ?? null })
        await beginNextTerm(by, memberId)
        return toMembershipCancellation(memberId, rule, bought, returned, { refundIds, writtenOffMinor })
      }
      return changeThen(call, cancel, async (done, again) => {
        for (const id of done.refund_ids) await carryOutRefund(deps, orgId, id, { again })
        return done
      })
    },
  )

type By = { orgId: OrgId; tx: Tx; clock: Clock; actor: Actor; reason: string | null }

const endOnce = (by: By, member: Parameters<typeof endMembership>[1]) => {
  statusColumn(member, 'cancel')
  return endMembership(by, member)
}

/** Orders before members, as all who change both do; in the order of their ids. */
async function lockOrdersOf(orgId: OrgId, tx: Tx, memberId: number): Promise<Map<number, PaidOrder>> {
  const locked = new Map<number, PaidOrder>()
  for (const { orderId } of await findBoughtBy(orgId, tx, memberId)) {
    locked.set(orderId, await lockPaidOrder(orgId, tx, String(orderId)))
  }
  return locked
}

/** What is given back of one order: debts of this member's plan alone, and no more money than is left of what was paid. */
async function giveBack(
  by: By,
  memberId: number,
  locked: ReadonlyMap<number, PaidOrder>,
  { orderId, cancelledMinor, refundMinor }: Returned,
): Promise<number[]> {
  const order = locked.get(orderId)
  if (!order) throw new ApiError('state_conflict', { message: 'The membership was changed meanwhile. Try again.' })
  if (cancelledMinor + refundMinor === 0) return []
  const { orgId, tx, reason } = by
  const planIds = await findPlanIds(orgId, tx, orderId, memberId)
  const openDebts = order.openDebts.filter(
    ({ membership_plan_id: planId }) => planId !== null && planIds.includes(planId),
  )
  const leftMinor = order.leftMinor + order.credit.leftMinor
  const free = openDebts.reduce((sum, { open_minor, attempted_minor }) => sum + open_minor - attempted_minor, 0)
  if (cancelledMinor > free || refundMinor > leftMinor) {
    throw new ApiError('state_conflict', {
      message: 'It is just being paid, or was refunded already. Look at its order.',
    })
  }
  const live = await lockLiveTickets(orgId, tx, orderId)
  const { parts, creditMinor } = splitRefund(order, refundMinor)
  const decided = { parts, creditMinor, refundedMinor: refundMinor, cancelledMinor, ticketIds: [] }
  return writeRefund(by, { ...order, openDebts }, live, decided, { reason, memberId })
}

const findPlanIds = async (orgId: OrgId, tx: Tx, orderId: number, memberId: number): Promise<number[]> => {
  const rows = await tx<{ membership_plan_id: number }[]>`
    select membership_plan_id
    from membership_plans
    where org_id = ${orgId}
      and order_id = ${orderId}
      and membership_member_id = ${memberId}`
  return rows.map(({ membership_plan_id }) => membership_plan_id)
}
