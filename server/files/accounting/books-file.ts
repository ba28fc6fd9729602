import type { Static } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { documentColumns } from '../../papers/documents/document.ts'
import { drawDocument } from '../../papers/documents/draw-document.ts'
import type { ListedDocumentRow } from '../../papers/documents/list-documents.manage.ts'
import type { DocumentContent } from '../../papers/documents/write-document.ts'
import { checkInvoice } from '../../platform/e-invoice/check-invoice.ts'
import { writeUbl } from '../../platform/e-invoice/write-ubl.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { fileName } from '../../platform/http/file-name.ts'
import { fromMicroseconds, microseconds } from '../../platform/http/keyset.ts'
import type { Typefaces } from '../../platform/pdf/typefaces.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import { csvLine } from '../../platform/values/csv.ts'
import { toMajor } from '../../platform/values/money.ts'
import { type ZipEntry, zipFile } from '../../platform/values/zip.ts'
import type { AccountingSettings } from '../exports/accounting-settings.ts'
import { csvFile } from '../exports/csv-file.ts'
import { ledgerFile } from '../exports/ledger-file.ts'
import type { WantedMovements } from '../exports/ledger-movements.ts'
import { sumByRate, toReportRow } from '../exports/retrieve-tax-report.manage.ts'
import { datevFile, requireDatev } from './datev-file.ts'

type BooksDeps = { sql: Sql; typefaces: Typefaces }

const DOCUMENTS_A_PAGE = 50

/** All that an accountant wants of some days, as one archive. */
export const booksFile = (deps: BooksDeps, orgId: OrgId, wanted: WantedMovements, settings: AccountingSettings) =>
  zipFile(entriesOf(deps, orgId, wanted, settings))

async function* entriesOf(
  deps: BooksDeps,
  orgId: OrgId,
  wanted: WantedMovements,
  settings: AccountingSettings,
): AsyncGenerator<ZipEntry> {
  const { sql } = deps
  const at = wanted.until
  yield { name: 'ledger.csv', at, content: ledgerFile(orgId, sql, wanted) }
  if (isForDatev(settings))
    yield {
      name: 'EXTF_Buchungsstapel.csv',
      at,
      content: datevFile(orgId, sql, { ...wanted, currency: undefined }, settings),
    }
  yield { name: 'tax.csv', at, content: await taxFile(orgId, sql, wanted) }
  yield { name: 'documents.csv', at, content: documentsFile(orgId, sql, wanted) }
  yield* documentEntries(deps, orgId, wanted)
}

function isForDatev(settings: AccountingSettings): boolean {
  try {
    return requireDatev(settings) !== null
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

const TAX_COLUMNS = [
  ...(['tax_rate_id', 'title', 'kind', 'percentage', 'currency', 'sold', 'sold_tax'] as const),
  ...(['returned', 'returned_tax', 'net', 'tax'] as const),
]

async function taxFile(orgId: OrgId, sql: Sql, wanted: WantedMovements): Promise<Buffer> {
  const rows = (await sql.readLong((tx) => sumByRate(orgId, tx, wanted))).map(toReportRow)
  const lines = rows.map((row) => csvLine(TAX_COLUMNS.map((column) => row[column])))
  return Buffer.from(csvLine([...TAX_COLUMNS]) + lines.join(''))
}

const DOCUMENT_COLUMNS = ['number', 'kind', 'issued', 'order_id', 'name', 'currency', 'net', 'tax', 'total', 'file']

const documentsFile = (orgId: OrgId, sql: Sql, wanted: WantedMovements) =>
  csvFile<DocumentRow>(sql, {
    columns: DOCUMENT_COLUMNS,
    page: (db, after, most) => findIssued(orgId, db, wanted, after, most),
    cells: (row) => ({
      number: row.label,
      kind: row.kind,
      issued: row.issued_at.toISOString(),
      order_id: row.order_id,
      name: row.name,
      currency: row.currency,
      net: toMajor(row.net_minor, row.currency),
      tax: toMajor(row.tax_minor, row.currency),
      total: toMajor(row.total_minor, row.currency),
      file: `documents/${fileName(row.label)}.pdf`,
    }),
  })

async function* documentEntries({ sql, typefaces }: BooksDeps, orgId: OrgId, wanted: WantedMovements) {
  let after: FiledDocument | undefined
  do {
    const rows: FiledDocument[] = await sql.readLong((tx) => findFiled(orgId, tx, wanted, after, DOCUMENTS_A_PAGE))
    for (const { kind, label, issued_at: issuedAt, content } of rows) {
      const name = `documents/${fileName(label)}`
      const pdf = await drawDocument(typefaces, { kind, label, issuedAt, content })
      yield { name: `${name}.pdf`, at: issuedAt, content: pdf, isCompressed: true }
      // One that breaks a rule of the standard would be refused by every program that reads it; its PDF says the same.
      if (kind !== 'receipt' && checkInvoice(content.invoice).length === 0)
        yield { name: `${name}.xml`, at: issuedAt, content: Buffer.from(writeUbl(content.invoice)) }
    }
    after = rows.length < DOCUMENTS_A_PAGE ? undefined : rows.at(-1)
  } while (after)
}

type DocumentRow = Static<typeof ListedDocumentRow>
type FiledDocument = DocumentRow & { content: DocumentContent }

const issuedWithin = (orgId: OrgId, sql: Db, { from, until }: WantedMovements, after: DocumentRow | undefined) => sql`
  from documents
  where org_id = ${orgId}
    and issued_at >= ${from}
    and issued_at < ${until}
    ${after ? sql`and (issued_at, document_id) > (${fromMicroseconds(sql, after.microseconds)}, ${after.document_id})` : sql``}
  order by issued_at, document_id`

const findIssued = (orgId: OrgId, sql: Db, wanted: WantedMovements, after: DocumentRow | undefined, most: number) =>
  sql<DocumentRow[]>`
    select ${documentColumns(sql)}, ${microseconds(sql, 'issued_at')} as microseconds
    ${issuedWithin(orgId, sql, wanted, after)}
    limit ${most}`

const findFiled = (orgId: OrgId, sql: Db, wanted: WantedMovements, after: FiledDocument | undefined, most: number) =>
  sql<FiledDocument[]>`
    select ${documentColumns(sql)}, ${microseconds(sql, 'issued_at')} as microseconds, content
    ${issuedWithin(orgId, sql, wanted, after)}
    limit ${most}`
