import { eachOrganisation, findDueByClock } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import { type Db, type Sql, when } from '../../platform/postgres/database.ts'
import { findReached } from '../../platform/postgres/reach.ts'
import type { Clock, Clocks } from '../../platform/values/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import type { PaymentDeps } from '../payments/providers.ts'
import { findMissing } from './find-missing.ts'
import { matchMovements } from './match-movements.ts'
import { matchPayoutLines } from './match-payout-lines.ts'
import { payOutSandbox } from './pay-out-sandbox.ts'
import { readPayoutAccount } from './read-account.ts'

export type PayoutDeps = PaymentDeps & { sql: Sql; clock: Clock }

const ORGANISATIONS_MAX = 1000
/** How often an account is looked at. */
const EVERY_MS = HOUR_MS
/** Longer than one look takes; a worker that dies on the way is followed after it. */
const LEASE_MS = 10 * MINUTE_MS

/** Reads what providers have paid out, organisation by organisation; a sandbox is paid out by its own time. Answers how much was new. */
export async function readPayouts(deps: PayoutDeps & Clocks): Promise<number> {
  const due = await findDueReadings(deps)
  return eachOrganisation(due, (orgId) => readPayoutsOf(deps, orgId))
}

/**
 * The organisations that can be paid, but for those whose account was read lately. These are two statements: a cluster cannot leave
 * out rows of a table that every node has by rows of one that is split.
 */
async function findDueReadings({ sql, ...clocks }: PayoutDeps & Clocks) {
  const recent = await findDueByClock(
    sql,
    clocks,
    (isWorkedOn, now) => sql<{ org_id: number }[]>`
    select org_id
    from payout_readings
    where due_at > ${now}
      and ${isWorkedOn}`,
  )
  const reached = await findReached(sql)
  return findDueByClock(
    sql,
    clocks,
    (isWorkedOn) => sql<{ org_id: number }[]>`
    select org_id
    from organisations
    where (mode = 'test' or payment_account_id is not null)
      and not org_id = any (${recent.map(({ org_id }) => org_id)}::bigint[])
      ${when(sql, reached, (ids) => sql`and org_id = any (${ids}::bigint[])`)}
      and ${isWorkedOn}
    order by org_id
    limit ${ORGANISATIONS_MAX}`,
  )
}

type Payee = { mode: 'live' | 'test'; payment_account_id: string | null; timezone: string }

/** May be called any number of times, by several at once: what is stored is stored once. */
export async function readPayoutsOf(deps: PayoutDeps, orgId: OrgId): Promise<number> {
  const { sql, clock, payments } = deps
  const now = clock(orgId)
  const [organisation] = await sql<Payee[]>`
    select mode, payment_account_id, timezone
    from organisations
    where org_id = ${orgId}`
  if (!organisation || !(await claimReading(orgId, sql, now))) return 0
  if (organisation.mode === 'test') {
    const issued = await payOutSandbox(orgId, sql, now, organisation.timezone)
    await matchPayoutLines(orgId, sql, now)
    return issued
  }
  if (!payments.canBePaid(organisation)) return 0
  const { provider, account } = payments.forOrganisation(organisation)
  if (!provider.payouts) return 0
  const read = await readPayoutAccount(orgId, sql, now, { payouts: provider.payouts, account })
  await matchMovements(orgId, sql, now)
  await findMissing(orgId, sql, now)
  await matchPayoutLines(orgId, sql, now)
  await sql`
    update payout_readings
    set due_at = ${read.isComplete ? new Date(now.getTime() + EVERY_MS) : now}, changed_at = ${now}
    where org_id = ${orgId}`
  if (read.failure !== undefined) throw new Error('payouts could not be read', { cause: read.failure })
  return read.stored
}

/** True for one of those who ask at once. An account that is read for the first time has no payments to be missed yet. */
async function claimReading(orgId: OrgId, sql: Db, now: Date): Promise<boolean> {
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  const { count } = await sql`
    insert into payout_readings (org_id, due_at, checked_until, created_at, changed_at)
    values (${orgId}, ${leasedUntil}, ${now}, ${now}, ${now})
    on conflict (org_id) do update
    set due_at = excluded.due_at, changed_at = excluded.changed_at
    where payout_readings.due_at <= excluded.changed_at`
  return count > 0
}

/** The provider has said that something of its payouts has changed: they are looked at next. */
export const readSoon = (orgId: OrgId, sql: Db, now: Date) => sql`
  update payout_readings
  set due_at = ${now}, changed_at = ${now}
  where org_id = ${orgId}
    and due_at > ${now}`
