import type { Command } from 'commander'
import { claimCell } from '../../platform/postgres/cell.ts'
import type { PlacedTable, Placement } from '../../platform/postgres/distribute.ts'
import { giveIdBlocks } from '../../platform/postgres/id-blocks.ts'
import { migrate, readMissing } from '../../platform/postgres/migrate.ts'
import { type PlannedMigration, planMigrations } from '../../platform/postgres/plan-migrations.ts'
import { readConfig } from '../../program/config.ts'
import { withDatabase } from '../../program/connect.ts'
import { print } from './values.ts'

/** What a Citus cluster is about to be told, before the tables are locked. */
function sayPlan(tables: PlacedTable[]): void {
  const namesOf = (placement: Placement) => tables.filter(({ wanted }) => wanted === placement).map(({ name }) => name)
  const split = namesOf('distributed')
  const everywhere = namesOf('reference')
  if (split.length > 0) console.log(`splitting by organisation: ${split.join(', ')}`)
  if (everywhere.length > 0) console.log(`copying to every node: ${everywhere.join(', ')}`)
}

const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`

function sayLocks(planned: PlannedMigration[], json: boolean | undefined): void {
  if (json) print(json, { migrations: planned })
  else if (planned.length === 0) console.log('nothing to do')
  for (const { name, way, locks } of json ? [] : planned) {
    console.log(`${name}, ${way}`)
    for (const { table, mode, keeps_from, rows, bytes } of locks)
      console.log(`  ${table}: ${rows} rows, ${mib(bytes)}, in ${mode} mode, which keeps others from ${keeps_from}`)
  }
}

export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to this version; start does it by itself')
    .option('--plan', 'change nothing; say which tables each migration locks, and how large they are here')
    .option('--json', 'print one JSON object')
    .action(({ json, plan }: { json?: boolean; plan?: boolean }) => {
      const config = readConfig(process.env)
      return withDatabase(
        config,
        async (sql) => {
          if (plan) return sayLocks(await planMigrations(sql, await readMissing(sql)), json)
          const applied = await migrate(sql, undefined, sayPlan, { onWaiting: (sentence) => console.error(sentence) })
          await claimCell(sql, config.GRANDSTAND_CELL)
          await giveIdBlocks(sql)
          if (json) print(json, { applied })
          else console.log(applied.length === 0 ? 'nothing to do' : `applied ${applied.join(', ')}`)
        },
        { anyVersion: true },
      )
    })
}
