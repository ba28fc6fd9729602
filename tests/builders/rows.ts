import type { OrgId } from '../../server/access/principal.ts'
import type { Db } from '../../server/platform/postgres/database.ts'

/** Where a builder writes: a house, or `{ sql: tx }` inside a transaction that goes on. */
export type Store = { sql: Db }
/** Whose rows they are. */
export type Owner = { orgId: OrgId }

export type Columns = Record<string, string | number | boolean | Date | null>

/** A row straight into a table, and its id: much quicker than a request, and not in need of another operation. */
export async function addRow({ sql }: Store, { orgId }: Owner, table: string, id: string, columns: Columns) {
  const [row] = await sql<{ id: number }[]>`
    insert into ${sql(table)} ${sql({ org_id: orgId, ...columns })}
    returning ${sql(id)} as id`
  if (!row) throw new Error(`insert into ${table} returned no row`)
  return row.id
}

/** An id that nothing has. */
export const NOTHING = 999_999_999_999
export const NO_BASKET = `bsk_${'0'.repeat(32)}`

let count = 0
/** Text that no other row has, in letters that any column takes. */
export const unique = (word: string): string => {
  count += 1
  return `${word}-${count}`
}
