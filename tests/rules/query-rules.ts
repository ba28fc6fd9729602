import type { TObject } from 'typebox'
import type { Reserved } from '../../server/platform/postgres/database.ts'
import type { House, Tenant } from '../harness/house.ts'
import { type ShardedTables, shardFindings } from './one-shard.ts'
import { planOf, scannedTables, sortedRows, unconfinedTables, unownedInserts, unservedTables } from './plans.ts'
import { columnsOf, rowFindings } from './row-types.ts'
import { isHousekeeping, type Statement, temporaryTable } from './statements.ts'
import { shardedTables, tenantTables } from './tenant-rows.ts'

/** Below this many rows the planner reads a whole table because it is small, which tells nothing about an index. */
const ROWS_TELLING = 2000

type RowTypes = TObject[] | 'any'

/** What the query rules know about the seeded database. */
export type Review = {
  house: House
  tenant: Tenant
  tables: string[]
  largeTables: string[]
  sharded: ShardedTables
  /** One asks for the plan as it is, the other for the plan if reading a whole table could be avoided at any price. */
  planner: Reserved
  avoiding: Reserved
}

export async function openReview(house: House, tenant: Tenant): Promise<Review> {
  const { sql } = house
  const planner = await sql.reserve()
  // The large organisation has most of the rows, so that reading a whole table would seem cheap on a disk that has to seek.
  await planner`set random_page_cost = 1.1`
  const avoiding = await sql.reserve()
  await avoiding`set enable_seqscan = off`
  const tables = await tenantTables(sql)
  const large = await sql<{ name: string }[]>`
    select relname as name
    from pg_class
    where relname = any (${tables})
      and reltuples >= ${ROWS_TELLING}`
  const largeTables = large.map(({ name }) => name)
  return { house, tenant, tables, largeTables, sharded: await shardedTables(sql), planner, avoiding }
}

/** Rule 10: every table confined to the organisation, none read from end to end, and the columns those of a row type. */
export async function statementFindings(review: Review, statement: Statement, rows: RowTypes): Promise<string[]> {
  const findings = await planFindings(review, statement).catch((error: Error) => [
    `cannot be planned (${error.message})`,
  ])
  if (!isHousekeeping(statement)) findings.push(...(await rowTypeFindings(review, statement, rows)))
  return findings.map((finding) => `${finding}: ${oneLine(statement.text)}`)
}

/** In which organisations a signed-in person has a role: the one question of an operation that is about several. */
const findsRoles = ({ text }: Statement): boolean =>
  /^\s*select org_id\s+from staff_members\s+where email_address = \$1\s/.test(text)

/** Made for the planners to stay, until another statement makes one of that name. */
async function makeTemporary({ planner, avoiding }: Review, { text }: Statement, table: string): Promise<void> {
  for (const connection of [planner, avoiding]) {
    await connection.unsafe(`drop table if exists pg_temp.${table}`)
    await connection.unsafe(text.replace(' on commit drop', ''))
    await connection.unsafe(`analyze pg_temp.${table}`)
  }
}

async function planFindings(review: Review, statement: Statement): Promise<string[]> {
  const { tables, largeTables, sharded, planner, avoiding, tenant } = review
  const table = temporaryTable(statement)
  if (table !== undefined) {
    await makeTemporary(review, statement, table)
    return []
  }
  const plan = await planOf(planner, statement)
  const confinementFindings = [
    ...unconfinedTables(plan, tables, tenant.orgId).map((table) => `does not filter ${table} by org_id`),
    ...unownedInserts(statement, tables).map((table) => `inserts into ${table} without org_id`),
    ...shardFindings(statement.text, sharded),
  ]
  const scanned = [...scannedTables(plan, largeTables), ...unservedTables(await planOf(avoiding, statement), tables)]
  return [
    ...(findsRoles(statement) ? [] : confinementFindings),
    ...[...new Set(scanned)].map((table) => `reads ${table} from end to end`),
    ...plan.slice(0, 1).flatMap((root) => sortedRows(root).map((count) => `sorts ${count} rows for one page`)),
  ]
}

const DIFFERENCES_MAX = 5

/** So few columns are looked up in passing, with their types beside the statement. */
const COLUMNS_IN_PASSING = 6

async function rowTypeFindings({ house }: Review, statement: Statement, rows: RowTypes): Promise<string[]> {
  const columns = await columnsOf(house.sql, statement).catch(() => [])
  const differences = rows === 'any' ? [[]] : rows.map((row) => rowFindings(columns, row))
  if (differences.some((difference) => difference.length === 0)) return []
  // The driver leaves these as text, which a sum without a cast turns out to be.
  const numeric = columns.filter(({ type }) => type === 'numeric').map(({ name }) => `${name} is numeric; cast it`)
  if (columns.length <= COLUMNS_IN_PASSING) return numeric
  // The nearest row type is the one that was meant.
  const [nearest] = differences.sort((a, b) => a.length - b.length)
  if (!nearest) return ['returns rows of which its example names no type in rows']
  return [`is not as its row type says (${nearest.slice(0, DIFFERENCES_MAX).join('; ')})`]
}

/** Each row type that the example names must be what some statement returns. */
export async function unusedRows({ house }: Review, statements: Statement[], rows: RowTypes): Promise<string[]> {
  if (rows === 'any') return []
  const columns = await Promise.all(statements.map((statement) => columnsOf(house.sql, statement).catch(() => [])))
  return rows
    .filter((row) => !columns.some((returned) => rowFindings(returned, row).length === 0))
    .map((row) => `no query returns the row type of ${Object.keys(row.properties).join(', ')}`)
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
