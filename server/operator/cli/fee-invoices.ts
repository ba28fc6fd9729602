import { readFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { Compile } from 'typebox/compile'
import { timeOf } from '../../access/clock-offsets.ts'
import { ownedRows } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import { issueOperatorInvoices } from '../../papers/operator-invoices/issue-operator-invoices.ts'
import { toOperatorInvoice } from '../../papers/operator-invoices/operator-invoice.ts'
import { OperatorIssuer } from '../../papers/operator-invoices/operator-issuer.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import { readConfig } from '../../program/config.ts'
import { withDatabase } from '../../program/connect.ts'
import { ArgumentError, findOrg, print, recordCli } from './values.ts'

type Options = { month: string; issuer: string; org?: string; json?: boolean }

/** The operator's own invoices, over what was kept of payments: run twice, it issues nothing twice. */
export function feeInvoicesCommand(org: Command): void {
  org
    .command('fee-invoices')
    .description('issue the invoices of a month over what you took of payments')
    .requiredOption('--month <yyyy-mm>', 'that is over, such as 2026-10', monthOf)
    .requiredOption('--issuer <file>', 'JSON that says who you are; docs/operating.md has one')
    .option('--org <id>', 'of this organisation only')
    .option('--json', 'print one JSON object each')
    .action(async ({ month, issuer: file, org: id, json }: Options) => {
      const issuer = await readIssuer(file)
      await withDatabase(readConfig(process.env), async (sql) => {
        const all = await findOrganisations(sql)
        const orgIds = id === undefined ? all : [await liveOrg(sql, id, all)]
        for (const orgId of orgIds) await invoiceOne(sql, orgId, { issuer, month, json })
      })
    })
}

type Job = { issuer: OperatorIssuer; month: string; json: boolean | undefined }

async function invoiceOne(sql: Sql, orgId: OrgId, { issuer, month, json }: Job): Promise<void> {
  const issued = await sql.begin(async (tx) => {
    const [time] = await tx<{ now: Date }[]>`select ${timeOf(orgId, tx)} as now`
    const rows = await issueOperatorInvoices(orgId, tx, time?.now ?? new Date(), issuer, month).catch((error) => {
      throw error instanceof RangeError ? new ArgumentError(error.message) : error
    })
    for (const { label: number } of rows) {
      const entry = { objectType: 'organisation', objectId: orgId, after: { number } }
      await recordCli(tx, orgId, { action: 'organisation.fees_invoiced', ...entry })
    }
    return rows
  })
  for (const row of issued) print(json, { org_id: String(orgId), ...toOperatorInvoice(row) })
}

async function liveOrg(sql: Db, id: string, all: OrgId[]): Promise<OrgId> {
  const orgId = await findOrg(sql, id)
  if (!all.includes(orgId)) throw new ArgumentError(`organisation ${id} is a sandbox, or on its way to another cell`)
  return orgId
}

/** Those with money that are here: of one on its way, the other cell writes. */
async function findOrganisations(sql: Db): Promise<OrgId[]> {
  const rows = await ownedRows(sql<{ org_id: number }[]>`
    select o.org_id
    from organisations o
    where o.mode = 'live'
      and not exists (
      select 1
      from organisation_moves m
      where m.org_id = o.org_id
    )
    order by o.org_id`)
  return rows.map(({ org_id }) => org_id)
}

const issuerCheck = Compile(OperatorIssuer)

async function readIssuer(file: string): Promise<OperatorIssuer> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new ArgumentError(`${file} cannot be read: ${error.message}`)
  })
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch (error) {
    throw new ArgumentError(`${file} is no JSON: ${String(error)}`)
  }
  if (!issuerCheck.Check(said)) {
    const [problem] = issuerCheck.Errors(said)
    throw new ArgumentError(
      `${file}${problem?.instancePath ?? ''} ${problem?.message ?? 'is not as docs/operating.md has it'}`,
    )
  }
  if (said.tax_percentage === 0 && !(said.untaxed && said.untaxed_reason))
    throw new ArgumentError(`${file}: without tax it needs untaxed and untaxed_reason`)
  return said
}

function monthOf(text: string): string {
  if (!/^20[0-9]{2}-(0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError(`not a month such as 2026-10: ${text}`)
  return text
}
