import type { PendingQuery, Row } from 'postgres'
import type { Sql, Tx } from '../postgres/database.ts'
import { perDatabase } from '../process/per-database.ts'
import { createChain } from './chain.ts'

/** Any statement that has been written but not sent. */
export type Unsent = PendingQuery<Row[]>

/** What a batch answers once its last statements, which nobody decides anything by, have been committed. */
export type Batch<T> = { last: Unsent[]; answer: T }

/** For who commits in their own time. */
export async function finish<T>({ last, answer }: Batch<T>): Promise<T> {
  await Promise.all(last.map((statement) => statement.execute()))
  return answer
}

/**
 * What the driver itself refuses never reaches the database, which would then go on and commit everything but this
 * statement. An undefined value it does not even answer.
 */
function isSendable(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isSendable)
  // A statement, or a fragment within one.
  if (value instanceof Promise) return isSendable((value as unknown as { args: unknown[] }).args)
  return value !== undefined && !(value instanceof Date && Number.isNaN(value.getTime()))
}

const chainOf = perDatabase(createChain)

/**
 * A batch's transaction. The commit is sent right behind the last statements: whatever they lock is not kept locked while
 * this process, which has much to do in a crowd, gets round to their answers. If one of them fails, that commit undoes all.
 * It begins the next transaction, for whichever batch comes next.
 *
 * The statements are planned while the tables of a new installation, or of a new event, are all but empty, and the plans are
 * kept: reading a table from end to end would stay the plan while it grows by thousands of rows.
 */
export async function beginBatch<T>(sql: Sql, work: (tx: Tx) => Promise<Batch<T>>): Promise<T> {
  const link = await chainOf(sql).take()
  const { tx } = link
  try {
    // Sent at once: by itself it would go behind the first statements of the work, and leave their plans as they were.
    const [, { last, answer }] = await Promise.all([tx`set local enable_seqscan = off`.execute(), work(tx)])
    if (!last.every(isSendable)) throw new Error('a batch has a last statement with a value that cannot be sent')
    const sent = last.map((statement) => statement.execute())
    const [commit] = await Promise.all([tx`commit and chain`.execute(), ...sent])
    if (commit.command !== 'COMMIT') throw new Error('a batch was undone, and none of its statements said why')
    link.pass()
    return answer
  } catch (error) {
    await link.undo(error)
    throw error
  }
}
