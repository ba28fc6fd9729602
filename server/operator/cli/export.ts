import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Argument, type Command } from 'commander'
import { readConfig } from '../../config.ts'
import { withDatabase } from '../../connect.ts'
import { csvExports } from '../exports/csv-exports.ts'
import { ArgumentError, findOrg } from './values.ts'

export function exportCommand(program: Command): void {
  program
    .command('export')
    .description('export customers or members as CSV, in the columns that import takes')
    .addArgument(new Argument('<what>').choices(Object.keys(csvExports)))
    .requiredOption('--org <id>')
    .option('--file <path>', 'where to write; default: standard output')
    .action((kind: keyof typeof csvExports, { org, file }: { org: string; file?: string }) =>
      withDatabase(readConfig(process.env), async (sql) => {
        const orgId = await findOrg(sql, org)
        const target = file === undefined ? process.stdout : await openFile(file)
        await pipeline(Readable.from(csvExports[kind](orgId, sql)), target, { end: file !== undefined })
      }),
    )
}

async function openFile(path: string) {
  const stream = createWriteStream(path)
  await once(stream, 'open').catch(({ code }: NodeJS.ErrnoException) => {
    throw new ArgumentError(`--file ${path} cannot be written (${code})`)
  })
  return stream
}
