import type { OrgId } from '../../access/principal.ts'
import { decodeCursor, keysetPage } from '../../platform/http/cursor.ts'
import { Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import {
  OperatorInvoice,
  type OperatorInvoiceRow,
  operatorInvoiceColumns,
  toOperatorInvoice,
} from './operator-invoice.ts'

const PATH = '/v1/manage/operator_invoices'

export const listOperatorInvoices: Operation = (app, { sql }) =>
  app.get(
    PATH,
    {
      config: { scope: 'figures:manage' },
      schema: {
        operationId: 'listOperatorInvoices',
        summary: 'List invoices of the operator',
        description:
          'For the operator_fee that the operator of the service keeps of payments, one a month and currency, the latest first.',
        tags: ['Payouts'],
        querystring: Input({ limit: Limit(100, 20), cursor: Cursor }),
        response: { 200: ListOf('operator_invoices', OperatorInvoice, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, query: { limit, cursor } }) => {
      const bound = { list: 'operator_invoices' }
      const [before] = cursor === undefined ? [] : decodeCursor(cursor, bound, ['number'])
      const rows = await findOperatorInvoices(orgId, sql, limit + 1, before === undefined ? undefined : Number(before))
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.operator_invoice_id])
      return { object: 'operator_invoices', url: PATH, has_more, next_cursor, data: page.map(toOperatorInvoice) }
    },
  )

const findOperatorInvoices = (orgId: OrgId, sql: Db, most: number, before: number | undefined) => sql<
  OperatorInvoiceRow[]
>`
  select ${operatorInvoiceColumns(sql)}
  from operator_invoices
  where org_id = ${orgId}
    ${when(sql, before, (id) => sql`and operator_invoice_id < ${id}`)}
  order by operator_invoice_id desc
  limit ${most}`
