import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { OneOf } from '../../platform/http/schema.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'

export const documentKinds = ['invoice', 'receipt', 'credit_note'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const DocumentSeries = Type.Object(
  {
    document_series_id: Type.Integer(),
    kind: OneOf([...documentKinds]),
    prefix: Type.String({ description: 'what stands before each number' }),
    first_number: Type.Integer(),
    next_number: Type.Integer({ description: 'what the next document gets; there is no gap before it' }),
    current: Type.Boolean({ description: 'new documents of its kind are of it' }),
    created: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'DocumentSeries' },
)

export const DocumentSeriesRow = Type.Object({
  document_series_id: Type.Integer(),
  kind: Type.Unsafe<DocumentKind>({ type: 'string' }),
  prefix: Type.String(),
  first_number: Type.Integer(),
  next_number: Type.Integer(),
  is_current: Type.Boolean(),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type DocumentSeriesRow = Static<typeof DocumentSeriesRow>

export const seriesColumns = (sql: Db) =>
  sql`document_series_id, kind, prefix, first_number, next_number, is_current, created_at`

export const toSeries = (row: DocumentSeriesRow) =>
  ({
    document_series_id: row.document_series_id,
    kind: row.kind,
    prefix: row.prefix,
    first_number: row.first_number,
    next_number: row.next_number,
    current: row.is_current,
    created: unixSeconds(row.created_at),
  }) satisfies Static<typeof DocumentSeries>

/** What new series are called until staff begin one of their own; different letters, since a number belongs to one document. */
const usualPrefixes: Record<DocumentKind, string> = { invoice: 'INV-', receipt: 'REC-', credit_note: 'CN-' }

const DIGITS = 5
export const labelOf = ({ prefix }: Pick<DocumentSeriesRow, 'prefix'>, number: number): string =>
  `${prefix}${String(number).padStart(DIGITS, '0')}`

/**
 * The series that new documents are of, locked until the transaction ends: a transaction that draws numbers beside it waits, so that none is drawn
 * twice, and what is not committed leaves no gap. All three are locked in one order, which is what keeps two transactions from waiting for each other.
 */
export async function lockCurrentSeries(
  orgId: OrgId,
  tx: Tx,
  now: Date,
): Promise<Map<DocumentKind, DocumentSeriesRow>> {
  for (const kind of documentKinds) {
    await tx`
      insert into document_series (org_id, kind, prefix, next_number, created_at)
      select ${orgId}, ${kind}, ${usualPrefixes[kind]}, 1, ${now}
      where not exists (
        select 1
        from document_series
        where org_id = ${orgId}
          and kind = ${kind}
          and is_current
      )
      on conflict do nothing`
  }
  const rows = await tx<DocumentSeriesRow[]>`
    select ${seriesColumns(tx)}
    from document_series
    where org_id = ${orgId}
      and is_current
    order by kind
    for update`
  return new Map(rows.map((row) => [row.kind, row]))
}

export const advanceSeries = (orgId: OrgId, tx: Tx, seriesId: number, nextNumber: number) => tx`
  update document_series
  set next_number = ${nextNumber}
  where org_id = ${orgId}
    and document_series_id = ${seriesId}`
