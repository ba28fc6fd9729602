import type { Sql } from '../server/kit/database.ts'

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
