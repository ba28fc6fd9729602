import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { ask, serverPid, startOther, temporaryFolder, until } from '../../../tests/harness/embedded-postgres.ts'
import { type EmbeddedPostgres, EmbeddedPostgresError, startEmbeddedPostgres } from './embedded-postgres.ts'

const dataDir = join(await temporaryFolder('sharing'), 'data')

const start = (mode: 'server' | 'tool', startTimeoutMs = 30_000): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ dataDir, mode, durable: false, startTimeoutMs })

const runs = async () => (await serverPid(dataDir)) !== undefined

test('a tool without a server starts the database and stops it when it is done', async () => {
  const tool = await start('tool')
  assert.equal(tool.owned, true)
  assert.equal(await ask(tool.url, 'select 1'), 1)
  await tool.stop()
  assert.equal(await runs(), false)
})

test('a tool beside a server attaches to it and leaves it running', async (context) => {
  const other = startOther(context, { dataDir, mode: 'server', durable: false })
  const { url } = await other.answer()
  const tool = await start('tool')
  assert.equal(tool.owned, false)
  assert.equal(tool.url, url)
  await tool.stop()
  assert.equal(await ask(url ?? '', 'select 1'), 1)
  await other.stop()
  assert.equal(await runs(), false)
})

test('of two tools the last one to leave stops the database, whichever started it', async () => {
  const first = await start('tool')
  const second = await start('tool')
  assert.deepEqual([first.owned, second.owned], [true, false])
  await first.stop()
  assert.equal(await ask(second.url, 'select 1'), 1)
  await second.stop()
  assert.equal(await runs(), false)
})

test('a server that starts while a tool works takes over and outlasts it', async () => {
  const tool = await start('tool')
  const server = await start('server')
  assert.equal(server.owned, true)
  await tool.stop()
  assert.equal(await ask(server.url, 'select 1'), 1)
  await server.stop()
  assert.equal(await runs(), false)
})

test('a start that meets a server on its way down waits for it and begins a new one', async () => {
  const server = await start('server')
  const pid = await serverPid(dataDir)
  const [tool] = await Promise.all([start('tool'), server.stop()])
  // The tool either got in before the stop, and then its database is gone with it, or it has one of its own.
  if ((await serverPid(dataDir)) === undefined) assert.match(await tool.exited, /stopped by itself/)
  else assert.notEqual(await serverPid(dataDir), pid)
  await tool.stop()
  assert.equal(await runs(), false)
})

test('the owner is told when PostgreSQL dies by itself', async () => {
  const server = await start('server')
  const postmaster = await serverPid(dataDir)
  assert.ok(postmaster)
  process.kill(postmaster, 'SIGKILL')
  assert.match(await server.exited, /^the embedded PostgreSQL of .* stopped by itself/)
  await server.stop()
})

test('when one backend crashes and PostgreSQL restarts them all, the owner stays the owner', async () => {
  const server = await start('server')
  const postmaster = await serverPid(dataDir)
  const holder = await lockHolder(server.url)
  assert.ok(holder)
  process.kill(holder, 'SIGKILL')
  await until('the owner is back', async () => {
    const now = await lockHolder(server.url).catch(() => undefined)
    return now !== undefined && now !== holder
  })
  await assert.rejects(start('server'), /^Error: another Grandstand \(process \d+\) already runs/)
  assert.equal(await serverPid(dataDir), postmaster)
  await server.stop()
})

/** The backend of the session in which the owner holds its locks; a session that is yet to take them does not count. */
const lockHolder = (url: string) =>
  ask(
    url,
    `select l.pid
    from pg_locks l
    join pg_stat_activity a using (pid)
    where l.locktype = 'advisory'
      and l.mode = 'ExclusiveLock'
      and l.granted
      and a.application_name = 'grandstand server ${process.pid}'`,
  ) as Promise<number | undefined>

test('Ctrl-C in a terminal does not stop the database before its owner does', async (context) => {
  const other = startOther(context, { dataDir, mode: 'server', durable: false })
  const { url = '' } = await other.answer()
  process.kill(-other.pid, 'SIGINT')
  assert.deepEqual(await other.answer(), { interrupted: true })
  assert.equal(await ask(url, 'select 1'), 1)
  await other.stop()
  assert.equal(await runs(), false)
})

test('a server that runs but does not answer is reported when the time is up', async (context) => {
  const other = startOther(context, { dataDir, mode: 'server', durable: false })
  await other.answer()
  const postmaster = await serverPid(dataDir)
  assert.ok(postmaster)
  process.kill(postmaster, 'SIGSTOP')
  try {
    await assert.rejects(start('server', 300), (error: Error) => {
      assert.ok(error instanceof EmbeddedPostgresError)
      assert.match(error.message, new RegExp(`^PostgreSQL \\(process ${postmaster}\\) of .* does not answer`))
      return true
    })
  } finally {
    process.kill(postmaster, 'SIGCONT')
  }
  await other.stop()
})
