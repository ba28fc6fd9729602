import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type RandomBytes, systemRandom } from '../../platform/values/random.ts'
import { drawTypedCode, isTypedCode } from '../../platform/values/typed-code.ts'

/** What members have as their number and on their barcode. */
export const memberCode = (random: RandomBytes = systemRandom): string => drawTypedCode(random)

export const isMemberCode = isTypedCode

const DRAWS = 5

/**
 * A code that no member of the organisation has in that column: it draws several and takes the first that is free. The
 * unique constraint has the last word.
 */
export async function unusedCode(
  orgId: OrgId,
  sql: Db,
  column: 'member_number' | 'barcode',
  draws: string[] = Array.from({ length: DRAWS }, () => memberCode()),
): Promise<string> {
  const used = await sql<{ code: string }[]>`
    select ${sql(column)} as code
    from members
    where org_id = ${orgId}
      and ${sql(column)} = any (${draws}::text[])`
  const usedCodes = new Set(used.map(({ code }) => code))
  const code = draws.find((draw) => !usedCodes.has(draw))
  if (code === undefined) throw new Error(`${draws.length} codes were drawn, and each belongs to a member`)
  return code
}
