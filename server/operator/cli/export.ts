import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Argument, type Command } from 'commander'
import { readOffsets } from '../../access/clock-offsets.ts'
import { type CsvExport, csvExports } from '../../files/exports/csv-exports.ts'
import { organisationClock } from '../../platform/values/clock.ts'
import { readConfig } from '../../program/config.ts'
import { withDatabase } from '../../program/connect.ts'
import { ArgumentError, findOrg, print, wholeNumber } from './values.ts'

type Options = { org: string; event?: string; file?: string; json?: boolean }

export function exportCommand(program: Command): void {
  program
    .command('export')
    .description('export as CSV; customers and members in the columns that import takes')
    .addArgument(new Argument('<what>').choices(Object.keys(csvExports)))
    .requiredOption('--org <id>')
    .option('--event <id>', 'orders, tickets or scans of this event only')
    .option('--file <path>', 'where to write; default: standard output')
    .option('--json', 'with --file, print one JSON object about it')
    .action((kind: CsvExport, { org, event, file, json }: Options) =>
      withDatabase(readConfig(process.env), async (sql, clock) => {
        const orgId = await findOrg(sql, org)
        const eventId = event === undefined ? undefined : wholeNumber('--event', 1, Number.MAX_SAFE_INTEGER)(event)
        const orgClock = organisationClock(clock, await readOffsets(sql))
        const target = file === undefined ? process.stdout : await openFile(file)
        const lines = Readable.from(
          csvExports[kind](orgId, sql, seesAll, eventId === undefined ? {} : { event_id: eventId }, orgClock(orgId)),
        )
        await pipeline(lines, target, { end: file !== undefined }).catch(endQuietly)
        if (json && file !== undefined) print(json, { file, exported: kind })
      }),
    )
}

/** The operator has the database itself. */
const seesAll = () => true

/** The reader of our output has seen enough, as in `export … | head`. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

/** Its owner's alone, also where there was a file already: it is about people. A pipe or a device stays what it is. */
async function openFile(path: string) {
  try {
    const file = await open(path, 'w', 0o600)
    if ((await file.stat()).isFile()) await file.chmod(0o600)
    return file.createWriteStream()
  } catch (error) {
    throw new ArgumentError(`--file ${path} cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
}
