import { organisationById } from '../../access/organisations.ts'
import type { Db, Sql, Tx } from '../../platform/postgres/database.ts'
import { type Fragment, literal } from '../../platform/postgres/sql.ts'
import { StartError } from '../../program/connect.ts'
import { auditBooks } from '../audit/audit.ts'
import type { Way } from './copy-organisation.ts'

/** What the operator has to know or to mend; the organisation is where it was. */
export class MoveError extends StartError {}

type NamedRows = { name: string; rows: Fragment }

/** How many rows there are of each, and a sum over all that is in them, whatever their order. */
export async function fingerprint(db: Db, named: NamedRows[]): Promise<string> {
  const sums = named.map(
    ({ name, rows }, at) => db`
    ${at === 0 ? db`` : db`union all`}
    select ${name}::text as name, count(*) as rows, coalesce(bit_xor(hashtextextended(r::text, 0)), 0)::text as sum
    from (${rows}) r`,
  )
  const prints = await db<{ name: string; rows: number; sum: string }[]>`${sums}`
  return prints.map(({ name, rows, sum }) => `${name} ${rows} (${sum})`).join(', ')
}

/** Every row of every table, in the snapshot that the copy was brought up to. */
export async function compareTables({ orgId, tables }: Way, source: Tx, target: Tx): Promise<void> {
  for (const { name, columns } of tables) {
    const rowsIn = (tx: Tx) => [
      { name, rows: tx`select ${tx(columns)} from ${tx(name)} where org_id = ${literal(tx, orgId)}` },
    ]
    const [sourceRows, targetRows] = await Promise.all([
      fingerprint(source, rowsIn(source)),
      fingerprint(target, rowsIn(target)),
    ])
    if (sourceRows !== targetRows) throw new MoveError(`the copy differs: ${sourceRows} here, ${targetRows} there`)
  }
}

/** Stock, money and admissions add up: an organisation whose books do not is mended before it moves. */
export async function requireCleanBooks(id: number, sql: Sql, which: string): Promise<void> {
  const orgId = await organisationById(sql, id)
  if (orgId === undefined) throw new MoveError(`organisation ${id} is not in ${which}`)
  const differences = await auditBooks(orgId, sql)
  if (differences.length > 0)
    throw new MoveError(
      `the books of ${which} have ${differences.length} differences: run grandstand audit --org ${id}`,
    )
}
