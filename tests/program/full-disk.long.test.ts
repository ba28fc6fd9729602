import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { until } from '../harness/embedded-postgres.ts'
import { freePort } from '../harness/free-port.ts'
import { grandstand, startServer } from '../harness/program.ts'

const skip = process.platform === 'linux' && process.getuid?.() === 0 ? false : 'only root can mount a small disk'
const folder = await mkdtemp(join(tmpdir(), 'grandstand-full-'))
await chmod(folder, 0o755)
after(() => rm(folder, { recursive: true, force: true }))

/** PostgreSQL itself is given up to a minute to stop; who looks at a terminal is told long before. */
const SOON_MS = 45_000

for (const [size, where] of [
  ['46m', 'while the tables are made'],
  ['53m', 'in the middle of its journal'],
] as const) {
  test(`a disk that is full ${where} is one line, soon, and leaves no server behind`, {
    skip,
    timeout: SOON_MS,
  }, async (context) => {
    const disk = join(folder, size)
    await mkdir(disk)
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk])
    if (mounted.status !== 0) return context.skip('this machine does not let the test mount a small disk')
    try {
      const ended = await grandstand(['start'], { DATA_DIR: disk, PORT: '0', LOG_LEVEL: 'warn' })
      assert.equal(ended.code, 1)
      assert.match(ended.stderr, /^grandstand: the disk that holds [^\n]+ is full\n$/)
    } finally {
      // Refused while a process still works in it.
      assert.equal(spawnSync('umount', [disk]).status, 0)
    }
  })
}

test('a disk that fills up while it serves is told once, everywhere; what reads goes on, and with room so does the rest', {
  skip,
  timeout: 120_000,
}, async (context) => {
  const disk = join(folder, 'serving')
  await mkdir(disk)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk])
  if (mounted.status !== 0) return context.skip('this machine does not let the test mount a small disk')
  const metricsPort = await freePort()
  const settings = { DATA_DIR: disk, PORT: '0', METRICS_PORT: String(metricsPort), LOG_LEVEL: 'warn' }
  const server = await startServer(settings)
  try {
    const authorization = `Bearer ${/gs_sk_test_\w+/.exec(server.output())?.[0]}`
    const read = () => fetch(`${server.url}/v1/customers?limit=2`, { headers: { authorization } })
    const change = () =>
      fetch(`${server.url}/v1/manage/venues`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: '{"name":"Harbour Park"}',
      })
    const readiness = async () => {
      const answer = await fetch(`${server.url}/readyz`)
      return [answer.status, ((await answer.json()) as { disk?: string }).disk]
    }
    const metric = async (name: string) =>
      new RegExp(`^grandstand_${name} (\\S+)$`, 'm').exec(
        await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
      )?.[1]
    const isTold = (state: string) => until(`the disk is ${state}`, async () => (await readiness())[1] === state)

    await isTold('low')
    assert.equal((await change()).status, 201)
    const { bavail, bsize } = await statfs(disk)
    const ballast = join(disk, 'ballast')
    await writeFile(ballast, Buffer.alloc(bavail * bsize - 40 * 1024 * 1024))
    await isTold('full')
    assert.deepEqual(await readiness(), [200, 'full'])
    for (let n = 0; n < 3; n += 1) {
      const refused = await change()
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '30'])
      assert.equal((await read()).status, 200)
    }
    assert.equal(await metric('disk_full'), '1')
    assert.ok(Number(await metric('disk_free_bytes')) < 64 * 1024 * 1024)
    await rm(ballast)
    await isTold('low')
    assert.equal((await change()).status, 201)
    assert.equal(await metric('disk_full'), '0')
    const lines = () =>
      server
        .output()
        .split('\n')
        .filter((line) => line.includes('"alarm":true'))
    await until('the line is written', async () => lines().length > 0)
    assert.deepEqual(
      lines().map((line) => (JSON.parse(line) as { msg: string }).msg),
      ['the disk of the database is full: it can be read, and nothing be changed'],
    )
    assert.ok(!server.output().includes('request failed'))
  } finally {
    server.child.kill('SIGTERM')
    await server.ended
    assert.equal(spawnSync('umount', [disk]).status, 0)
  }
})
