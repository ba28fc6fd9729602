import { eachDue, untilDone } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import type { SettleDeps } from '../../checkout/answers/settle-deps.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { matchLine } from './match-line.ts'

/** Longer than an import is at one line. */
const QUIET_MS = 30_000
const BATCH = 200

/** Lines that an import has left: it was long, or its process died. Answers how many were looked at; one that fails is looked at again. */
export async function matchBankLines(deps: SettleDeps & Clocks): Promise<number> {
  const due = (now: Date) => ({
    rows: deps.sql`
      select org_id
      from bank_lines
      where line_status in ('new', 'booking')
        and leased_until <= ${now}
        and changed_at <= ${before(now)}`,
    oldest: deps.sql`leased_until`,
  })
  return eachDue(deps.sql, deps, { due, batch: BATCH }, (orgId) => matchOf(deps, orgId))
}

async function matchOf(deps: SettleDeps, orgId: OrgId): Promise<number> {
  let failure: unknown
  const matchBatch = async () => {
    const lines = await claimLines(orgId, deps.sql, deps.clock(orgId))
    for (const { bank_line_id } of lines)
      await matchLine(deps, orgId, bank_line_id).catch((error: unknown) => {
        failure ??= error
      })
    return lines.length
  }
  const matched = await untilDone(BATCH, matchBatch)
  if (failure !== undefined) throw failure
  return matched
}

/** Other workers leave leased lines alone for a while. */
const claimLines = (orgId: OrgId, sql: Sql, now: Date) => sql<{ bank_line_id: number }[]>`
  with due as (
    select bank_line_id
    from bank_lines
    where org_id = ${orgId}
      and line_status in ('new', 'booking')
      and leased_until <= ${now}
      and changed_at <= ${before(now)}
    order by bank_line_id
    limit ${BATCH}
    for update skip locked
  )
  update bank_lines l
  set leased_until = ${new Date(now.getTime() + QUIET_MS)}
  from due
  where l.org_id = ${orgId}
    and l.bank_line_id = due.bank_line_id
  returning l.bank_line_id`

const before = (now: Date) => new Date(now.getTime() - QUIET_MS)
