import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { withDatabase } from '../connect.ts'
import { addDemoCustomers } from '../demo/demo-customers.ts'
import { progress } from './progress.ts'
import { ArgumentError, findOrg, wholeNumber } from './values.ts'

export function demoCommand(program: Command): void {
  program
    .command('demo')
    .description('fill an organisation with made-up data, the same on every machine')
    .requiredOption('--org <id>')
    .option('--customers <n>', 'how many to add', wholeNumber('--customers', 0, 10_000_000))
    .action(async ({ org, customers }: { org: string; customers?: number }) => {
      if (customers === undefined) throw new ArgumentError('say what to add: --customers <n>')
      await withDatabase(readConfig(process.env), async (sql) => {
        const orgId = await findOrg(sql, org)
        const bar = progress('customers', customers)
        await sql.begin((tx) => addDemoCustomers(orgId, tx, customers, bar.add))
        await sql`analyze customers`
        const { rows, seconds } = bar.finish()
        console.log(`${rows} customers in ${seconds.toFixed(1)} s (${Math.round(rows / Math.max(seconds, 0.001))}/s)`)
      })
    })
}
