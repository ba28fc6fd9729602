import type { Command } from 'commander'
import { allOrganisations } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { readConfig } from '../../program/config.ts'
import { withDatabase } from '../../program/connect.ts'
import { checks } from '../audit/audit.ts'
import { DIFFERENCES_MAX, type Difference } from '../audit/difference.ts'
import { findOrg } from './values.ts'

type Options = { org?: string; json?: boolean }

export function auditCommand(program: Command): void {
  program
    .command('audit')
    .description('recompute stock, money and admissions from the rows, and print each difference')
    .option('--org <id>', 'one organisation; without it, all of them')
    .option('--json', 'print one JSON object for each difference')
    .action(async ({ org, json = false }: Options) =>
      withDatabase(readConfig(process.env), async (sql) => {
        const orgIds = org === undefined ? await allOrganisations(sql) : [await findOrg(sql, org)]
        let differences = 0
        for (const orgId of orgIds) differences += await auditOne(sql, orgId, json)
        if (differences > 0) process.exitCode = 1
        if (!json) console.log(`${plural(orgIds.length, 'organisation')}, ${plural(differences, 'difference')}`)
      }),
    )
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

async function auditOne(sql: Sql, orgId: OrgId, json: boolean): Promise<number> {
  let differences = 0
  for (const [name, check] of Object.entries(checks)) {
    const rows = await check(orgId, sql)
    for (const difference of rows) console.log(json ? asJson(orgId, difference) : asLine(orgId, difference))
    if (rows.length === DIFFERENCES_MAX && !json) console.log(`organisation ${orgId}: perhaps more of ${name}`)
    differences += rows.length
  }
  return differences
}

const asJson = (orgId: OrgId, difference: Difference) => JSON.stringify({ org_id: String(orgId), ...difference })

const asLine = (orgId: OrgId, { object, id, field, stored, counted }: Difference) =>
  `organisation ${orgId}: ${object} ${id}: ${field} is ${stored}, the rows say ${counted}`
