import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import {
  findBoughtBy,
  findCancellationRule,
  MembershipCancellation,
  returnedOf,
  toMembershipCancellation,
} from './membership-cancellation.ts'

export const retrieveMembershipCancellation: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/manage/members/:membership_member_id/cancellation',
    {
      config: { scope: 'members:manage' },
      schema: {
        operationId: 'retrieveMembershipCancellation',
        summary: 'Retrieve what cancelling a membership would give back',
        description: 'By the rule of its type, as of now. Nothing is changed by asking.',
        tags: ['Members'],
        params: Input({ membership_member_id: Id() }),
        response: { 200: MembershipCancellation },
      },
    },
    async ({ orgId, params: { membership_member_id: memberId } }) => {
      const now = clock(orgId)
      const rule = await findCancellationRule(orgId, sql, now, memberId)
      if (!rule) throw new ApiError('resource_missing')
      const bought = await findBoughtBy(orgId, sql, memberId)
      return toMembershipCancellation(memberId, rule, bought, returnedOf(rule, bought, now))
    },
  )
