import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { Credit, type CreditRow, toCredit } from '../ledger/credit.ts'

export const listCredits: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/credits',
    {
      config: { scope: 'debts:manage' },
      schema: {
        operationId: 'listCredits',
        summary: 'List credits of fans',
        description: 'Each fan has one in a currency. In the order of their ids.',
        tags: ['Debts'],
        querystring: Input({
          limit: Limit(100, 20),
          cursor: Cursor,
          user_id: Type.Optional(Id({ description: 'only those of this customer' })),
        }),
        response: { 200: ListOf('credits', Credit, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, query }) => {
      const { limit, cursor, user_id: userId } = query
      const bound = { list: 'credits', user_id: userId }
      const rows = await findCredits(orgId, sql, limit, userId, idInCursor(cursor, bound))
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.credit_account_id])
      return { object: 'credits', url: '/v1/manage/credits', has_more, next_cursor, data: page.map(toCredit) }
    },
  )

const findCredits = (
  orgId: OrgId,
  sql: Db,
  limit: number,
  userId: number | undefined,
  after: number | undefined,
) => sql<CreditRow[]>`
  select credit_account_id, user_id, currency, balance_minor, changed_at
  from credit_accounts
  where org_id = ${orgId}
    ${when(sql, userId, (id) => sql`and user_id = ${id}`)}
    ${when(sql, after, (id) => sql`and credit_account_id > ${id}`)}
  order by credit_account_id
  limit ${limit + 1}`
