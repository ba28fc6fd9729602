import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { withDatabase } from '../../connect.ts'
import { claimCell } from '../../platform/postgres/cell.ts'
import { migrate } from '../../platform/postgres/migrate.ts'
import { print } from './values.ts'

export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to this version; start does it by itself')
    .option('--json', 'print one JSON object')
    .action(({ json }: { json?: boolean }) => {
      const config = readConfig(process.env)
      return withDatabase(config, async (sql) => {
        const applied = await migrate(sql)
        await claimCell(sql, config.GRANDSTAND_CELL)
        if (json) print(json, { applied })
        else console.log(applied.length === 0 ? 'nothing to do' : `applied ${applied.join(', ')}`)
      })
    })
}
