import type { Sql, Tx } from '../../server/platform/postgres/database.ts'
import { askEveryNode } from '../../server/platform/postgres/every-node.ts'
import { isOnCluster } from './citus.ts'

/** Returns once so many statements of this test's database wait for a lock: the moment at which a race can be decided. */
export async function awaitedLock(sql: Sql, count = 1): Promise<void> {
  for (;;) {
    const waiting = sql<{ answer: string }[]>`
      select count(*)::text as answer
      from pg_stat_activity
      where datname = current_database()
        and wait_event_type = 'Lock'`
    const answers = await askEveryNode(sql, waiting)
    if (answers.reduce((sum, { answer }) => sum + Number(answer), 0) >= count) return
  }
}

/** Returns once a statement waits for what this backend has locked, whatever others wait for. */
export async function awaitedBehind(sql: Sql, backend: number): Promise<void> {
  // On a cluster it waits on another node, behind another backend that works for this one.
  if (isOnCluster()) return awaitedLock(sql)
  for (;;) {
    const waiting = await sql`
      select 1
      from pg_stat_activity
      where datname = current_database()
        and wait_event_type = 'Lock'
        and ${backend} = any (pg_blocking_pids(pid))`
    if (waiting.length > 0) return
  }
}

/** Starts `work` while a transaction that has made `change` is still open, and commits that once `work` waits for it. */
export async function whileUncommitted<T>(sql: Sql, change: (tx: Tx) => Promise<unknown>, work: () => Promise<T>) {
  let working: Promise<T> | undefined
  await sql.begin(async (tx) => {
    await change(tx)
    working = work()
    await awaitedLock(sql)
  })
  if (!working) throw new Error('the transaction never came to the work')
  return working
}
