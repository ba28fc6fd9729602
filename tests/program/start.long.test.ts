import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { until } from '../harness/embedded-postgres.ts'
import { freePort } from '../harness/free-port.ts'
import { openTestDatabase } from '../harness/house.ts'
import { grandstand, launch, program, startServer } from '../harness/program.ts'

const folder = await mkdtemp(join(tmpdir(), 'grandstand start '))
await chmod(folder, 0o755)
after(() => rm(folder, { recursive: true, force: true }))
const embedded = (name: string) => ({ DATA_DIR: join(folder, name), PORT: '0', LOG_LEVEL: 'warn' })

const orgCreate = 'org create --name X --country AU --timezone UTC --currency AUD --json'.split(' ')

test('a first start, in a path with spaces, prints a line that can be pasted and answers 200; it stops cleanly', async () => {
  const { child, output, ended } = await startServer(embedded('first'))
  const line = /^ {2}(curl .*)$/m.exec(output())?.[1] ?? ''
  const { stdout } = await promisify(execFile)('sh', ['-c', `${line} -s -o /dev/null -w '%{http_code}'`])
  assert.equal(stdout, '200')
  assert.match(output(), /^Console, once: +http:\/\/\S+\/console\/sign-in#[0-9A-Za-z]{40}$/m)
  child.kill('SIGINT')
  assert.equal((await ended).code, 0)
})

test('what was committed is there after kill -9, and the next start says the same demo key', async () => {
  const first = await startServer(embedded('first'))
  const result = await grandstand(orgCreate, embedded('first'))
  assert.equal(result.code, 0, result.stderr)
  first.child.kill('SIGKILL')
  await first.ended
  const second = await startServer(embedded('first'))
  const keyOf = (text: string) => /gs_sk_test_[0-9A-Za-z]+/.exec(text)?.[0]
  assert.equal(keyOf(second.output()), keyOf(first.output()))
  const headers = { authorization: `Bearer ${JSON.parse(result.stdout).secret_key}` }
  const answer = await fetch(`${second.url}/v1/organisation`, { headers })
  assert.equal(answer.status, 200)
  second.child.kill('SIGTERM')
  assert.equal((await second.ended).code, 0)
})

/** Beside its data, and not where all programs of the tests share it. */
const keeping = { ...embedded('keeping'), NODE_COMPILE_CACHE: '' }

const keptFiles = async () =>
  (await readdir(join(folder, 'keeping', 'cache'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

/** Three starts that compile and build everything, and one of them makes the demo. */
const patient = { timeout: 300_000 }

test(
  'what a start has compiled and built is kept beside the data, and made anew where it is damaged or gone',
  patient,
  async () => {
    const visit = async () => {
      const { child, url, ended } = await startServer(keeping)
      const page = await (await fetch(`${url}/shop/`)).text()
      const script = await fetch(url + (/src="([^"]+)"/.exec(page)?.[1] ?? '/none'))
      assert.deepEqual([script.status, script.headers.get('content-type')], [200, 'text/javascript; charset=utf-8'])
      child.kill('SIGTERM')
      assert.equal((await ended).code, 0)
      return page.match(/\/assets\/[\w.-]+/g)
    }
    const assets = await visit()
    const files = await keptFiles()
    assert.ok(files.some((file) => file.endsWith('shop.build')))
    assert.ok(files.length > 500, `${files.length} files`)
    for (const file of files) await writeFile(file, 'damaged')
    assert.deepEqual(await visit(), assets)
    await rm(join(folder, 'keeping', 'cache'), { recursive: true })
    await writeFile(join(folder, 'keeping', 'cache'), 'in the way')
    assert.deepEqual(await visit(), assets)
  },
)

test('a caller who never finishes its request does not keep the server from stopping in order', async () => {
  const { child, url: address, ended } = await startServer(embedded('first'))
  const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => {})
  after(() => socket.destroy())
  const head =
    'POST /v1/gate/enrol HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n'
  await new Promise<void>((resolve) => socket.write(`${head}{"code":`, () => resolve()))
  // Answered on another connection, so that the first has been read by now.
  await fetch(`${address}/healthz`)
  child.kill('SIGTERM')
  assert.equal((await ended).code, 0)
})

test('a command in a folder without a database says where it looked, and makes none', async () => {
  const lines = [
    'org list',
    'migrate',
    'doctor',
    'audit',
    'key list --org 1',
    'demo --org 1 --events 1',
    'backup --file x',
  ]
  for (const line of [...lines, orgCreate.join(' ')]) {
    const { code, stdout, stderr } = await grandstand(line.split(' '), embedded('nothing here'))
    assert.equal(code, 1, line)
    assert.match(
      stdout + stderr,
      /there is no database in .*nothing here\. grandstand start makes one; .*DATA_DIR/,
      line,
    )
    await assert.rejects(access(join(folder, 'nothing here')), line)
  }
})

test('a second server on the same DATA_DIR is refused in one line; one with its own runs beside the first', async () => {
  const first = await startServer(embedded('first'))
  const refused = await grandstand(['start'], embedded('first'))
  assert.equal(refused.code, 1)
  assertOneLine(refused.stderr)
  const second = await startServer(embedded('second'))
  for (const { url } of [first, second]) assert.equal((await fetch(`${url}/readyz`)).status, 200)
  first.child.kill('SIGTERM')
  second.child.kill('SIGTERM')
  assert.deepEqual([(await first.ended).code, (await second.ended).code], [0, 0])
})

/** A group of processes, as a terminal makes one. `closed` is when the last of them that can print has ended. */
async function npmStart() {
  const child = spawn('npm', ['start'], {
    env: { ...process.env, ...embedded('first') },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const closed = once(child.stdout, 'close')
  let output = ''
  const address = await new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      const found = /is ready at (\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
  })
  return { pid: child.pid ?? 0, address, closed }
}

/** PostgreSQL takes it away when it has stopped in order. */
const postmasterFile = join(folder, 'first', 'postgres', 'postmaster.pid')

test('SIGTERM to npm start, as a supervisor sends it, stops the server and its database', async () => {
  const { pid, address, closed } = await npmStart()
  process.kill(pid, 'SIGTERM')
  await closed
  await assert.rejects(fetch(`${address}/healthz`))
  await assert.rejects(access(postmasterFile), { code: 'ENOENT' })
})

test('so does Ctrl-C in its terminal, which reaches the server itself and once more through npm', async () => {
  const { pid, closed } = await npmStart()
  await access(postmasterFile)
  process.kill(-pid, 'SIGINT')
  await closed
  await assert.rejects(access(postmasterFile), { code: 'ENOENT' })
})

test('signals that come together are one, so that the database is not left behind', async () => {
  const { child, ended } = await startServer(embedded('first'))
  child.kill('SIGINT')
  child.kill('SIGTERM')
  assert.equal((await ended).code, 0)
  await assert.rejects(access(postmasterFile), { code: 'ENOENT' })
})

const { url, sql } = await openTestDatabase()
const own = { DATABASE_URL: url, GRANDSTAND_SECRET: 's'.repeat(32), PORT: '0', LOG_LEVEL: 'info' }

test('a signal that comes later means now, whatever is still under way', async () => {
  const { child, ended } = await startServer({ ...own, DRAIN_MS: '60000' })
  await until('a later one ends it', async () => !child.kill('SIGINT'))
  assert.equal((await ended).code, 1)
})

test('whatever stops a start is one clear line and a non-zero exit', async () => {
  const busy = createServer().listen(0, '127.0.0.1')
  await once(busy, 'listening')
  const taken = String((busy.address() as AddressInfo).port)
  const cases: [Record<string, string>, number, RegExp][] = [
    [{ ...own, PORT: taken }, 1, /port [0-9]+ on 127.0.0.1 is taken; set PORT/],
    [{ ...own, METRICS_PORT: taken }, 1, /set METRICS_PORT/],
    [{ ...own, PORT: 'eighty' }, 2, /PORT must be a whole number/],
    [{ ...own, LOG_LEVEL: 'loud' }, 2, /LOG_LEVEL must be one of/],
    [{ ...own, GRANDSTAND_SECRET: '' }, 2, /GRANDSTAND_SECRET is required/],
    [{ ...own, DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' }, 1, /DATABASE_URL does not answer/],
    [{ ...own, DATABASE_URL: 'mysql://127.0.0.1/x' }, 2, /DATABASE_URL must be/],
    [{ DATA_DIR: '/proc/x' }, 1, /\/proc\/x .*: (choose another DATA_DIR|check the permissions of DATA_DIR)/],
    [{ DATA_DIR: join(program, 'x') }, 1, /is not a folder: choose another DATA_DIR/],
    [{ DATA_DIR: program }, 1, /is not a folder: choose another DATA_DIR/],
  ]
  for (const [settings, code, message] of cases) {
    const ended = await grandstand(['start'], settings)
    assert.deepEqual([ended.code, message.test(ended.stderr)], [code, true], ended.stderr)
    assertOneLine(ended.stderr)
    assert.doesNotMatch(ended.stderr, /secret@/)
  }
  busy.close()
})

test('roles run apart on one database, each with its metrics on a port of its own; the worker has no other', async () => {
  const [api, worker] = [String(await freePort()), String(await freePort())]
  const server = await startServer({ ...own, METRICS_PORT: api }, ['--role', 'api'])
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
  assert.match(await metricsAt(api), /grandstand_http_request_seconds_count/)
  assert.equal((await fetch(`${server.url}/metrics`)).status, 404)
  const { child, ended, output } = launch(['start', '--role', 'worker'], { ...own, METRICS_PORT: worker })
  assert.match(await metricsAt(worker), /process_cpu_seconds_total/)
  assert.doesNotMatch(output(), /listening/)
  for (const process of [server.child, child]) process.kill('SIGTERM')
  assert.deepEqual([(await server.ended).code, (await ended).code], [0, 0])
})

/** Asks until the server listens there; not without a pause, since its start needs the processor as well. */
async function metricsAt(port: string): Promise<string> {
  let text: string | undefined
  await until('the metrics are served', async () => {
    text = await fetch(`http://127.0.0.1:${port}/metrics`).then(
      (answer) => answer.text(),
      () => undefined,
    )
    return text !== undefined
  })
  return text ?? ''
}

test('a database that a newer program has migrated is left alone, in one line', async () => {
  await sql`insert into schema_migrations (version, name, checksum) values (9999, '9999_future.sql', 'x')`
  const ended = await grandstand(['start'], own)
  await sql`delete from schema_migrations where version = 9999`
  assert.equal(ended.code, 1)
  assert.match(ended.stderr, /newer than this program/)
  assertOneLine(ended.stderr)
})

function assertOneLine(text: string): void {
  assert.match(text, /^grandstand: [^\n]+\n$/)
}
