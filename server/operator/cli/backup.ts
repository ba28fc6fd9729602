import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { Sql } from '../../platform/postgres/database.ts'
import { type Config, readConfig } from '../../program/config.ts'
import { StartError, withDatabase } from '../../program/connect.ts'
import { openSeal } from '../../program/secret.ts'
import { progress } from './progress.ts'
import { print } from './values.ts'

type Options = { file: string; json?: boolean }

export function backupCommands(program: Command): void {
  program
    .command('backup')
    .description('write the whole database to a file, also beside a running server')
    .requiredOption('--file <path>', 'where to write; a file that is there is replaced once the new one is whole')
    .option('--json', 'print one JSON object')
    .action(({ file, json }: Options) =>
      withDatabase(
        readConfig(process.env),
        async (sql, clock) => {
          const { writeBackup } = await import('../backup/write-backup.ts')
          const bar = progress('rows')
          const written = await writeBackup(sql, clock, file, bar.add)
          bar.finish()
          print(json, { file, ...written })
        },
        { anyVersion: true },
      ),
    )
  program
    .command('restore')
    .description('read a backup into an empty database, and prove the result by an audit')
    .requiredOption('--file <path>', 'what backup has written')
    .option('--json', 'print one JSON object')
    .action(async ({ file, json }: Options) => {
      const config = readConfig(process.env)
      const restore = async (sql: Sql) => {
        const { restoreBackup } = await import('../backup/restore-backup.ts')
        const bar = progress('rows')
        const restored = await restoreBackup(sql, file, bar.add)
        bar.finish()
        print(json, { file, ...restored })
        if (restored.differences > 0) {
          console.error('grandstand: the books do not add up; grandstand audit says where')
          process.exitCode = 1
        }
        await checkSecret(sql, config)
      }
      await withDatabase(config, restore, { makesDatabase: true, anyVersion: true })
    })
}

/** Better said now than at the first start. One that is not there yet can still be put there. */
async function checkSecret(sql: Sql, config: Config): Promise<void> {
  const isThere = config.GRANDSTAND_SECRET !== undefined || (await exists(join(config.DATA_DIR, 'secret')))
  try {
    if (!isThere) throw new StartError('put the secret of the backed up installation into DATA_DIR before you start')
    await openSeal(sql, config)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(`grandstand: ${error.message}`)
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
