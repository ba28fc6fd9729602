import { minorUnits } from '../values/money.ts'
import type { Db } from './database.ts'
import { type Fragment, literal, textLiteral } from './sql.ts'

/** How many minor units one unit of a currency has. */
const unitsOf = (sql: Db, currency: Fragment): Fragment => {
  const cases = Object.entries(minorUnits).reduce(
    (before, [code, exponent]) => sql`${before} when ${textLiteral(sql, code)} then ${literal(sql, 10 ** exponent)}`,
    sql`case ${currency}`,
  )
  return sql`${cases} else 100 end`
}

/** Minor units as the wire has them, for objects that the database makes: 1250 of AUD are 12.5. Without parameters, which `copy` takes none of. */
export const majorAmount = (sql: Db, minor: Fragment, currency: Fragment): Fragment =>
  sql`(${minor}::numeric / ${unitsOf(sql, currency)})::float8`

/** The other way, to the nearest unit: 0.25 is 25 of AUD, 250 of KWD and nothing of JPY. */
export const minorAmount = (sql: Db, major: number, currency: Fragment): Fragment =>
  sql`round(${major}::numeric * ${unitsOf(sql, currency)})::bigint`
