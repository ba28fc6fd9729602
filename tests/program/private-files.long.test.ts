import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { program } from '../harness/program.ts'

const folder = await mkdtemp(join(tmpdir(), 'grandstand-private-'))
// As root, PostgreSQL runs as another user, who must be able to enter.
await chmod(folder, 0o755)
after(() => rm(folder, { recursive: true, force: true }))
const dataDir = join(folder, 'data')

/** A command by a user whose files all others may read; a server is stopped once it is ready. */
async function carelessly(...args: string[]): Promise<string> {
  const command = ['-c', 'umask 000; exec "$0" "$@"', process.execPath, program, ...args]
  const child = spawn('sh', command, {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  // Once: another signal, at the next line of its log, could meet a process that has already put its handlers away.
  let stopping = false
  child.stdout.on('data', (chunk) => {
    output += chunk
    if (!stopping && output.includes('is ready at')) stopping = child.kill('SIGTERM')
  })
  const [code] = await once(child, 'close')
  assert.equal(code, 0)
  return output
}

const isPrivate = async (path: string) => ((await stat(path)).mode & 0o077) === 0

test('whatever the program makes can be read by its owner alone, under the most careless umask', async () => {
  const organisation = '--name Club --country NZ --timezone UTC --currency NZD --sandbox --json'.split(' ')
  await carelessly('start')
  const { org_id } = JSON.parse(await carelessly('org', 'create', ...organisation))
  const files = { fresh: join(folder, 'new.csv'), old: join(folder, 'old.csv') }
  await writeFile(files.old, 'readable', { mode: 0o644 })
  for (const file of Object.values(files)) {
    await carelessly('export', 'customers', '--org', org_id, '--file', file)
    assert.ok(await isPrivate(file), file)
  }
  const entries = await readdir(dataDir, { withFileTypes: true })
  assert.ok(entries.some(({ name }) => name === 'postgres-password'))
  for (const entry of entries) assert.ok(await isPrivate(join(dataDir, entry.name)), entry.name)
})
