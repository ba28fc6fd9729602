import { Type } from 'typebox'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { afterInTime, Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { when } from '../../platform/postgres/database.ts'
import { selectReceipts, TillReceipt, type TillReceiptRow, toReceipt } from './till-receipt.ts'

const path = '/v1/manage/till_receipts'
const byTime = { table: 'till_receipts', id: 'till_receipt_id', order: 'newest first' } as const

export const listTillReceipts: Operation = (app, { sql }) =>
  app.get(
    path,
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'listTillReceipts',
        summary: 'List receipts of counters',
        description: 'What happened at counters, the latest first, as it was rounded and signed.',
        tags: ['Box office'],
        querystring: Input({
          limit: Limit(100, 20),
          cursor: Cursor,
          till_id: Type.Optional(Id({ description: 'only those of this till' })),
          order_id: Type.Optional(Id({ description: 'only those of this order' })),
        }),
        response: { 200: ListOf('till_receipts', TillReceipt, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, query }) => {
      const { limit, cursor, ...wanted } = query
      const bound = { list: 'till_receipts', ...wanted }
      const rows = await sql<TillReceiptRow[]>`
        ${selectReceipts(orgId, sql)}
        where t.org_id = ${orgId}
          ${when(sql, wanted.till_id, (id) => sql`and t.till_id = ${id}`)}
          ${when(sql, wanted.order_id, (id) => sql`and t.order_id = ${id}`)}
          ${when(sql, idInCursor(cursor, bound), (id) => sql`and ${afterInTime(sql, { ...byTime, orgId }, id)}`)}
        order by t.created_at desc, t.till_receipt_id desc
        limit ${limit + 1}`
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, ({ till_receipt_id }) => [till_receipt_id])
      return { object: 'till_receipts', url: path, has_more, next_cursor, data: page.map(toReceipt) }
    },
  )
