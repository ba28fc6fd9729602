import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Argument, type Command } from 'commander'
import { readConfig } from '../../config.ts'
import { withDatabase } from '../../connect.ts'
import { csvExports } from '../exports/csv-exports.ts'
import { ArgumentError, findOrg, print } from './values.ts'

export function exportCommand(program: Command): void {
  program
    .command('export')
    .description('export customers or members as CSV, in the columns that import takes')
    .addArgument(new Argument('<what>').choices(Object.keys(csvExports)))
    .requiredOption('--org <id>')
    .option('--file <path>', 'where to write; default: standard output')
    .option('--json', 'with --file, print one JSON object about it')
    .action((kind: keyof typeof csvExports, { org, file, json }: { org: string; file?: string; json?: boolean }) =>
      withDatabase(readConfig(process.env), async (sql) => {
        const orgId = await findOrg(sql, org)
        const target = file === undefined ? process.stdout : await openFile(file)
        await pipeline(Readable.from(csvExports[kind](orgId, sql)), target, { end: file !== undefined }).catch(
          endQuietly,
        )
        if (json && file !== undefined) print(json, { file, exported: kind })
      }),
    )
}

/** Whoever reads has seen enough, as in `export … | head`. */
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
