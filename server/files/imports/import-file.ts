import type { Readable } from 'node:stream'
import { type Actor, recordAs } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { copyRows } from '../../platform/postgres/copy.ts'
import { readBlocks } from '../../platform/postgres/cursor.ts'
import type { Sql, Tx } from '../../platform/postgres/database.ts'
import type { Statement } from '../../platform/postgres/sql.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { readCsv } from '../../platform/values/csv.ts'
import { checkedRows, type FileRecord } from './check-rows.ts'
import { type Importer, type ImportReport, PROBLEMS_MAX, type Rejection } from './importer.ts'
import type { DateOrders } from './read-cells.ts'

export type ImportOptions = {
  orgId: OrgId
  clock: Clock
  /** Whom the audit log names. */
  actor: Actor
  /** Import the good rows although others are bad; without it a single bad row leaves everything as it was. */
  skipBadRows: boolean
  /** People who are there already: a bad row, left as they are, or changed in what the file says. */
  existing: 'refuse' | 'leave' | 'update'
  /** Look at every row, however many are bad. */
  toTheEnd: boolean
  /** Columns whose dates are not written as 2026-11-17. */
  dateOrders: DateOrders
  onRejected: (rejection: Rejection) => void
  /** Of each row that names a membership type that there is not. */
  onMissingType?: (title: string) => void
  onRows?: (count: number) => void
}

/** Nothing of the file is to stay. */
export class Undo extends Error {}

type FileOptions = Pick<ImportOptions, 'orgId' | 'clock' | 'skipBadRows' | 'onRejected' | 'onRows'> & {
  sql: Sql
  file: Readable
  /** Change people who exist already; without it they are bad rows. */
  update?: boolean
}

/** From the command line, in a transaction of its own. The first hundred problems are told. */
export async function importFile(
  importer: Importer,
  { sql, file, update = false, ...options }: FileOptions,
): Promise<ImportReport> {
  const report: ImportReport = { rows: 0, imported: 0, rejected: 0 }
  const actor: Actor = { orgId: options.orgId, kind: 'cli', id: null, requestId: null }
  const existing = update ? 'update' : 'refuse'
  const onRejected = (rejection: Rejection) => {
    if (report.rejected <= PROBLEMS_MAX) options.onRejected(rejection)
  }
  const how: ImportOptions = { ...options, actor, existing, toTheEnd: false, dateOrders: {}, onRejected }
  try {
    await sql.plain.begin((tx) => importRecords(importer, readCsv(file), tx, how, report))
  } catch (error) {
    if (!(error instanceof Undo)) throw error
  }
  return report
}

/**
 * Streams records into a staging table and from there into their place, at flat memory, in a transaction of `sql.plain`. What came
 * of them is in the report, also where they are not to be kept: then it throws `Undo`.
 */
export async function importRecords(
  importer: Importer,
  records: AsyncGenerator<FileRecord>,
  tx: Tx,
  options: ImportOptions,
  report: ImportReport,
): Promise<void> {
  const { orgId, clock } = options
  const reject = (rejection: Rejection) => {
    report.rejected += 1
    options.onRejected(rejection)
  }
  await stage(importer, records, options, tx, report, reject)
  await importer.lock?.(orgId, tx, clock)
  await meetExisting(importer, options, tx, report, reject)
  await rejectAll(importer.rejections(orgId, tx, clock), reject)
  refuseBadRows(report, options)
  for (const rejection of (await importer.settle?.(orgId, tx, clock)) ?? []) reject(rejection)
  await importer.complete?.(orgId, tx)
  await importer.beforeInsert?.(orgId, tx)
  for (const rejection of await importer.insert(orgId, tx, clock)) reject(rejection)
  await importer.afterInsert?.(orgId, tx, clock)
  refuseBadRows(report, options)
  report.imported = report.rows - report.rejected - (report.unchanged ?? 0)
  // A file that changes nothing has not been imported a second time.
  if (report.rows > 0 && report.imported === 0 && report.rejected === 0) return
  await recordAs(tx, clock, options.actor, {
    action: `${importer.object}.imported`,
    objectType: importer.object,
    objectId: 'file',
    after: { ...report },
  })
}

const rejectAll = async (queries: Statement<Rejection[]>[], reject: (rejection: Rejection) => void) => {
  for (const query of queries) await readBlocks(query, 1000, (rows) => rows.forEach(reject))
}

async function meetExisting(
  importer: Importer,
  { orgId, clock, existing }: ImportOptions,
  tx: Tx,
  report: ImportReport,
  reject: (rejection: Rejection) => void,
): Promise<void> {
  if (existing === 'refuse') return
  const { identify, repeats, known, rejections, same, change } = importer.existing(orgId, tx, clock)
  await identify
  await rejectAll(repeats, reject)
  report.updated = 0
  if (existing === 'leave') {
    report.unchanged = (await known).count
    return
  }
  await rejectAll(rejections, reject)
  report.unchanged = (await same).count
  report.updated = (await change).count
}

function refuseBadRows({ rejected }: ImportReport, { skipBadRows, toTheEnd }: ImportOptions): void {
  if (rejected > 0 && !skipBadRows && !toTheEnd) throw new Undo()
}

async function stage(
  importer: Importer,
  records: AsyncGenerator<FileRecord>,
  { orgId, clock, dateOrders, onMissingType, onRows, skipBadRows, toTheEnd }: ImportOptions,
  tx: Tx,
  report: ImportReport,
  reject: (rejection: Rejection) => void,
): Promise<void> {
  const stopping = (rejection: Rejection) => {
    reject(rejection)
    if (skipBadRows || toTheEnd || report.rejected < PROBLEMS_MAX) return
    report.stopped = true
    throw new Undo()
  }
  // Room to sort and to match a large file in memory; for this transaction only.
  await tx`set local work_mem = '64MB'`
  await importer.createStaging(tx)
  const readers = await importer.readers(orgId, tx, dateOrders, onMissingType)
  const copy = tx`copy staged (${tx(['line', ...importer.stagingColumns])}) from stdin`
  await copyRows(
    copy,
    checkedRows(importer, records, { now: () => clock(orgId), readers, report, reject: stopping }),
    onRows,
  )
  await tx`analyze staged`
}
