import type { Fragment } from 'postgres'
import type { Db } from './database.ts'

/**
 * A whole number as it is written: `copy` takes no parameters, and no number can be anything else than a number. Not as a template,
 * all of which the driver remembers for ever.
 */
export function literal(sql: Db, value: number): Fragment {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number: ${value}`)
  return sql.unsafe(value < 0 ? `(${value})` : String(value))
}
