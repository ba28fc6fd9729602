import type { Command } from 'commander'
import { claimCell } from '../../platform/postgres/cell.ts'
import type { PlacedTable, Placement } from '../../platform/postgres/distribute.ts'
import { giveIdBlocks } from '../../platform/postgres/id-blocks.ts'
import { migrate } from '../../platform/postgres/migrate.ts'
import { readConfig } from '../../program/config.ts'
import { withDatabase } from '../../program/connect.ts'
import { print } from './values.ts'

/** What a Citus cluster is about to be told, before the tables are locked. */
function sayPlan(tables: PlacedTable[]): void {
  const namesOf = (placement: Placement) => tables.filter(({ wanted }) => wanted === placement).map(({ name }) => name)
  const [split, everywhere] = [namesOf('distributed'), namesOf('reference')]
  if (split.length > 0) console.log(`splitting by organisation: ${split.join(', ')}`)
  if (everywhere.length > 0) console.log(`copying to every node: ${everywhere.join(', ')}`)
}

export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to this version; start does it by itself')
    .option('--json', 'print one JSON object')
    .action(({ json }: { json?: boolean }) => {
      const config = readConfig(process.env)
      return withDatabase(
        config,
        async (sql) => {
          const applied = await migrate(sql, undefined, sayPlan)
          await claimCell(sql, config.GRANDSTAND_CELL)
          await giveIdBlocks(sql)
          if (json) print(json, { applied })
          else console.log(applied.length === 0 ? 'nothing to do' : `applied ${applied.join(', ')}`)
        },
        { anyVersion: true },
      )
    })
}
