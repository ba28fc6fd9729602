import type { OrgId } from '../../access/principal.ts'
import { ListOf, pageOf } from '../../platform/http/lists.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { catalogueStatus } from '../../programme/statuses.ts'
import {
  MembershipPaymentOption,
  type MembershipPaymentOptionRow,
  selectMembershipPaymentOptions,
  toMembershipPaymentOption,
} from './membership-payment-option.ts'
import { LISTED_MAX } from './values.ts'

export const listMembershipPaymentOptions: Operation = (app, { sql }) =>
  app.get(
    '/v1/membership_payment_options',
    {
      config: { scope: 'memberships:read' },
      schema: {
        operationId: 'listMembershipPaymentOptions',
        summary: 'List all active membership payment options',
        description: 'In the order of `order_by`.',
        tags: ['Membership catalogue'],
        response: { 200: ListOf('membership_payment_options', MembershipPaymentOption) },
      },
    },
    async ({ orgId }) => {
      const { has_more, page } = pageOf([...(await findMembershipPaymentOptions(orgId, sql))], LISTED_MAX)
      return {
        object: 'membership_payment_options',
        url: '/v1/membership_payment_options',
        has_more,
        data: page.map(toMembershipPaymentOption),
      }
    },
  )

export const findMembershipPaymentOptions = (orgId: OrgId, sql: Db) => sql<MembershipPaymentOptionRow[]>`
  ${selectMembershipPaymentOptions(sql)}
  where t.org_id = ${orgId}
    and t.status = ${catalogueStatus.active}
  order by t.order_by, t.membership_payment_option_id
  limit ${LISTED_MAX + 1}`
