import { setImmediate } from 'node:timers/promises'
import { type Static, Type } from 'typebox'
import { dateOrderOf } from '../../../faces/kit/date-order.ts'
import { actorOf } from '../../access/audit/record.ts'
import { AccessError } from '../../access/errors.ts'
import { requireScope } from '../../access/require-scope.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import type { May } from '../../platform/http/guarded-fields.ts'
import { Input, OneOf, RawText, Text } from '../../platform/http/schema.ts'
import { createSlots } from '../../platform/http/slots.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { csvFiles } from '../../platform/parsing/read-csv-file.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { CsvRecord } from '../../platform/values/csv.ts'
import { CsvFileError } from '../../platform/values/csv-error.ts'
import { UnreadableFile } from '../../platform/values/unreadable-file.ts'
import type { FileRecord } from './check-rows.ts'
import { customerFile } from './customer-file.ts'
import { type ImportOptions, importRecords, Undo } from './import-file.ts'
import type { Importer, ImportReport, Rejection } from './importer.ts'
import { memberFile } from './member-file.ts'
import { type DateOrders, dateOrders } from './read-cells.ts'

/** What staff can wait for, in one transaction: two seconds. Longer files are for the command line. */
const ROWS_MAX = 20_000
const FILE_CHARACTERS_MAX = 6_000_000
const BLOCK_ROWS = 200
const BODY_BYTES_MAX = 8 * 1024 * 1024
/** Imports that run at once in one process. */
const IMPORTS_MAX = { all: 2, each: 1 }

/** As long as the title of a type can be, and as many as anyone would make by hand. */
const TITLE_MAX = 200
const MISSING_MAX = 100

const importers: Record<'customers' | 'members', Importer> = { customers: customerFile, members: memberFile }

const Column = Input(
  {
    from: Text(200, { description: 'the heading in the file' }),
    to: Text(64, { description: 'the column, as exports name it' }),
    dates: Type.Optional(
      OneOf([...dateOrders], { description: 'how its dates are written; as all of them together show it, if absent' }),
    ),
  },
  { title: 'ImportColumn' },
)
const Body = Input({
  object: OneOf(['customers', 'members']),
  file: RawText(FILE_CHARACTERS_MAX, { description: `CSV with headings in its first line, ${ROWS_MAX} rows at most` }),
  columns: Type.Optional(
    Type.Array(Column, {
      minItems: 1,
      maxItems: 100,
      description: 'others are left out; absent: headings are columns',
    }),
  ),
  dry_run: Type.Boolean({ default: false, description: 'only say what would happen' }),
  update: Type.Boolean({
    default: false,
    description: 'change people who are there already; otherwise they stay as they are',
  }),
  skip_bad_rows: Type.Boolean({ default: false, description: 'otherwise one bad row leaves everything as it was' }),
})
/** A trial run says whether a row differs from what is there, and so whether a guess is right. */
function requireSight(may: May): void {
  const missing = (['customers:read', 'cards:read'] as const).find((scope) => !may(scope))
  if (missing) throw new AccessError('scope_missing', { message: `This needs the scope ${missing} besides.` })
}

/** The body after its file was parsed. */
type ReadBody = Omit<Static<typeof Body>, 'file'> & { file: CsvRecord[] }

const Reply = Type.Object(
  {
    imported: Type.Boolean({ description: 'false: a dry run, or there were bad rows' }),
    rows: Type.Integer(),
    created: Type.Integer(),
    changed: Type.Integer(),
    unchanged: Type.Integer({ description: 'there already' }),
    rejected: Type.Integer(),
    rejections: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() }), {
      description: 'all of them, in the order of the file',
    }),
    missing_types: Type.Array(Type.Object({ title: Type.String(), rows: Type.Integer() }), {
      description: 'membership types that rows name and there are not, with how many do: make them, and try again',
    }),
  },
  { title: 'ImportResult' },
)

