import { type Static, Type } from 'typebox'
import { Document, type StoredDocument } from '../../papers/documents/document.ts'
import { isEInvoice } from '../../papers/documents/document-files.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import type { SecretHolder } from '../../tickets/orders/order-secret.ts'

const { document_id, kind, number, currency, total, issued } = Document.properties

/** More than an order ever has but by hundreds of refunds; staff have them all. */
const DOCUMENTS_MAX = 50

export const PageDocument = Type.Object(
  {
    document_id,
    kind,
    number,
    currency,
    total,
    issued,
    e_invoice: Type.Boolean({ description: 'whether the document has an e-invoice (XML); a receipt has none' }),
  },
  { title: 'PageDocument' },
)
export type PageDocument = Static<typeof PageDocument>

type PageDocumentRow = StoredDocument & { document_id: number; currency: string; total_minor: number }

/** What was issued to the buyer. A holder who was passed a ticket has bought nothing. */
export async function findPageDocuments({ orgId, orderId, ticketId }: SecretHolder, sql: Db): Promise<PageDocument[]> {
  if (ticketId !== null) return []
  const rows = await sql<PageDocumentRow[]>`
    select document_id, kind, label, issued_at, content, currency, total_minor
    from documents
    where org_id = ${orgId}
      and order_id = ${orderId}
    order by document_id
    limit ${DOCUMENTS_MAX}`
  return rows.map((row) => ({
    document_id: row.document_id,
    kind: row.kind,
    number: row.label,
    currency: row.currency,
    total: toMajor(row.total_minor, row.currency),
    issued: unixSeconds(row.issued_at),
    e_invoice: isEInvoice(row),
  }))
}

/** One of the buyer's; that of another order is not there. */
export async function requirePageDocument(
  { orgId, orderId, ticketId }: SecretHolder,
  sql: Db,
  documentId: number,
): Promise<StoredDocument> {
  if (ticketId !== null) throw new ApiError('resource_missing')
  const [document] = await sql<StoredDocument[]>`
    select kind, label, issued_at, content
    from documents
    where org_id = ${orgId}
      and order_id = ${orderId}
      and document_id = ${documentId}`
  if (!document) throw new ApiError('resource_missing')
  return document
}
