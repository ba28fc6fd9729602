import { Type } from 'typebox'
import { decodeCursor, keysetPage } from '../../platform/http/cursor.ts'
import { Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { when } from '../../platform/postgres/database.ts'
import { BankLine, type BankLineRow, bankLineColumns, bankLineStatuses, toBankLine } from './bank-line.ts'

const PATH = '/v1/manage/bank_lines'
const Query = Input({
  limit: Limit(100, 20),
  cursor: Cursor,
  status: Type.Optional(OneOf([...bankLineStatuses])),
  bank_statement_id: Type.Optional(Id({ description: 'only those that came with this file' })),
  order_id: Type.Optional(Id({ description: 'only those that were booked to, or name, this order' })),
})

export const listBankLines: Operation = (app, { sql }) =>
  app.get(
    PATH,
    {
      config: { scope: 'debts:manage' },
      schema: {
        operationId: 'listBankLines',
        summary: 'List bank lines',
        description: 'What has come and gone, as the bank’s statements say, the latest first.',
        tags: ['Bank'],
        querystring: Query,
        response: { 200: ListOf('bank_lines', BankLine, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, query }) => {
      const { limit, cursor, ...q } = query
      const bound = { list: 'bank_lines', ...q }
      const after = cursor === undefined ? undefined : decodeCursor(cursor, bound, ['number'])
      const rows = await sql<BankLineRow[]>`
        select ${bankLineColumns(sql)}
        from bank_lines
        where org_id = ${orgId}
          ${when(sql, q.status, (status) => sql`and line_status = ${status}`)}
          ${when(sql, q.bank_statement_id, (id) => sql`and bank_statement_id = ${id}`)}
          ${when(sql, q.order_id, (id) => sql`and order_id = ${id}`)}
          ${when(sql, after?.[0], (id) => sql`and bank_line_id < ${id}`)}
        order by bank_line_id desc
        limit ${limit + 1}`.freshPlan()
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.bank_line_id])
      return { object: 'bank_lines', url: PATH, has_more, next_cursor, data: page.map(toBankLine) }
    },
  )