export const importPeople: Operation = (app, deps) => {
  const slots = createSlots(IMPORTS_MAX)
  app.post(
    '/v1/manage/imports',
    {
      bodyLimit: BODY_BYTES_MAX,
      config: { scope: 'members:manage', unhurried: true },
      schema: {
        operationId: 'importPeople',
        summary: 'Import customers or members',
        description:
          'In one transaction. The same file again changes nothing. One at once for an organisation. Customers need the scope customers:manage besides; members customers:read and cards:read.',
        tags: ['Imports'],
        body: Body,
        response: { 200: Reply },
      },
    },
    async (request, reply) => {
      const { orgId, body } = request
      if (body.object === 'customers') requireScope(request.principal, 'customers:manage')
      else requireSight(request.may)
      const release = slots.take(orgId)
      try {
        const file = await deps.parsers.read(csvFiles, orgId, body.file, ROWS_MAX)
        // Copies and cursors need a connection without a pipeline.
        return await change({ ...deps, sql: deps.sql.plain, orgId, request, reply }, (tx) => {
          const how = { orgId, clock: deps.clock, actor: actorOf(request) }
          return importBody(tx, { ...body, file }, how)
        })
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error
        throw invalidParameters([{ param: 'file', code: 'parameter_invalid', message: `file: ${error.message}` }])
      } finally {
        release()
      }
    },
  )
}

type Who = Pick<ImportOptions, 'orgId' | 'clock' | 'actor'>

/** A dry run does all of it, and takes it back: what it says is what would have happened. */
async function importBody(tx: Tx, body: ReadBody, who: Who): Promise<Static<typeof Reply>> {
  const report: ImportReport = { rows: 0, imported: 0, rejected: 0 }
  const rejections: Rejection[] = []
  const missing = new Map<string, number>()
  const options: ImportOptions = {
    ...who,
    skipBadRows: body.skip_bad_rows,
    existing: body.update ? 'update' : 'leave',
    toTheEnd: true,
    dateOrders: ordersOf(importers[body.object], body),
    onMissingType: (title) => {
      if (title.length > TITLE_MAX || (missing.size === MISSING_MAX && !missing.has(title))) return
      missing.set(title, (missing.get(title) ?? 0) + 1)
    },
    onRejected: ({ line, reason }) => rejections.push({ line: Number(line), reason }),
  }
  let imported = false
  try {
    await tx.savepoint(async (inner) => {
      await importRecords(importers[body.object], inBlocks(mapped(body)), inner, options, report)
      imported = !body.dry_run && (report.rejected === 0 || body.skip_bad_rows)
      if (!imported) throw new Undo()
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
  }
  const { rows, rejected, updated: changed = 0, unchanged = 0 } = report
  const created = rows - rejected - changed - unchanged
  rejections.sort((one, other) => one.line - other.line)
  const missing_types = [...missing].map(([title, count]) => ({ title, rows: count }))
  return { imported, rows, created, changed, unchanged, rejected, rejections, missing_types }
}

/** As the columns say; those that say nothing, as the dates in them show it. */
function ordersOf(importer: Importer, body: ReadBody): DateOrders {
  const said = new Map(body.columns?.map(({ to, dates }) => [to, dates]))
  const cellsOf = new Map<string, string[]>()
  let names: string[] | undefined
  for (const { cells } of mapped(body)) {
    if (names === undefined) {
      names = cells.map((cell) => cell.trim())
      for (const name of importer.dateColumns) if (names.includes(name)) cellsOf.set(name, [])
    } else for (const [name, dates] of cellsOf) dates.push(cells[names.indexOf(name)] ?? '')
  }
  const orders = [...cellsOf].map(([name, dates]) => [name, said.get(name) ?? dateOrderOf(dates)])
  return Object.fromEntries(orders)
}

/** The file with our columns: those that the mapping names, or all of them where there is none. */
function* mapped({ file, columns }: ReadBody): Generator<FileRecord> {
  let places: number[] | undefined
  let width = 0
  for (const { line, cells } of file) {
    if (!columns) yield { line, cells }
    else if (!places) {
      width = cells.length
      places = placesOf(columns, cells)
      yield { line, cells: columns.map(({ to }) => to) }
    } else if (cells.length !== width) {
      yield { line, cells: [], problem: `has ${cells.length} cells where the header has ${width}` }
    } else {
      yield { line, cells: places.map((place) => cells[place] ?? '') }
    }
  }
}

function placesOf(columns: Static<typeof Column>[], cells: string[]): number[] {
  const headings = cells.map((cell) => cell.trim())
  return columns.map(({ from }) => {
    const place = headings.indexOf(from.trim())
    if (place < 0) throw new CsvFileError(`line 1: there is no heading ${from}`)
    if (headings.lastIndexOf(from.trim()) !== place) throw new CsvFileError(`line 1: the heading ${from} appears twice`)
    return place
  })
}

/** A pause after each block, so that others have their turn while the rows are checked. */
async function* inBlocks(records: Generator<FileRecord>): AsyncGenerator<FileRecord> {
  let count = 0
  for (const record of records) {
    count += 1
    if (count % BLOCK_ROWS === 0) await setImmediate()
    yield record
  }
}
