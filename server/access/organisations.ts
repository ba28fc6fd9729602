import { elsewhere } from '../platform/http/elsewhere.ts'
import type { Db } from '../platform/postgres/database.ts'
import { askReached } from '../platform/postgres/reach.ts'
import type { Fragment, Statement } from '../platform/postgres/sql.ts'
import type { Clocks } from '../platform/values/clock.ts'
import { type OrgId, orgIdOf } from './principal.ts'

/*
 * Whose a row is, for work that no key asked for: the worker's, the operator's, and what proves itself by something else than a key.
 * The organisation comes out of the database in every case, never out of a request.
 */

/** A row of an organisation, as `ownedRows` gives it. */
export type Owned<Row extends { org_id: number }> = Omit<Row, 'org_id'> & { readonly org_id: OrgId }

export async function ownedRows<Row extends { org_id: number }>(statement: Statement<Row[]>): Promise<Owned<Row>[]> {
  const rows: Row[] = await statement
  return rows.map((row) => ({ ...row, org_id: orgIdOf(row.org_id) }))
}

/** Whatever is due among all organisations that are worked on; while a node of a cluster is away, among those of the others. */
export async function findDue<Row extends { org_id: number }>(
  sql: Db,
  now: Date,
  find: (isWorkedOn: Fragment) => Statement<Row[]>,
): Promise<Owned<Row>[]> {
  const rows: Row[] = await askReached(sql, (isReached) => find(sql`${isReached} and ${isWorkedOn(sql, now)}`))
  return rows.map((row) => ({ ...row, org_id: orgIdOf(row.org_id) }))
}

/**
 * The same for what is due by an organisation's own time, which `find` is given. Over all of them that is the system's: whatever is due
 * by it is due in a sandbox that is ahead, too, and what is due in that one only is asked for with `only`.
 */
export async function findDueByClock<Row extends { org_id: number }>(
  sql: Db,
  { clock, systemClock, only }: Clocks,
  find: (isWorkedOn: Fragment, now: Date) => Statement<Row[]>,
): Promise<Owned<Row>[]> {
  const realNow = systemClock()
  if (only === undefined) return findDue(sql, realNow, (isWorkedOn) => find(isWorkedOn, realNow))
  return ownedRows(find(sql`org_id = ${only} and ${isWorkedOn(sql, realNow)}`, clock(only)))
}

/** The organisations that have something due, or `only` that one: `due` selects the `org_id` of what is, and locks nothing. */
export async function organisationsWith(
  sql: Db,
  now: Date,
  due: (isWorkedOn: Fragment) => Fragment,
  only?: number,
): Promise<OrgId[]> {
  const rows = await findDue(
    sql,
    now,
    (isWorkedOn) => sql<{ org_id: number }[]>`
      select distinct org_id
      from (${due(only === undefined ? isWorkedOn : sql`org_id = ${only} and ${isWorkedOn}`)}) due`,
  )
  return rows.map(({ org_id }) => org_id)
}

export async function organisationById(sql: Db, id: number): Promise<OrgId | undefined> {
  const [row] = await ownedRows(sql<{ org_id: number }[]>`
    select org_id
    from organisations
    where org_id = ${id}`)
  return row?.org_id
}

/**
 * Where workers look for what is due over all organisations: not of one that is in another cell, or has not arrived, or is about to
 * leave. `column` is its org_id.
 */
export const isWorkedOn = (sql: Db, now: Date, column = 'org_id'): Fragment => sql`
  ${sql(column)} not in (
    select m.org_id
    from organisation_moves m
    where m.move_state <> 'leaving'
      or m.work_paused_until > ${now}
  )`

/** Of what Stripe sends to every cell: the one that the organisation is in looks at it. */
export const isHere = (sql: Db, id: number): Fragment => sql`
  not exists (
    select 1
    from organisation_moves m
    where m.org_id = ${id}
      and m.move_state <> 'leaving'
  )`

/** For what comes without a key: who has a key is told before its operation is asked. */
export async function requireHere(orgId: OrgId, sql: Db): Promise<void> {
  const [move] = await sql<{ address: string | null }[]>`
    select address
    from organisation_moves
    where org_id = ${orgId}
      and move_state <> 'leaving'`
  if (move) throw elsewhere(move.address)
}

export async function allOrganisations(sql: Db): Promise<OrgId[]> {
  const rows = await ownedRows(sql<{ org_id: number }[]>`
    select org_id
    from organisations
    order by org_id`)
  return rows.map(({ org_id }) => org_id)
}

/** Work on each of them, one after the other: one that fails keeps no other waiting. Answers what they come to together. */
export async function eachOrganisation(
  organisations: { org_id: OrgId }[],
  work: (orgId: OrgId) => Promise<number>,
): Promise<number> {
  const failures: unknown[] = []
  let sum = 0
  for (const { org_id } of organisations) {
    try {
      sum += await work(org_id)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return sum
}
