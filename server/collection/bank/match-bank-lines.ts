import { eachOrganisation, findDueByClock } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import type { SettleDeps } from '../../checkout/answers/settle-deps.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { matchLine } from './match-line.ts'

/** Longer than an import is at one line. */
const QUIET_MS = 30_000
const BATCH = 200
const ORGANISATIONS_MAX = 100

/** Lines that an import has left: it was long, or its process died. Answers how many were looked at; one that fails is looked at again. */
export async function matchBankLines(deps: SettleDeps & Clocks): Promise<number> {
  const waiting = await findDueByClock(
    deps.sql,
    deps,
    (isWorkedOn, now) => deps.sql<{ org_id: number }[]>`
    select distinct org_id
    from (
      select org_id
      from bank_lines
      where line_status in ('new', 'booking')
        and changed_at <= ${before(now)}
        and ${isWorkedOn}
      order by changed_at
      limit ${BATCH * ORGANISATIONS_MAX}
    ) l
    limit ${ORGANISATIONS_MAX}`,
  )
  return eachOrganisation(waiting, (orgId) => matchOf(deps, orgId))
}

async function matchOf(deps: SettleDeps, orgId: OrgId): Promise<number> {
  let failure: unknown
  let matched = 0
  for (let count = BATCH; count === BATCH; matched += count) {
    const lines = await claimLines(orgId, deps.sql, deps.clock(orgId))
    count = lines.length
    for (const { bank_line_id } of lines) {
      try {
        await matchLine(deps, orgId, bank_line_id)
      } catch (error) {
        failure ??= error
      }
    }
  }
  if (failure !== undefined) throw failure
  return matched
}

/** Claiming moves `changed_at`, so that other workers leave them alone for a while. */
const claimLines = (orgId: OrgId, sql: Sql, now: Date) => sql<{ bank_line_id: number }[]>`
  with due as (
    select bank_line_id
    from bank_lines
    where org_id = ${orgId}
      and line_status in ('new', 'booking')
      and changed_at <= ${before(now)}
    order by bank_line_id
    limit ${BATCH}
    for update skip locked
  )
  update bank_lines l
  set changed_at = ${now}
  from due
  where l.org_id = ${orgId}
    and l.bank_line_id = due.bank_line_id
  returning l.bank_line_id`

const before = (now: Date) => new Date(now.getTime() - QUIET_MS)
