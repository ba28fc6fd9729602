import type { Command } from 'commander'
import type { OrgId } from '../../access/principal.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import { readConfig } from '../../program/config.ts'
import { withDatabase } from '../../program/connect.ts'
import { DEMO_NOW, type DemoOptions } from '../demo/days.ts'
import { progress } from './progress.ts'
import { ArgumentError, findOrg, print, wholeNumber } from './values.ts'

type Add = (orgId: OrgId, tx: Db, count: number, options: DemoOptions) => Promise<number>
type Kind = keyof typeof kinds

/** In the order in which one needs the other. Loaded when they are needed: other commands start without the schemas. */
const kinds = {
  customers: async (orgId, tx, count, { onRows, today }) =>
    (await import('../demo/customers.ts')).addDemoCustomers(orgId, tx, count, onRows, today),
  events: async (...args) => (await import('../demo/events.ts')).addDemoEvents(...args),
  members: async (...args) => (await import('../demo/members.ts')).addDemoMembers(...args),
  orders: async (...args) => (await import('../demo/orders.ts')).addDemoOrders(...args),
  scans: async (...args) => (await import('../demo/scans.ts')).addDemoScans(...args),
} satisfies Record<string, Add>
const names = Object.keys(kinds) as Kind[]
const COUNT_MAX = 10_000_000

type Options = { org: string; today: Date; json?: boolean } & Partial<Record<Kind, number>>

export function demoCommand(program: Command): void {
  const command = program
    .command('demo')
    .description('fill an organisation with made-up data, the same on every machine')
    .requiredOption('--org <id>')
    .option('--today <date>', 'the day around which it is made, as 2026-03-01', day, DEMO_NOW)
    .option('--json', 'print one JSON object for each kind')
  for (const name of names) {
    command.option(`--${name} <n>`, `how many ${name} to add`, wholeNumber(`--${name}`, 0, COUNT_MAX))
  }
  command.action(async (options: Options) => {
    const kindsToAdd = names.filter((name) => options[name] !== undefined)
    if (kindsToAdd.length === 0) {
      throw new ArgumentError(`say what to add: ${names.map((name) => `--${name} <n>`).join(', ')}`)
    }
    await withDatabase(readConfig(process.env), async (sql) => {
      const orgId = await findOrg(sql, options.org)
      await refuseLive(orgId, sql)
      for (const name of kindsToAdd) await add(sql, orgId, name, options)
    })
  })
}

/** Made-up people and payments cannot be taken out of the books again. */
async function refuseLive(orgId: OrgId, sql: Sql): Promise<void> {
  const [live] = await sql`
    select 1 as one
    from organisations
    where org_id = ${orgId}
      and mode = 'live'`
  if (live)
    throw new ArgumentError(`organisation ${orgId} is live: made-up data is for a sandbox (org create --sandbox)`)
}

async function add(sql: Sql, orgId: OrgId, name: Kind, options: Options): Promise<void> {
  const { today, json } = options
  const count = options[name] ?? 0
  const bar = progress(name, count)
  const rows = await sql.plain.begin((tx) => kinds[name](orgId, tx, count, { today, onRows: bar.add }))
  const { seconds } = bar.finish()
  // Without fresh statistics the planner would go on as if the new rows were not there.
  await sql`analyze`
  const rate = Math.round(rows / Math.max(seconds, 0.001))
  if (json) return print(json, { kind: name, count, rows, seconds })
  console.log(`${count} ${name}, ${rows} rows in ${seconds.toFixed(1)} s (${rate} rows/s)`)
}

function day(text: string): Date {
  const at = new Date(`${text}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(at.getTime())) {
    throw new ArgumentError(`--today must be a date such as 2026-03-01, not ${text}`)
  }
  return at
}
