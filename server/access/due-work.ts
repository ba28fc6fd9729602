import type { Db } from '../platform/postgres/database.ts'
import type { Fragment } from '../platform/postgres/sql.ts'
import type { Clocks } from '../platform/values/clock.ts'
import { eachOrganisation, findDueByClock, type Owned } from './organisations.ts'
import type { OrgId } from './principal.ts'

/** Organisations that a task works on in one run; the others have the next run. */
const ORGANISATIONS_MAX = 100

/** Rows that wait for a time, among all organisations. */
export type DueRows = {
  /** `select org_id from … where …`, which an index answers. */
  rows: Fragment
  /** What they are ordered by: the oldest have the first turn. */
  oldest: Fragment
}

export type Due = {
  /** One kind of rows, or several that one task works on. Nothing is locked. */
  due: (now: Date) => DueRows | DueRows[]
  /** So many rows of one organisation are worked on at once; 1 where an organisation has one row. */
  batch: number
  organisationsMax?: number
  /** Organisations are worked on in so many lanes: one whose provider is slow keeps only those of its lane waiting. */
  lanes?: number
}

/** The organisations that have something due. */
function organisationsDue(
  sql: Db,
  clocks: Clocks,
  { due, batch, organisationsMax = ORGANISATIONS_MAX }: Due,
): Promise<Owned<{ org_id: number }>[]> {
  return findDueByClock(sql, clocks, (isWorkedOn, now) => {
    const kinds = [due(now)].flat().map(
      ({ rows, oldest }, index) => sql`${index === 0 ? sql`` : sql`union all`} (
        ${rows}
          and ${isWorkedOn}
        order by ${oldest}
        limit ${batch * organisationsMax}
      )`,
    )
    return sql<{ org_id: number }[]>`
      select org_id
      from (
        select org_id, row_number() over () as nth
        from (${kinds}) rows
      ) due
      group by org_id
      order by min(nth)
      limit ${organisationsMax}`
  })
}

/** Works on one organisation after the other that has something due: one that fails keeps no other waiting. */
export async function eachDue(
  sql: Db,
  clocks: Clocks,
  due: Due,
  work: (orgId: OrgId) => Promise<number>,
): Promise<number> {
  const { lanes = 1 } = due
  const waiting = await organisationsDue(sql, clocks, due)
  const lane = (number: number) => waiting.filter((_, index) => index % lanes === number)
  const sums = await Promise.allSettled(
    Array.from({ length: lanes }, (_, number) => eachOrganisation(lane(number), work)),
  )
  return sums.reduce((total, sum) => {
    if (sum.status === 'rejected') throw sum.reason
    return total + sum.value
  }, 0)
}

/** Takes batches of one organisation until one is not full. Answers how many rows they were. */
export async function untilDone(batch: number, takeBatch: () => Promise<number>): Promise<number> {
  let sum = 0
  for (let count = batch; count === batch; sum += count) count = await takeBatch()
  return sum
}

/** Works on all of them at once. Each is given its chance before the first failure is thrown. */
export async function allAtOnce<Item>(items: Item[], work: (item: Item) => Promise<unknown>): Promise<number> {
  const outcomes = await Promise.allSettled(items.map(work))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return items.length
}
