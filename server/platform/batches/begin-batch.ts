import type { Sql, Tx } from '../postgres/database.ts'
import type { AnyRow, Statement } from '../postgres/sql.ts'

/** Any statement that has been written but not sent. */
export type Unsent = Statement<AnyRow[]>

/** What a batch answers, and the statements still to be sent before it may: nothing is decided by what they give back. */
export type Batch<T> = { last: Unsent[]; answer: T }

/** Sends the last statements without the commit, for a batch within a larger transaction. */
export async function finish<T>({ last, answer }: Batch<T>): Promise<T> {
  await Promise.all(last.map((statement) => statement.execute()))
  return answer
}

/**
 * A batch's transaction, committed with its last statements.
 *
 * It reads by index only. The statements are planned while the tables of a new installation, or of a new event, are all but
 * empty, and the plans are kept: reading a table from end to end would stay the plan while it grows by thousands of rows.
 */
export function beginBatch<T>(sql: Sql, work: (tx: Tx) => Promise<Batch<T>>): Promise<T> {
  return sql.begin(async (tx) => {
    // Sent here and now: a statement that is awaited is sent a moment later, behind the first ones of the work.
    void tx`set local enable_seqscan = off`.execute()
    const { last, answer } = await work(tx)
    await tx.commit(last)
    return answer
  })
}

/**
 * Sends statements in the order in which they are named, without waiting for each other, and answers by their names. That order
 * is the order of their locks, so it is not a matter of taste: what one reads is as it is under the locks of those before it. The
 * whole costs one way to the database and back. One that is not needed is undefined.
 */
export async function sendTogether<S extends Record<string, Statement<unknown> | undefined>>(
  statements: S,
): Promise<{ [Name in keyof S]: Awaited<S[Name]> }> {
  const names = Object.keys(statements)
  const answers = await Promise.all(Object.values(statements).map((statement) => statement?.execute()))
  return Object.fromEntries(names.map((name, index) => [name, answers[index]])) as {
    [Name in keyof S]: Awaited<S[Name]>
  }
}
