import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { blocksOf } from '../guides/blocks.ts'
import { until } from '../harness/embedded-postgres.ts'
import { freePort } from '../harness/free-port.ts'
import { grandstand, program, startServer } from '../harness/program.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = await mkdtemp(join(tmpdir(), 'grandstand-moment-'))
await chmod(folder, 0o755)
after(() => rm(folder, { recursive: true, force: true }))

/** The commands of the page, in its order. */
const page = await readFile(join(root, 'docs', 'operating.md'), 'utf8')
const [, section = ''] = page.split('### To a second before a mistake')
const [keepEmbedded, restoreEmbedded, keepOwn, restoreOwn] = blocksOf(section.split(/^## /m)[0] ?? '').map(
  ({ code }) => code,
)

/** A shell as the operator has it: `npx grandstand` is this program. */
async function type(
  code: string | undefined,
  settings: Record<string, string>,
  asUser: string[] = [],
): Promise<string> {
  const commands = (code ?? 'exit 1').replaceAll('npx grandstand', `"${process.execPath}" "${program}"`)
  const [shell = 'sh', ...args] = [...asUser, 'sh', '-euc', commands]
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const env = { PATH, HOME, NODE_COMPILE_CACHE, LOG_LEVEL: 'warn', PORT: '0', ...settings }
  const { stdout } = await promisify(execFile)(shell, args, { env, cwd: folder })
  return stdout
}

type Server = { url: string; key: string }

async function addVenue({ url, key }: Server, name: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/v1/manage/venues`, { method: 'POST', headers, body: JSON.stringify({ name }) })
  assert.equal(answer.status, 201)
}

async function venuesOf({ url, key }: Server): Promise<string[]> {
  const answer = await fetch(`${url}/v1/manage/venues?limit=100`, { headers: { authorization: `Bearer ${key}` } })
  return ((await answer.json()) as { data: { name: string }[] }).data.map(({ name }) => name)
}

/** A moment after everything until now and before everything from now on, by the clock that the journal has. */
async function momentBetween(): Promise<string> {
  const at = new Date(Date.now() + 1)
  await until('the clock has gone on', async () => Date.now() > at.getTime() + 1)
  return `${at.toISOString().replace('T', ' ').replace('Z', '')}+00`
}

test('the embedded database comes back as it was a moment before a mistake, and its books add up', async () => {
  const [DATA_DIR, ARCHIVE, BASE, RESTORED] = ['data', 'archive', 'base', 'restored'].map((name) => join(folder, name))
  const settings = { DATA_DIR, ARCHIVE, BASE, RESTORED } as Record<string, string>
  const start = async (dataDir = '') => {
    const server = await startServer({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' })
    const stop = async () => {
      server.child.kill('SIGTERM')
      assert.equal((await server.ended).code, 0)
    }
    return { url: server.url, key: /gs_sk_test_\w+/.exec(server.output())?.[0] ?? '', stop }
  }
  await (await start(DATA_DIR)).stop()
  await type(keepEmbedded, settings)
  const serving = await start(DATA_DIR)
  await addVenue(serving, 'Before the mistake')
  const AT = await momentBetween()
  await addVenue(serving, 'The mistake')
  await serving.stop()
  assert.match(await type(restoreEmbedded, { ...settings, AT }), /\S/)
  const restored = await start(RESTORED)
  const venues = await venuesOf(restored)
  assert.deepEqual([venues.includes('Before the mistake'), venues.includes('The mistake')], [true, false])
  // It goes on from there.
  await addVenue(restored, 'After it')
  await restored.stop()
})

const programs = await findPostgres()

test('one’s own PostgreSQL comes back as it was a moment before a mistake, and its books add up', {
  skip: programs === undefined && 'no PostgreSQL with pg_basebackup is installed',
}, async () => {
  const asPostgres = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--preserve-environment', '--'] : []
  const home = join(folder, 'own')
  await mkdir(home)
  if (asPostgres.length > 0) assert.equal(spawnSync('chown', ['postgres', home]).status, 0)
  const [DATA, ARCHIVE, BASE, RESTORED] = ['data', 'archive', 'base', 'restored'].map((name) => join(home, name))
  const [port, restoredPort] = [await freePort(), await freePort()]
  const urlAt = (at: number) => `postgres://postgres@127.0.0.1:${at}/postgres`
  const settings = { DATA, ARCHIVE, BASE, RESTORED, PATH: `${programs}:${process.env.PATH}` } as Record<string, string>
  const GRANDSTAND_SECRET = 'a secret for tests of 32 characters'
  await type(
    `initdb -D "$DATA" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync > /dev/null
    mkdir "$ARCHIVE"
    cat >> "$DATA/postgresql.conf" <<SETTINGS
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = ''
archive_mode = on
archive_timeout = 60
archive_command = 'test ! -f "$ARCHIVE/%f" && cp "%p" "$ARCHIVE/%f"'
SETTINGS
    pg_ctl -D "$DATA" -l "$DATA.log" -w -s start > /dev/null 2>&1`,
    settings,
    asPostgres,
  )
  after(async () => {
    for (const data of [DATA, RESTORED])
      await type(`pg_ctl -D "${data}" -m immediate -w -s stop`, settings, asPostgres).catch(() => undefined)
  })
  const environment = { DATABASE_URL: urlAt(port), GRANDSTAND_SECRET, PORT: '0', LOG_LEVEL: 'warn' }
  const run = async (args: string) => {
    const ended = await grandstand(args.split(' '), environment)
    assert.equal(ended.code, 0, ended.stderr)
    return ended.stdout
  }
  await run('migrate')
  await type(keepOwn, { ...settings, DATABASE_URL: urlAt(port) }, asPostgres)
  await run('org create --name Before --country AU --timezone UTC --currency AUD')
  const AT = await momentBetween()
  await run('org create --name Mistake --country AU --timezone UTC --currency AUD')
  const sql = openDatabase(urlAt(port), { poolSize: 1 })
  const [end] = await sql<{ segment: string }[]>`select pg_walfile_name(pg_switch_wal()) as segment`
  await sql.end()
  await until('the segment is kept', async () => (await readdir(ARCHIVE ?? '')).includes(end?.segment ?? ''))
  const restoring = { ...settings, AT, RESTORED_PORT: String(restoredPort), DATABASE_URL: urlAt(restoredPort) }
  await type(restoreOwn, { ...restoring, GRANDSTAND_SECRET }, asPostgres)
  const names = await grandstand(['org', 'list', '--json'], { ...environment, DATABASE_URL: urlAt(restoredPort) })
  assert.deepEqual(
    names.stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { name: string }).name),
    ['Before'],
  )
})

/** The programs of a PostgreSQL that is installed here. */
async function findPostgres(): Promise<string | undefined> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const places = versions.map((version) => `/usr/lib/postgresql/${version}/bin`)
  const inPath = spawnSync('sh', ['-c', 'command -v pg_basebackup']).stdout.toString().trim()
  const candidates = [...places, ...(inPath === '' ? [] : [dirname(inPath)])]
  return candidates.find((place) => spawnSync(join(place, 'pg_basebackup'), ['--version']).status === 0)
}
