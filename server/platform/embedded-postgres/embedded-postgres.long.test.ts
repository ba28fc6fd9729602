import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  ask,
  childrenOf,
  freeze,
  killAll,
  killAndWait,
  serverPid,
  startOther,
  temporaryFolder,
  until,
  untilGone,
} from '../../../tests/harness/embedded-postgres.ts'
import { findBinaries } from './binaries.ts'
import { EmbeddedPostgresError, startEmbeddedPostgres } from './embedded-postgres.ts'
import { absent } from './error.ts'
import { findServer, launchServer } from './launch.ts'
import { findLocation } from './location.ts'
import { commandOf, isRunning, readPostmaster } from './postmaster.ts'
import { serverUser } from './server-user.ts'

const folder = await temporaryFolder('embedded')
/** One cluster for all tests that need none of their own; its path has a space. */
const dataDir = join(folder, 'data')

test('an empty folder becomes a database that only this machine can reach, with a password', async () => {
  const server = await startEmbeddedPostgres({ dataDir, mode: 'server' })
  assert.equal(server.owned, true)
  assert.match(server.url, /^postgres:\/\/grandstand_app:[0-9a-f]{64}@127\.0\.0\.1:\d+\/grandstand$/)
  assert.equal(await ask(server.url, 'show server_encoding'), 'UTF8')
  assert.equal(await ask(server.url, 'show listen_addresses'), '127.0.0.1')
  assert.equal(await ask(server.superuserUrl, 'show unix_socket_directories'), '')
  assert.equal(await ask(server.url, 'show fsync'), 'on')
  assert.equal((await stat(join(dataDir, 'postgres-password'))).mode & 0o777, 0o600)
  await assert.rejects(ask(server.url.replace(/:[0-9A-Za-z]{32,}@/, ':guess@'), 'select 1'), { code: '28P01' })
  await ask(server.url, 'create table kept (value text)')
  const pid = (await serverPid(dataDir)) ?? 0
  await server.stop()
  assert.equal(await commandOf(pid), undefined)
})

test('a restart keeps the data and takes the settings it is given', async () => {
  const options = { dataDir, mode: 'server', durable: false, settings: { work_mem: '12MB' } } as const
  const server = await startEmbeddedPostgres(options)
  assert.equal(await ask(server.url, 'select count(*)::int from kept'), 0)
  assert.equal(await ask(server.url, 'show work_mem'), '12MB')
  assert.equal(await ask(server.url, 'show fsync'), 'off')
  await server.stop()
  await server.stop()
})

test('after kill -9 of its owner the orphaned server is adopted, and stopped at the end', async (context) => {
  const other = startOther(context, { dataDir, mode: 'server' })
  const { url = '' } = await other.answer()
  await ask(url, `insert into kept values ('orphan')`)
  const orphan = (await serverPid(dataDir)) ?? 0
  await killAndWait(other.process)
  const server = await startEmbeddedPostgres({ dataDir, mode: 'server' })
  assert.equal(server.owned, true)
  assert.equal(await serverPid(dataDir), orphan)
  assert.equal(await ask(server.url, `select count(*)::int from kept where value = 'orphan'`), 1)
  await server.stop()
  assert.equal(await commandOf(orphan), undefined)
})

test('after kill -9 of everything at once nothing committed is lost', async (context) => {
  const other = startOther(context, { dataDir, mode: 'server' })
  const { url = '' } = await other.answer()
  await ask(url, `insert into kept values ('crash')`)
  const postmaster = (await serverPid(dataDir)) ?? 0
  const victims = [...(await childrenOf(postmaster)), postmaster, other.pid]
  assert.ok(victims.length > 4)
  killAll(victims)
  const server = await startEmbeddedPostgres({ dataDir, mode: 'server' })
  assert.equal(await ask(server.url, `select count(*)::int from kept where value = 'crash'`), 1)
  await server.stop()
})

test('a second server on the folder is refused in one line that names the first', async (context) => {
  const other = startOther(context, { dataDir, mode: 'server' })
  const { url = '' } = await other.answer()
  await assert.rejects(startEmbeddedPostgres({ dataDir, mode: 'server' }), (error: Error) => {
    assert.ok(error instanceof EmbeddedPostgresError)
    assert.equal(
      error.message,
      `another Grandstand (process ${other.pid}) already runs on ${dataDir}: stop it, or choose another DATA_DIR`,
    )
    return true
  })
  assert.equal(await ask(url, 'select 1'), 1)
  await other.stop()
})

