import type { Command } from 'commander'
import type { Db } from '../../platform/postgres/database.ts'
import { readConfig } from '../../program/config.ts'
import { withDatabase } from '../../program/connect.ts'

/** Whose data is here. A list for people and scripts, however long: it is read page by page. */
export function addOrgList(org: Command): void {
  org
    .command('list')
    .description('list the organisations: id, mode, state, name')
    .option('--json', 'print one JSON object a line')
    .action(({ json }: { json?: boolean }) =>
      withDatabase(readConfig(process.env), async (sql) => {
        let last = 0
        for (;;) {
          const rows = await listOrganisations(sql, last)
          for (const row of rows) console.log(json ? JSON.stringify(toOutput(row)) : asLine(row))
          last = rows.at(-1)?.org_id ?? last
          if (rows.length < PAGE_ROWS) return
        }
      }),
    )
}

type Row = { org_id: number; name: string; mode: 'live' | 'test'; suspended: boolean; created_at: Date }

const PAGE_ROWS = 500

const listOrganisations = (sql: Db, after: number) => sql<Row[]>`
  select org_id, name, mode, suspended_at is not null as suspended, created_at
  from organisations
  where org_id > ${after}
  order by org_id
  limit ${PAGE_ROWS}`

const toOutput = ({ org_id, name, mode, suspended, created_at }: Row) => ({
  org_id: String(org_id),
  name,
  mode,
  suspended,
  created_at: created_at.toISOString(),
})

const asLine = ({ org_id, name, mode, suspended }: Row) =>
  `${String(org_id).padEnd(8)} ${mode === 'live' ? 'live   ' : 'sandbox'} ${suspended ? 'suspended' : 'active   '} ${name}`
