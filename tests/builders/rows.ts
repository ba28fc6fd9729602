import type { Static, TObject } from 'typebox'
import type { House, Tenant } from '../harness/house.ts'

type Columns = Record<string, string | number | boolean | Date | null>

/** An id that nothing has. */
export const NOTHING = 999_999_999_999

/** A row straight into a table, and its id: much quicker than a request, and not in need of another operation. */
export async function addRow({ sql }: House, { orgId }: Tenant, table: string, id: string, columns: Columns) {
  const [row] = await sql<{ id: number }[]>`
    insert into ${sql(table)} ${sql({ org_id: orgId, ...columns })}
    returning ${sql(id)} as id`
  if (!row) throw new Error(`insert into ${table} returned no row`)
  return row.id
}

/** Where a row type is a type only: the schema to compare with, held to that type by the compiler. */
export const rowOf =
  <Row>() =>
  <S extends TObject>(schema: Static<S> extends Row ? (Row extends Static<S> ? S : never) : never): TObject =>
    schema as TObject

let count = 0
/** Text that no other row has, in letters that any column takes. */
export const unique = (word: string): string => {
  count += 1
  return `${word}-${count}`
}
