import type { Tx } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'

/** Every cell of the staged row is empty or what the table has. */
export const saysNothingNew = (tx: Tx, columns: string[], table: 'c' | 'm'): Fragment => {
  const alike = columns.map((name) => {
    const staged = tx(`s.${name}`)
    const stored = tx(`${table}.${name}`)
    return tx`(${staged} is null or ${staged} is not distinct from ${stored})`
  })
  return alike.reduce((all, one) => tx`${all} and ${one}`)
}
