import type { Command } from 'commander'
import type { OrgId } from '../../access/principal.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { currencyExponent, toMajor } from '../../platform/values/money.ts'
import { readConfig } from '../../program/config.ts'
import { withDatabase } from '../../program/connect.ts'
import { addUp, type MonthSums, organisationsHere, readSums, SUMS } from '../sums/read-sums.ts'
import { ArgumentError, findOrg } from './values.ts'

type Options = { org?: string; from?: string; to?: string; sandboxes?: boolean; json?: boolean }

/** A year back, unless others are asked for. */
const MONTHS = 12

export function sumsCommand(program: Command): void {
  program
    .command('sums')
    .description('add up what was taken, the fees and what was paid out, by month, organisation and currency')
    .option('--org <id>', 'one organisation; without it, all live ones')
    .option('--from <month>', 'such as 2026-01; without it, twelve months up to --to')
    .option('--to <month>', 'the last one; without it, this month')
    .option('--sandboxes', 'those of sandboxes too, which are pretended')
    .option('--json', 'print one JSON object a line')
    .action(({ org, from, to, sandboxes = false, json = false }: Options) => {
      const last = monthOf('--to', to) ?? new Date().toISOString().slice(0, 7)
      const first = monthOf('--from', from) ?? monthsBefore(last, MONTHS - 1)
      if (first > last) throw new ArgumentError('--from is after --to')
      return withDatabase(readConfig(process.env), async (sql) => {
        const orgIds = org === undefined ? await organisationsHere(sql) : [await findOrg(sql, org)]
        const wanted = { first, last, withSandboxes: sandboxes || org !== undefined }
        await printSums(sql, orgIds, wanted, json)
      })
    })
}

type Wanted = { first: string; last: string; withSandboxes: boolean }

async function printSums(
  sql: Sql,
  orgIds: OrgId[],
  { first, last, withSandboxes }: Wanted,
  json: boolean,
): Promise<void> {
  const totals: MonthSums[] = []
  if (!json) console.log(HEADING)
  for (const orgId of orgIds) {
    const organisation = await readSums(orgId, sql, { first, last })
    if (organisation.mode === 'test' && !withSandboxes) continue
    for (const sums of organisation.months) {
      console.log(
        json ? asJson(String(orgId), organisation.name, sums) : asLine(String(orgId), organisation.name, sums),
      )
      addUp(totals, sums)
    }
  }
  if (orgIds.length < 2) return
  for (const sums of totals.toSorted(byMonth)) console.log(json ? asJson(null, null, sums) : asLine('all', '', sums))
}

const byMonth = (a: MonthSums, b: MonthSums) => (`${a.month} ${a.currency}` < `${b.month} ${b.currency}` ? -1 : 1)

const asJson = (org_id: string | null, name: string | null, { month, currency, ...minor }: MonthSums) =>
  JSON.stringify({
    org_id,
    name,
    month,
    currency,
    ...Object.fromEntries(SUMS.map((of) => [of, toMajor(minor[of], currency)])),
  })

const WIDTH = 14
const HEADING = [
  ...['month'.padEnd(8), 'org'.padEnd(8), 'currency'],
  ...SUMS.map((of) => of.replaceAll('_', ' ').padStart(WIDTH)),
  ' name',
].join(' ')

function asLine(org: string, name: string, { month, currency, ...minor }: MonthSums): string {
  const digits = currencyExponent(currency)
  const amounts = SUMS.map((of) => toMajor(minor[of], currency).toFixed(digits).padStart(WIDTH))
  return [month.padEnd(8), org.padEnd(8), currency.padEnd(8), ...amounts, ` ${name}`].join(' ').trimEnd()
}

function monthOf(option: string, text: string | undefined): string | undefined {
  if (text !== undefined && !/^2[0-9]{3}-(0[1-9]|1[0-2])$/.test(text))
    throw new ArgumentError(`${option} is a month such as 2026-01, not ${text}`)
  return text
}

function monthsBefore(month: string, months: number): string {
  const [year = 0, ofYear = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, ofYear - 1 - months, 1)).toISOString().slice(0, 7)
}
