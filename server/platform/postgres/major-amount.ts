import { minorUnits } from '../values/money.ts'
import type { Db } from './database.ts'
import { type Fragment, literal, textLiteral } from './sql.ts'

/** Minor units as the wire has them, for objects that the database makes: 1250 of AUD are 12.5. Without parameters, which `copy` takes none of. */
export function majorAmount(sql: Db, minor: Fragment, currency: Fragment): Fragment {
  const cases = Object.entries(minorUnits).reduce(
    (before, [code, exponent]) => sql`${before} when ${textLiteral(sql, code)} then ${literal(sql, 10 ** exponent)}`,
    sql`case ${currency}`,
  )
  return sql`(${minor}::numeric / ${cases} else 100 end)::float8`
}
