import type { Readable } from 'node:stream'
import { Compile } from 'typebox/compile'
import { recordAs } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { coercerOf, type JsonSchema } from '../../platform/http/coerce.ts'
import { problemsOf } from '../../platform/http/input-problems.ts'
import { type CopyValue, copyRows } from '../../platform/postgres/copy.ts'
import { readBlocks } from '../../platform/postgres/cursor.ts'
import type { Sql, Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { type CsvRecord, readCsv } from '../../platform/values/csv.ts'
import { CsvFileError } from '../../platform/values/csv-error.ts'
import { type Importer, type ImportReport, PROBLEMS_MAX, type Rejection } from './importer.ts'

type Options = {
  orgId: OrgId
  sql: Sql
  clock: Clock
  file: Readable
  /** Import the good rows although others are bad; without it a single bad row leaves everything as it was. */
  skipBadRows: boolean
  /** Change whoever exists already; without it that is a bad row. */
  update?: boolean
  /** Called for the first hundred. */
  onRejected: (rejection: Rejection) => void
  onRows?: (count: number) => void
}

class Undo extends Error {}

/** Streams a file into a staging table and from there into its place, in one transaction and at flat memory. */
export async function importFile(importer: Importer, options: Options): Promise<ImportReport> {
  const report: ImportReport = { rows: 0, imported: 0, rejected: 0 }
  const reject = (rejection: Rejection) => {
    report.rejected += 1
    if (report.rejected <= PROBLEMS_MAX) options.onRejected(rejection)
  }
  try {
    await options.sql.plain.begin(async (tx) => {
      await stage(importer, options, tx, report, reject)
      await importer.lock?.(options.orgId, tx)
      if (options.update) report.updated = await updateExisting(importer, options, tx, reject)
      for (const query of importer.rejections(options.orgId, tx, options.clock)) {
        await readBlocks(query, 1000, (rows) => rows.forEach(reject))
      }
      refuseBadRows(report, options)
      await importer.complete?.(options.orgId, tx)
      await importer.beforeInsert?.(options.orgId, tx)
      for (const rejection of await importer.insert(options.orgId, tx, options.clock)) reject(rejection)
      refuseBadRows(report, options)
      report.imported = report.rows - report.rejected
      await recordAs(
        tx,
        options.clock,
        { orgId: options.orgId, kind: 'cli', id: null, requestId: null },
        {
          action: `${importer.object}.imported`,
          objectType: importer.object,
          objectId: 'file',
          after: { ...report },
        },
      )
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
  }
  return report
}

async function updateExisting(
  importer: Importer,
  { orgId, clock }: Options,
  tx: Tx,
  reject: (rejection: Rejection) => void,
): Promise<number> {
  const { rejections, apply } = importer.updates(orgId, tx, clock)
  for (const query of rejections) await readBlocks(query, 1000, (rows) => rows.forEach(reject))
  const { count } = await apply
  return count
}

function refuseBadRows({ rejected }: ImportReport, { skipBadRows }: Options): void {
  if (rejected > 0 && !skipBadRows) throw new Undo()
}

async function stage(
  importer: Importer,
  { file, clock, onRows, skipBadRows }: Options,
  tx: Tx,
  report: ImportReport,
  reject: (rejection: Rejection) => void,
): Promise<void> {
  const stopping = (rejection: Rejection) => {
    reject(rejection)
    if (skipBadRows || report.rejected < PROBLEMS_MAX) return
    report.stopped = true
    throw new Undo()
  }
  // Room to sort and to match a large file in memory; for this transaction only.
  await tx`set local work_mem = '64MB'`
  await importer.createStaging(tx)
  const copy = tx`copy staged (${tx(['line', ...importer.stagingColumns])}) from stdin`
  await copyRows(copy, checkedRows(importer, readCsv(file), clock, report, stopping), onRows)
  await tx`analyze staged`
}

/** The rows that can be judged by themselves to be good, ready to be copied. */
async function* checkedRows(
  importer: Importer,
  records: AsyncGenerator<CsvRecord>,
  clock: Clock,
  report: ImportReport,
  reject: (rejection: Rejection) => void,
): AsyncGenerator<CopyValue[]> {
  const header = await records.next()
  if (header.done) throw new CsvFileError('the file is empty; its first line must name the columns')
  const columns = columnsOf(importer, header.value.cells)
  const validator = Compile(importer.row)
  const coerceRow = coercerOf(importer.row as JsonSchema)
  for await (const { line, cells } of records) {
    report.rows += 1
    const row = coerceRow(rowOf(columns, cells)) as Record<string, unknown>
    if (cells.length !== columns.length) {
      reject({ line, reason: `has ${cells.length} cells where the header has ${columns.length}` })
    } else if (
      !validator.Check(row) ||
      Object.values(row).some((cell) => typeof cell === 'string' && cell.includes('\0'))
    ) {
      const problems = problemsOf(validator.Errors(row), row, importer.row as JsonSchema)
      reject({ line, reason: problems.map(({ message }) => message).join(' ') })
    } else {
      yield [line, ...importer.toStaging(row, clock)]
    }
  }
}

function columnsOf(importer: Importer, cells: string[]): string[] {
  const names = cells.map((cell) => cell.trim())
  const columns = importer.row.properties
  const unknownName = names.find((name) => !Object.hasOwn(columns, name))
  if (unknownName !== undefined) {
    throw new CsvFileError(`line 1: ${unknownName} is not a column; known are ${Object.keys(columns).join(', ')}`)
  }
  const repeatedName = names.find((name, index) => names.indexOf(name) !== index)
  if (repeatedName !== undefined) throw new CsvFileError(`line 1: the column ${repeatedName} appears twice`)
  const missingName = (importer.row.required ?? []).find((name) => !names.includes(name))
  if (missingName !== undefined) throw new CsvFileError(`line 1: the column ${missingName} is missing`)
  return names
}

/** An empty cell is a value that is not there. */
const rowOf = (columns: string[], cells: string[]) =>
  Object.fromEntries(columns.flatMap((name, index) => (cells[index] ? [[name, cells[index]]] : [])))
