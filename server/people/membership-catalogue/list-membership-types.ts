import type { OrgId } from '../../access/principal.ts'
import { ListOf, pageOf } from '../../platform/http/lists.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { MembershipType, type MembershipTypeRow, selectMembershipTypes, toMembershipType } from './membership-type.ts'
import { LISTED_MAX } from './values.ts'

export const listMembershipTypes: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/membership_types',
    {
      config: { scope: 'memberships:read' },
      schema: {
        operationId: 'listMembershipTypes',
        summary: 'List all membership types',
        description: 'In the order of `order_by`, whatever their `status`.',
        tags: ['Membership catalogue'],
        response: { 200: ListOf('membership_types', MembershipType) },
      },
    },
    async ({ orgId }) => {
      const { has_more, page } = pageOf([...(await findMembershipTypes(orgId, sql, clock(orgId)))], LISTED_MAX)
      return { object: 'membership_types', url: '/v1/membership_types', has_more, data: page.map(toMembershipType) }
    },
  )

export const findMembershipTypes = (orgId: OrgId, sql: Db, now: Date) => sql<MembershipTypeRow[]>`
  ${selectMembershipTypes(sql, now, orgId)}
  where t.org_id = ${orgId}
  order by t.order_by, t.membership_type_id
  limit ${LISTED_MAX + 1}`
