import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Argument, type Command } from 'commander'
import { readOffsets } from '../../access/clock-offsets.ts'
import { organisationClock } from '../../platform/values/clock.ts'
import { readConfig } from '../../program/config.ts'
import { withDatabase } from '../../program/connect.ts'
import { progress } from './progress.ts'
import { ArgumentError, findOrg } from './values.ts'

/** Loaded when they are needed, so that every other command starts without the schemas: in 0.3 s instead of 0.7. */
const files = {
  customers: async () => (await import('../../files/imports/customer-file.ts')).customerFile,
  members: async () => (await import('../../files/imports/member-file.ts')).memberFile,
}

type Options = { org: string; file: string; skipBadRows?: boolean; update?: boolean; json?: boolean }

export function importCommand(program: Command): void {
  program
    .command('import')
    .description('import customers or members from a CSV file whose first line names the columns')
    .addArgument(new Argument('<what>').choices(Object.keys(files)))
    .requiredOption('--org <id>')
    .requiredOption('--file <path>')
    .option('--skip-bad-rows', 'import the good rows although others are bad; by default it is all or nothing')
    .option('--update', 'change people who exist already: customers by org_customer_id, members by member_number')
    .option('--json', 'print one JSON object; problems are one each, on standard error')
    .action(
      async (kind: keyof typeof files, { org, file, skipBadRows = false, update = false, json = false }: Options) => {
        const stats = await stat(file).catch(() => undefined)
        if (!stats?.isFile()) throw new ArgumentError(`--file ${file} is not a file`)
        await withDatabase(readConfig(process.env), async (sql, clock) => {
          const orgId = await findOrg(sql, org)
          const bar = progress(kind)
          const { importFile } = await import('../../files/imports/import-file.ts')
          const report = await importFile(await files[kind](), {
            orgId,
            sql,
            clock: organisationClock(clock, await readOffsets(sql)),
            file: createReadStream(file),
            skipBadRows,
            update,
            onRows: bar.add,
            onRejected: (problem) =>
              console.error(json ? JSON.stringify(problem) : `line ${problem.line}: ${problem.reason}`),
          })
          const { seconds } = bar.finish()
          if (report.rejected > 0) process.exitCode = 1
          if (json) return console.log(JSON.stringify(report))
          if (report.stopped) console.log(`stopped after ${report.rejected} problems`)
          const updated =
            report.updated === undefined ? '' : ` (${report.updated} of them updated), ${report.unchanged} as they were`
          console.log(
            `${report.imported} of ${report.rows} ${kind} imported${updated}, ${report.rejected} rejected, ${seconds.toFixed(1)} s`,
          )
          if (report.imported === 0 && report.rejected > 0) console.log('nothing was changed')
        })
      },
    )
}
