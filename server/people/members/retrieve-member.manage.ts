import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { TaggedMember, toTaggedMember } from './member.ts'
import { findMember } from './retrieve-member.ts'

export const retrieveManagedMember: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/members/:membership_member_id',
    {
      config: { scope: 'members:manage' },
      schema: {
        operationId: 'retrieveManagedMember',
        summary: 'Retrieve a member',
        description: 'As staff see it, whatever its state.',
        tags: ['Members'],
        params: Input({ membership_member_id: Id() }),
        response: { 200: TaggedMember },
      },
    },
    async ({ orgId, params }) => {
      const [row] = await findMember(orgId, sql, params.membership_member_id)
      if (!row) throw new ApiError('resource_missing')
      return toTaggedMember(row)
    },
  )
