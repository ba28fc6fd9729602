import type { Sql, Tx } from '../../server/platform/postgres/database.ts'

/** Returns once so many statements of this test's database wait for a lock: the moment at which a race can be decided. */
export async function awaitedLock(sql: Sql, count = 1): Promise<void> {
  for (;;) {
    const [row] = await sql<{ waiting: number }[]>`
      select count(*)::int as waiting
      from pg_stat_activity
      where datname = current_database()
        and wait_event_type = 'Lock'`
    if ((row?.waiting ?? 0) >= count) return
  }
}

/** Returns once somebody waits for what this backend has locked, whatever others wait for. */
export async function awaitedBehind(sql: Sql, backend: number): Promise<void> {
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
