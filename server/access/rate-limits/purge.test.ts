import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCluster, takeInTurn } from '../../../tests/builders/rate-limits.ts'
import { purgeRateLimitWindows } from './store.ts'

const cluster = await openCluster()
const { sql, clock } = cluster

test('windows that are over are purged, those that still count are not', async () => {
  const limits = await cluster.startProcess()
  const key = cluster.newKey()
  const other = cluster.newKey()
  clock.set(new Date('2026-11-15T10:00:30Z'))
  await takeInTurn(limits, key, 1)
  await takeInTurn(limits, other, 1)
  clock.set(new Date('2026-11-15T10:06:00Z'))
  assert.equal(await purgeRateLimitWindows(sql, clock), 0, 'a process with a slow clock may still be in that minute')
  clock.set(new Date('2026-11-15T10:06:01Z'))
  assert.equal(await purgeRateLimitWindows(sql, clock), 2)
  const left = await sql`select distinct subject from rate_limit_windows order by subject`
  assert.deepEqual(
    left.map(({ subject }) => subject),
    ['key:1:day', 'organisation:day'],
  )
  clock.set(new Date('2026-11-16T00:05:01Z'))
  assert.equal(await purgeRateLimitWindows(sql, clock), 4)
})

test('many rows are purged in batches', async () => {
  await sql`
    insert into rate_limit_windows (
      org_id, subject, window_start, window_end, ceiling, leased, used, granted, returned
    )
    select 1 + (n % 100) / 99, 'key:1@' || n || ':minute', '2026-11-15 10:00Z', '2026-11-15 10:01Z', 300, 1, 1, 1, 0
    from generate_series(1, 12000) as n`
  assert.equal(await purgeRateLimitWindows(sql, clock), 12_000)
})