test('of two first starts at the same moment one wins, and the other says why it did not', async (context) => {
  const both = join(folder, 'both')
  const others = [1, 2].map(() => startOther(context, { dataDir: both, mode: 'server', durable: false }))
  const answers = await Promise.all(others.map((other) => other.answer()))
  const winner = answers.find((answer) => answer.url !== undefined)
  const loser = answers.find((answer) => answer.refusal !== undefined)
  assert.match(loser?.refusal ?? '', /^another Grandstand \(process \d+\) already runs on /)
  assert.equal(loser?.plain, true)
  assert.equal(await ask(winner?.url ?? '', 'select 1'), 1)
  await Promise.all(others.map((other) => other.stop()))
  assert.deepEqual((await readdir(both)).sort(), ['postgres', 'postgres-password', 'postgres.log'])
})

test('a start that is killed in the middle of making the database does not trouble the next one', async (context) => {
  const half = join(folder, 'half')
  const other = startOther(context, { dataDir: half, mode: 'server', durable: false })
  const unfinished = async () =>
    (await readdir(half).catch(() => [])).filter((name) => name.startsWith('postgres.new-'))
  await until('initdb is at work', async () => {
    const [name] = await unfinished()
    return name !== undefined && (await stat(join(half, name, 'cluster', 'base')).catch(absent)) !== undefined
  })
  // initdb has processes of its own, which would go on for a moment in the folder that the next start sweeps away.
  const makers = await freeze(other.pid)
  const killed = once(other.process, 'exit')
  killAll(makers)
  await killed
  await Promise.all(makers.map(untilGone))
  assert.equal((await unfinished()).length, 1)
  const server = await startEmbeddedPostgres({ dataDir: half, mode: 'server', durable: false })
  assert.equal(await ask(server.url, 'select 1'), 1)
  await server.stop()
  assert.deepEqual(await unfinished(), [])
})

test('a process number that lives on in another program does not keep the server from starting', async (context) => {
  const cluster = join(dataDir, 'postgres')
  const user = await serverUser(await stat(cluster))
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore', ...(user ? { uid: user.uid, gid: user.gid } : {}) })
  context.after(() => stranger.kill('SIGKILL'))
  await writeFile(join(cluster, 'postmaster.pid'), `${stranger.pid}\n${cluster}\n1\n5432\n\n127.0.0.1\n\nready\n`)
  const server = await startEmbeddedPostgres({ dataDir, mode: 'server' })
  assert.notEqual(await serverPid(dataDir), stranger.pid)
  await server.stop()
})

test('the process number of another folder’s server does not count as ours', async () => {
  const server = await startEmbeddedPostgres({ dataDir, mode: 'server' })
  const ours = await readPostmaster(join(dataDir, 'postgres'))
  assert.ok(ours)
  assert.equal(await isRunning(join(dataDir, 'postgres'), ours), true)
  const elsewhere = join(folder, 'elsewhere', 'postgres')
  assert.equal(await isRunning(elsewhere, { ...ours, recordedDir: elsewhere }), false)
  assert.equal(await isRunning(elsewhere, ours), false, 'a copy of the folder')
  await server.stop()
})

test('an empty process file, as a power cut leaves it, does not keep the server from starting', async () => {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  await writeFile(file, '')
  await utimes(file, 0, 0)
  const server = await startEmbeddedPostgres({ dataDir, mode: 'server' })
  assert.notEqual(await readFile(file, 'utf8'), '')
  await server.stop()
})

test('a port that another program takes at the last moment only costs another try', async (context) => {
  const stranger = createServer().listen(0, '127.0.0.1')
  context.after(() => stranger.close())
  await once(stranger, 'listening')
  const { port } = stranger.address() as AddressInfo
  const say = () => {}
  const place = await findLocation({ dataDir, say })
  const binaries = await findBinaries({ user: place.user, dataDir, say })
  const launch = { location: place, binaries, durable: false, deadline: Number.POSITIVE_INFINITY }
  await launchServer({ ...launch, choosePort: async () => port })
  assert.equal(await findServer(place.cluster), undefined)
  const server = await startEmbeddedPostgres({ dataDir, mode: 'server' })
  await server.stop()
})
