import type { OrgId } from '../../access/principal.ts'
import { type Notice, noteMails } from '../../messages/mail/notices.ts'
import { invoiceTotals } from '../../platform/e-invoice/invoice.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { noteDeliveries } from './delivery.ts'
import { advanceSeries, type DocumentKind, labelOf, lockCurrentSeries } from './document-series.ts'
import type { SoldOrderRow } from './find-sold.ts'
import type { DocumentContent } from './write-document.ts'

/** A document that only lacks its number. */
export type Unnumbered = {
  kind: DocumentKind
  order: SoldOrderRow
  source: 'order' | 'refund' | 'failed_refund' | 'credit_entry' | 'debt_release'
  sourceId: number
  correctsId: number | null
  /** What it has to come to. */
  amountMinor: number
  write(number: string): DocumentContent
}

/** Draws a number for each from its series and writes them, in one transaction: what is lost with it leaves no gap. */
export async function storeNumbered(orgId: OrgId, tx: Tx, now: Date, documents: Unnumbered[]): Promise<number> {
  const series = await lockCurrentSeries(orgId, tx, now)
  const next = new Map([...series].map(([kind, row]) => [kind, row.next_number]))
  const rows = documents.map((document) => {
    const row = series.get(document.kind)
    if (!row) throw new Error(`no current series of ${document.kind}`)
    const number = next.get(document.kind) ?? row.next_number
    next.set(document.kind, number + 1)
    return documentRow(document, row.document_series_id, number, labelOf(row, number))
  })
  const issued = await insert(orgId, tx, now, rows)
  await noteIssued(orgId, tx, now, documents, issued)
  // Only e-invoices need the following look-ups.
  const isEInvoice = documents.some(({ kind }) => kind !== 'receipt')
  if (isEInvoice)
    await noteDeliveries(
      orgId,
      tx,
      now,
      issued.map(({ document_id }) => document_id),
    )
  for (const [kind, number] of next) {
    const row = series.get(kind)
    if (row && number > row.next_number) await advanceSeries(orgId, tx, row.document_series_id, number)
  }
  return rows.length
}

function documentRow(document: Unnumbered, seriesId: number, number: number, label: string) {
  const { kind, order, source, sourceId, correctsId, amountMinor } = document
  const content = document.write(label)
  const { netMinor, taxMinor, grossMinor } = invoiceTotals(content.invoice)
  if (grossMinor !== amountMinor) {
    throw new Error(`${source} ${sourceId}: its lines come to ${grossMinor}, it is of ${amountMinor}`)
  }
  return {
    document_series_id: seriesId,
    number,
    label,
    kind,
    order_id: order.order_id,
    source,
    source_id: sourceId,
    corrects_document_id: correctsId,
    currency: order.currency,
    net_minor: netMinor,
    tax_minor: taxMinor,
    total_minor: grossMinor,
    content,
  }
}

const insert = (orgId: OrgId, tx: Tx, now: Date, rows: ReturnType<typeof documentRow>[]) => tx<IssuedRow[]>`
  insert into documents (org_id, document_series_id, number, label, kind, order_id, source, source_id, corrects_document_id, currency, net_minor,
    tax_minor, total_minor, content, issued_at, created_at)
  select ${orgId}, n.document_series_id, n.number, n.label, n.kind, n.order_id, n.source, n.source_id, n.corrects_document_id, n.currency,
    n.net_minor, n.tax_minor, n.total_minor, n.content, ${now}, ${now}
  from rows from (json_to_recordset(${JSON.stringify(rows)}::json) as (
    document_series_id bigint, number bigint, label text, kind text, order_id bigint, source text, source_id bigint, corrects_document_id bigint,
    currency text, net_minor bigint, tax_minor bigint, total_minor bigint, content jsonb
  )) with ordinality as n
  order by n.ordinality
  returning document_id, source, source_id`
type IssuedRow = Pick<Unnumbered, 'source'> & { document_id: number; source_id: number }

/**
 * The buyer is mailed each of them once, by the transaction that issues it; but a receipt of tickets, which is on their page and would be one
 * mail more for every sale. They go after mails that are waited for.
 */
async function noteIssued(orgId: OrgId, tx: Tx, now: Date, documents: Unnumbered[], issued: IssuedRow[]) {
  const idOf = new Map(issued.map((row) => [`${row.source}/${row.source_id}`, row.document_id]))
  const notices = documents.flatMap(({ kind, order, source, sourceId }): Notice[] => {
    const documentId = idOf.get(`${source}/${sourceId}`)
    const isOnPageAlone = kind === 'receipt' && order.event_title !== null
    if (documentId === undefined || order.email_address === null || isOnPageAlone) return []
    const messageId = `document-${documentId}`
    return [{ kind: 'document_issued', orderId: order.order_id, aboutId: documentId, messageId }]
  })
  if (notices.length > 0) await noteMails(orgId, tx, now, notices, { mass: true })
}
