import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { after, test } from 'node:test'
import { freePort } from '../../../tests/harness/free-port.ts'
import { openTestDatabase } from '../../../tests/harness/house.ts'
import { openDatabase } from './database.ts'

const { sql, url } = await openTestDatabase({ poolSize: 2 })
const admin = openDatabase(url, { poolSize: 1 })
after(() => admin.end())

const elsewhere = (port: number) => Object.assign(new URL(url), { port: String(port) }).href

test('a thousand statements at once are answered over two connections, each with its own rows', async () => {
  const rows = await Promise.all(
    Array.from(
      { length: 1_000 },
      (_, n) => sql<{ n: number; pid: number }[]>`
      select ${n}::integer as n, pg_backend_pid() as pid`,
    ),
  )
  assert.deepEqual(
    rows.map(([row]) => row?.n),
    rows.map((_, n) => n),
  )
  assert.equal(new Set(rows.map(([row]) => row?.pid)).size, 2)
})

test('a transaction has its connection to itself, and who comes when all are taken waits', async () => {
  const held = await Promise.all([sql.reserve(), sql.reserve()])
  const order: string[] = []
  const waiting = [
    sql.begin(async (tx) => {
      await tx`select 1`
      order.push('transaction')
    }),
    sql`select 1`.then(() => order.push('statement')),
  ]
  await admin`select 1`
  assert.deepEqual(order, [])
  held[0]?.release()
  await Promise.all(waiting)
  held[1]?.release()
  assert.deepEqual(order, ['transaction', 'statement'])
})

test('one of several equal statements that cannot be parsed does not decide for the others', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => sql`select nothing from nowhere`))
  for (const outcome of outcomes) assert.equal(outcome.status === 'rejected' && outcome.reason.code, '42P01')
})

test('a statement whose table has changed since it was planned is sent again', async () => {
  await sql`create table changing (a integer)`
  const read = () => sql`select * from changing`
  for (let n = 0; n < 4; n += 1) await Promise.all([read(), read()])
  await sql`alter table changing add column b text`
  await sql`insert into changing values (1, 'two')`
  for (let n = 0; n < 4; n += 1) assert.deepEqual([...(await read())], [{ a: 1, b: 'two' }])
})

test('where no server listens each statement is refused, and the pool goes on trying', async () => {
  const nowhere = openDatabase(elsewhere(await freePort()), { poolSize: 1 })
  for (let n = 0; n < 2; n += 1) {
    const outcomes = await Promise.allSettled([
      nowhere`select 1`,
      nowhere`select 2`,
      nowhere.begin((tx) => tx`select 3`),
    ])
    for (const outcome of outcomes) assert.equal(outcome.status === 'rejected' && outcome.reason.code, 'ECONNREFUSED')
  }
  await nowhere.end()
})

test('a server that does not answer is given up in time', async () => {
  const silent: Server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as { port: number }
  const sql = openDatabase(elsewhere(port), { poolSize: 1, connectTimeoutMs: 50 })
  await assert.rejects(async () => sql`select 1`, { code: 'CONNECT_TIMEOUT' })
  await sql.end()
  silent.close()
})

test('a database that lets a connection in and then says nothing is given up like one that never answers', async () => {
  const welcome = Buffer.concat([Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]), Buffer.from([0x5a, 0, 0, 0, 5, 0x49])])
  const mute: Server = createServer((socket) => socket.once('data', () => socket.write(welcome))).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const { port } = mute.address() as { port: number }
  const sql = openDatabase(elsewhere(port), { poolSize: 1, connectTimeoutMs: 50 })
  await assert.rejects(async () => sql`select 1`, { code: 'CONNECT_TIMEOUT' })
  await sql.end({ timeout: 1 })
  mute.close()
})

test('a database that is not there says so', async () => {
  const missing = openDatabase(Object.assign(new URL(url), { pathname: '/no_such_database' }).href)
  await assert.rejects(async () => missing`select 1`, { code: '3D000' })
  await missing.end()
})

test('a database that is closed takes nothing new, and cuts off in time what does not end', async () => {
  const closing = openDatabase(url, { poolSize: 1 })
  const held = await closing.reserve()
  const late = assert.rejects(held`select pg_sleep(60)`.execute(), { code: 'CONNECTION_DESTROYED' })
  const waiting = assert.rejects(
    closing.begin((tx) => tx`select 1`),
    { code: 'CONNECTION_DESTROYED' },
  )
  await closing.end({ timeout: 0.1 })
  await Promise.all([late, waiting])
  await assert.rejects(async () => closing`select 1`, { code: 'CONNECTION_ENDED' })
})

test('who listens hears others, also after the connection was lost', async () => {
  const heard: string[] = []
  let hearNext = () => {}
  const { unlisten } = await sql.listen('news', (payload) => {
    heard.push(payload)
    hearNext()
  })
  const say = async (payload: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    hearNext = resolve
    await admin`select pg_notify('news', ${payload})`
    await promise
  }
  const listeners = () => admin<{ pid: number }[]>`
    select pid
    from pg_stat_activity
    where query = 'listen "news"'`
  await say('one')
  const [old] = await listeners()
  await admin`select pg_terminate_backend(${old?.pid ?? 0}::integer, 5000)`
  for (let [now] = await listeners(); !now || now.pid === old?.pid; [now] = await listeners());
  await say('two')
  await unlisten()
  assert.deepEqual(heard, ['one', 'two'])
})
