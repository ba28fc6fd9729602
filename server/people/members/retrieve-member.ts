import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { memberColumns, membersAndSeats, TaggedMember, type TaggedMemberRow, toTaggedMember } from './member.ts'

const Params = Input({ membership_member_id: Id() })

export const retrieveMember: Operation = (app, { sql }) =>
  app.get(
    '/v1/members/:membership_member_id',
    {
      config: { scope: 'members:read' },
      schema: {
        operationId: 'retrieveMember',
        summary: 'Retrieve a member',
        description: 'The same fields as in the list, whatever the state of the membership.',
        tags: ['Members'],
        params: Params,
        response: { 200: TaggedMember },
      },
    },
    async ({ orgId, params }) => {
      const [row] = await findMember(orgId, sql, params.membership_member_id)
      if (!row) throw new ApiError('resource_missing')
      return toTaggedMember(row)
    },
  )

export const findMember = (orgId: OrgId, sql: Db, memberId: number) => sql<TaggedMemberRow[]>`
  select ${memberColumns(sql)}, t.tags
  from ${membersAndSeats(orgId, sql)}
  where t.org_id = ${orgId}
    and t.membership_member_id = ${memberId}`
