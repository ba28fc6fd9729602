import { decodeCursor, keysetPage } from '../../platform/http/cursor.ts'
import { Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { when } from '../../platform/postgres/database.ts'
import { BankStatement, selectBankStatements, toBankStatement } from './bank-statement.ts'

const PATH = '/v1/manage/bank_statements'

export const listBankStatements: Operation = (app, { sql }) =>
  app.get(
    PATH,
    {
      config: { scope: 'debts:manage' },
      schema: {
        operationId: 'listBankStatements',
        summary: 'List bank statements',
        description: 'Those that were imported, the latest first, with what became of their lines.',
        tags: ['Bank'],
        querystring: Input({ limit: Limit(100, 20), cursor: Cursor }),
        response: { 200: ListOf('bank_statements', BankStatement, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, query: { limit, cursor } }) => {
      const bound = { list: 'bank_statements' }
      const after = cursor === undefined ? undefined : decodeCursor(cursor, bound, ['number'])
      const rows = await sql<Parameters<typeof toBankStatement>[0][]>`
        ${selectBankStatements(sql, orgId)}
        where s.org_id = ${orgId}
          ${when(sql, after?.[0], (id) => sql`and s.bank_statement_id < ${id}`)}
        order by s.bank_statement_id desc
        limit ${limit + 1}`
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.bank_statement_id])
      return { object: 'bank_statements', url: PATH, has_more, next_cursor, data: page.map(toBankStatement) }
    },
  )
