import type { OrgId } from '../../access/principal.ts'
import { ListOf, pageOf } from '../../platform/http/lists.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import {
  MembershipCategory,
  type MembershipCategoryRow,
  selectMembershipCategories,
  toMembershipCategory,
} from './membership-category.ts'
import { LISTED_MAX } from './values.ts'

export const listMembershipCategories: Operation = (app, { sql }) =>
  app.get(
    '/v1/membership_categories',
    {
      config: { scope: 'memberships:read' },
      schema: {
        operationId: 'listMembershipCategories',
        summary: 'List membership categories',
        description: 'In the order of `order_by`, whatever their `status`.',
        tags: ['Membership catalogue'],
        response: { 200: ListOf('membership_categories', MembershipCategory) },
      },
    },
    async ({ orgId }) => {
      const { has_more, page } = pageOf([...(await findMembershipCategories(orgId, sql))], LISTED_MAX)
      return {
        object: 'membership_categories',
        url: '/v1/membership_categories',
        has_more,
        data: page.map(toMembershipCategory),
      }
    },
  )

export const findMembershipCategories = (orgId: OrgId, sql: Db) => sql<MembershipCategoryRow[]>`
  ${selectMembershipCategories(sql)}
  where t.org_id = ${orgId}
  order by t.order_by, t.membership_category_id
  limit ${LISTED_MAX + 1}`
