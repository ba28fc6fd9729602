import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { decodeCursor, keysetPage } from '../../platform/http/cursor.ts'
import { Cursor, fromMicroseconds, microseconds, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input, OneOf, Text, UnixSeconds } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { type DeliveryRow, type DocumentDeliveryStatus, deliveryColumn, deliveryStatuses } from './delivery.ts'
import { Document, DocumentRow, documentColumns, toDocument } from './document.ts'
import { documentKinds } from './document-series.ts'

const PATH = '/v1/manage/documents'

const filters = {
  kind: Type.Optional(OneOf([...documentKinds])),
  order_id: Type.Optional(Id({ description: 'only those of this order' })),
  number: Type.Optional(Text(40, { description: 'only the one of this number, as it is printed' })),
  delivery_status: Type.Optional(
    OneOf([...deliveryStatuses], { description: 'only those that go to their buyer by Peppol, and are so far' }),
  ),
  unix_start: Type.Optional(UnixSeconds({ description: 'only those issued at this Unix time or after' })),
  unix_end: Type.Optional(UnixSeconds({ description: 'only those issued before this Unix time' })),
}
const Query = Input({ limit: Limit(100, 20), cursor: Cursor, ...filters })
const Filters = Input(filters)

export const listDocuments: Operation = (app, { sql }) =>
  app.get(
    PATH,
    {
      config: { scope: 'documents:manage' },
      schema: {
        operationId: 'listDocuments',
        summary: 'List documents',
        description: 'Invoices, receipts and credit notes, the latest first.',
        tags: ['Documents'],
        querystring: Query,
        response: { 200: ListOf('documents', Document, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, query }) => {
      const { limit, cursor, ...wanted } = query
      const bound = { list: 'documents', ...wanted }
      const after = cursor === undefined ? undefined : decodeCursor(cursor, bound, ['number', 'number'])
      const rows = await findListed(orgId, sql, wanted, limit + 1, after as Position | undefined)
      const page = keysetPage(rows, limit, bound, (row) => [row.microseconds, row.document_id])
      return {
        object: 'documents',
        url: PATH,
        has_more: page.has_more,
        next_cursor: page.next_cursor,
        data: page.page.map(toDocument),
      }
    },
  )

type Position = [issuedAt: number, documentId: number]
export const ListedDocumentRow = Type.Object({ ...DocumentRow.properties, microseconds: Type.Integer() })

export const DeliveredDocumentRow = Type.Object({
  ...ListedDocumentRow.properties,
  delivery: Type.Unsafe<DeliveryRow | null>({ type: ['object', 'null'] }),
})
type DeliveredDocumentRow = Static<typeof DeliveredDocumentRow>

const findListed = (orgId: OrgId, sql: Db, q: Static<typeof Filters>, most: number, after?: Position) =>
  sql<DeliveredDocumentRow[]>`
    select ${documentColumns(sql)}, ${deliveryColumn(orgId, sql)}, ${microseconds(sql, 'issued_at')} as microseconds
    from documents
    where org_id = ${orgId}
      ${when(sql, q.kind, (kind) => sql`and kind = ${kind}`)}
      ${when(sql, q.order_id, (id) => sql`and order_id = ${id}`)}
      ${when(sql, q.number, (label) => sql`and label = ${label}`)}
      ${when(sql, q.delivery_status, (status) => isDelivered(orgId, sql, status))}
      ${when(sql, q.unix_start, (unix) => sql`and issued_at >= to_timestamp(${unix})`)}
      ${when(sql, q.unix_end, (unix) => sql`and issued_at < to_timestamp(${unix})`)}
      ${when(sql, after, ([at, id]) => sql`and (issued_at, document_id) < (${fromMicroseconds(sql, at)}, ${id})`)}
    order by issued_at desc, document_id desc
    limit ${most}`.freshPlan()

const isDelivered = (orgId: OrgId, sql: Db, status: DocumentDeliveryStatus) => sql`and exists (
        select 1
        from document_deliveries v
        where v.org_id = ${orgId}
          and v.document_id = documents.document_id
          and v.delivery_status = ${status}
      )`
