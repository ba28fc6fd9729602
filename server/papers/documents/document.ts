import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ContactField } from '../../platform/http/guarded-fields.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { type DeliveryRow, DocumentDelivery, toDelivery } from './delivery.ts'
import { type DocumentKind, documentKinds } from './document-series.ts'
import type { DocumentContent } from './write-document.ts'

const amount = (description: string) => Type.Number({ description })

/** An invoice, a receipt or a credit note that was issued. It is never changed. */
export const Document = Type.Object(
  {
    document_id: Type.Integer(),
    kind: OneOf([...documentKinds], {
      description: 'receipt: for a buyer who did not say for whom it is; credit_note: for what went back',
    }),
    number: Type.String({ description: 'as it is printed; without a gap in its series' }),
    document_series_id: Type.Integer(),
    order_id: Type.Integer(),
    corrects_document_id: Nullable(
      Type.Integer({
        description:
          'of a credit note the document that it corrects; of an invoice or a receipt the credit note that it takes back',
      }),
    ),
    name: ContactField({ description: 'whom it is for' }),
    currency: Type.String({ description: 'ISO 4217' }),
    net: amount('without tax, major unit of the currency'),
    tax: amount('of it'),
    total: amount('with tax; of a credit note what goes back'),
    issued: Type.Integer({ description: 'Unix seconds' }),
    delivery: Nullable(DocumentDelivery),
  },
  { title: 'Document' },
)

export const DocumentRow = Type.Object({
  document_id: Type.Integer(),
  kind: Type.Unsafe<DocumentKind>({ type: 'string' }),
  label: Type.String(),
  document_series_id: Type.Integer(),
  order_id: Type.Integer(),
  corrects_document_id: Nullable(Type.Integer()),
  name: Nullable(Type.String()),
  currency: Type.String(),
  net_minor: Type.Integer(),
  tax_minor: Type.Integer(),
  total_minor: Type.Integer(),
  issued_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type DocumentRow = Static<typeof DocumentRow>

export const documentColumns = (sql: Db) =>
  sql`document_id, kind, label, document_series_id, order_id, corrects_document_id, content #>> '{invoice,buyer,name}' as name, currency,
    net_minor, tax_minor, total_minor, issued_at`

export const toDocument = (row: DocumentRow & { delivery: DeliveryRow | null }) =>
  ({
    document_id: row.document_id,
    kind: row.kind,
    number: row.label,
    document_series_id: row.document_series_id,
    order_id: row.order_id,
    corrects_document_id: row.corrects_document_id,
    name: row.name ?? '',
    currency: row.currency,
    net: toMajor(row.net_minor, row.currency),
    tax: toMajor(row.tax_minor, row.currency),
    total: toMajor(row.total_minor, row.currency),
    issued: unixSeconds(row.issued_at),
    delivery: row.delivery === null ? null : toDelivery(row.delivery),
  }) satisfies Static<typeof Document>

export const findDocuments = (orgId: OrgId, sql: Db, orderId: number) => sql<DocumentRow[]>`
  select ${documentColumns(sql)}
  from documents
  where org_id = ${orgId}
    and order_id = ${orderId}
  order by document_id`

export type StoredDocument = { kind: DocumentKind; label: string; issued_at: Date; content: DocumentContent }

export const findStored = (orgId: OrgId, sql: Db, documentId: number) => sql<StoredDocument[]>`
  select kind, label, issued_at, content
  from documents
  where org_id = ${orgId}
    and document_id = ${documentId}`

/** Several at once, by their ids. */
export async function readStored(orgId: OrgId, sql: Db, documentIds: number[]): Promise<Map<number, StoredDocument>> {
  if (documentIds.length === 0) return new Map()
  const rows = await sql<(StoredDocument & { document_id: number })[]>`
    select document_id, kind, label, issued_at, content
    from documents
    where org_id = ${orgId}
      and document_id = any (${documentIds}::bigint[])`
  return new Map(rows.map(({ document_id, ...document }) => [document_id, document]))
}
