import { Type } from 'typebox'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { when } from '../../platform/postgres/database.ts'
import { MembershipRenewal, type RenewalRow, renewalStatuses, renewals } from './renewal.ts'

const Query = Input({
  limit: Limit(100, 20),
  cursor: Cursor,
  membership_member_id: Type.Optional(Id({ description: 'only those of this member' })),
  status: Type.Optional(OneOf([...renewalStatuses])),
})

export const listMembershipRenewals: Operation = (app, { sql, clock }) =>
  app.get(
    renewals.listPath,
    {
      config: { scope: 'members:manage' },
      schema: {
        operationId: 'listMembershipRenewals',
        summary: 'List memberships that renew by themselves',
        description:
          'From the notice on, the newest first: what was announced, what was made of it, and why some could not be.',
        tags: [renewals.tag],
        querystring: Query,
        response: { 200: ListOf(renewals.object, MembershipRenewal, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, query }) => {
      const { limit, cursor, ...filters } = query
      const now = clock(orgId)
      const bound = { list: renewals.object, ...filters }
      const before = idInCursor(cursor, bound)
      const rows = await sql<RenewalRow[]>`
        ${renewals.select(sql, now, orgId)}
        where t.org_id = ${orgId}
          ${when(sql, filters.membership_member_id, (id) => sql`and t.membership_member_id = ${id}`)}
          ${when(sql, filters.status, (status) => sql`and t.renewal_status = ${status}`)}
          ${when(sql, before, (id) => sql`and t.membership_renewal_id < ${id}`)}
        order by t.membership_renewal_id desc
        limit ${limit + 1}`.freshPlan()
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.membership_renewal_id])
      return {
        object: renewals.object,
        url: renewals.listPath,
        has_more,
        next_cursor,
        data: page.map((row) => renewals.toItem(row, now)),
      }
    },
  )
