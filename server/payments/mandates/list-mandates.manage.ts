import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Mandate, type MandateRow, mandateSchemes, mandateStatuses, mandates } from '../../people/mandates/mandate.ts'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'

const Query = Input({
  limit: Limit(100, 20),
  cursor: Cursor,
  user_id: Type.Optional(Id({ description: 'only those of this customer' })),
  membership_member_id: Type.Optional(
    Id({ description: 'only those by which a plan of this member, or their renewal, is debited' }),
  ),
  order_id: Type.Optional(Id({ description: 'only those by which this order is, or was, debited' })),
  status: Type.Optional(OneOf([...mandateStatuses])),
  scheme: Type.Optional(OneOf([...mandateSchemes])),
})

export const listMandates: Operation = (app, { sql, clock }) =>
  app.get(
    mandates.listPath,
    {
      config: { scope: 'debts:manage' },
      schema: {
        operationId: 'listMandates',
        summary: 'List mandates',
        description: 'What fans have given leave to debit, the newest first; those that have ended too.',
        tags: [mandates.tag],
        querystring: Query,
        response: { 200: ListOf(mandates.object, Mandate, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, query }) => {
      const { limit, cursor, ...filters } = query
      const now = clock(orgId)
      const bound = { list: mandates.object, ...filters }
      const before = idInCursor(cursor, bound)
      const rows = await sql<MandateRow[]>`
        ${mandates.select(sql, now, orgId)}
        where t.org_id = ${orgId}
          ${when(sql, filters.user_id, (id) => sql`and t.user_id = ${id}`)}
          ${when(sql, filters.membership_member_id, (id) => sql`and t.mandate_id in (${ofMember(orgId, sql, id)})`)}
          ${when(sql, filters.order_id, (id) => sql`and t.mandate_id in (${ofOrder(orgId, sql, id)})`)}
          ${when(sql, filters.status, (status) => sql`and t.mandate_status = ${status}`)}
          ${when(sql, filters.scheme, (scheme) => sql`and t.scheme = ${scheme}`)}
          ${when(sql, before, (id) => sql`and t.mandate_id < ${id}`)}
        order by t.mandate_id desc
        limit ${limit + 1}`.freshPlan()
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.mandate_id])
      return {
        object: mandates.object,
        url: mandates.listPath,
        has_more,
        next_cursor,
        data: page.map((row) => mandates.toItem(row, now)),
      }
    },
  )

const ofMember = (orgId: OrgId, sql: Db, memberId: number) => sql`
            select k.mandate_id
            from membership_plans p
            join mandates k on k.org_id = ${orgId} and k.payment_means_id = p.payment_means_id
            where p.org_id = ${orgId}
              and p.membership_member_id = ${memberId}
            union all
            select k.mandate_id
            from members m
            join mandates k on k.org_id = ${orgId} and k.payment_means_id = m.renewal_means_id
            where m.org_id = ${orgId}
              and m.membership_member_id = ${memberId}`

/** By what was debited, and by what its plans are going to be. */
const ofOrder = (orgId: OrgId, sql: Db, orderId: number) => sql`
            select q.mandate_id
            from debts d
            join payment_debts x on x.org_id = ${orgId} and x.debt_id = d.debt_id
            join payments q on q.org_id = ${orgId} and q.payment_id = x.payment_id and q.mandate_id is not null
            where d.org_id = ${orgId}
              and d.order_id = ${orderId}
            union all
            select k.mandate_id
            from membership_plans p
            join mandates k on k.org_id = ${orgId} and k.payment_means_id = p.payment_means_id
            where p.org_id = ${orgId}
              and p.order_id = ${orderId}`
