import { Type } from 'typebox'
import { actorOf } from '../../access/audit/record.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { endMembership } from '../../people/members/end-membership.ts'
import { members } from '../../people/members/member-resource.ts'
import { statusColumn } from '../../people/members/member-status-column.ts'
import { Id, Input, Nullable, Paragraphs } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { inChange, updateRow } from '../../resources/change-row.ts'
import { lockMemberDebts } from '../ledger/lock-member-debts.ts'
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

const Body = Input({ owed: OwedAfterEnd, reason: Type.Optional(Nullable(Paragraphs(500))) })

export const cancelMember: Operation<SessionDeps> = (app, deps) =>
  app.post(
    `${members.itemPath}/cancel`,
    {
      config: { scope: 'members:manage', needsProof: 'sometimes', effects: ['owed_less'] },
      schema: {
        operationId: 'cancelMember',
        summary: 'Cancel a member',
        description: [
          'The seat is free for others from now on, in every event to come; who had it stays on record, for a reinstatement. Nothing of',
          'the plan is charged any more, its card or mandate is given up, and the buyer is told by mail. A payment that is under way comes',
          'to its end. What is still owed stays owed, unless owed says otherwise; writing it off asks for the scope debts:manage too.',
        ].join(' '),
        tags: [members.tag],
        params: Input({ membership_member_id: Id() }),
        body: Body,
        response: { 200: members.schema },
      },
    },
    (request, reply) =>
      inChange(members, deps, request, reply, async (at) => {
        const { params, principal, body } = request
        const { orgId, tx } = at
        const { membership_member_id: memberId } = params
        const isWrittenOff = body.owed === 'write_off'
        requireRightToWriteOff(request, isWrittenOff)
        await lockMemberDebts(orgId, tx, memberId)
        const cancelled = await updateRow(
          members,
          at,
          memberId,
          (member) => {
            statusColumn(member, 'cancel')
            return endMembership(at, member)
          },
          'cancelled',
        )
        if (!isWrittenOff) return cancelled
        const owed = await lockOwedForTerm(orgId, tx, memberId)
        requireUncollected(owed)
        await requireRefundProof(orgId, tx, deps, principal, sumOfOwed(owed))
        const { name: actorName = null } = actorOf(request)
        await writeOffOwed(at, owed, { reason: body.reason ?? WRITTEN_OFF, actorName })
        return cancelled
      }),
  )
