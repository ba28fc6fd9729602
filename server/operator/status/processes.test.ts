import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'
import { keepBeating, readProcesses, troubleOf } from './processes.ts'

const { sql } = await openHouse()
const trouble = async () => troubleOf(await readProcesses(sql))
const seenAgo = (seconds: number) => sql`
  update processes
  set seen_at = now() - ${seconds}::integer * interval '1 second'
  where role = 'worker'`

test('a worker that has ended, was killed or is of another version is named by those that are left', async () => {
  const api = await keepBeating(sql, 'api')
  assert.equal(await trouble(), 'No worker runs: webhooks, mails, refunds and instalments wait.')
  const worker = await keepBeating(sql, 'worker')
  assert.equal(await trouble(), undefined)
  assert.deepEqual(
    (await readProcesses(sql)).map(({ role }) => role),
    ['api', 'worker'],
  )

  // Killed, it does not say so: it is no more seen.
  await seenAgo(61)
  assert.match((await trouble()) ?? '', /^No worker/)
  await seenAgo(0)
  await worker.stop()
  assert.match((await trouble()) ?? '', /^No worker/)

  const all = await keepBeating(sql, 'all')
  assert.equal(await trouble(), undefined)
  await sql`
    update processes
    set version = '0.0.1'
    where role = 'api'`
  assert.match((await trouble()) ?? '', /^Processes of 2 versions run: 0\.0\.1, /)
  await Promise.all([api.stop(), all.stop()])
  assert.equal((await readProcesses(sql)).length, 0)
})

test('the row of a process that was killed is deleted a day later', async () => {
  await keepBeating(sql, 'worker').then(({ stop }) => stop())
  await sql`
    insert into processes (role, version, host, seen_at)
    values ('worker', '1.0.0', 'killed', now() - interval '25 hours'), ('worker', '1.0.0', 'late', now() - interval '1 hour')`
  const api = await keepBeating(sql, 'api')
  const hosts = await sql<{ host: string }[]>`
    select host
    from processes
    where role = 'worker'`
  assert.deepEqual(
    hosts.map(({ host }) => host),
    ['late'],
  )
  await api.stop()
})
