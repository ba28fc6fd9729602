import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { grandstand } from '../harness/program.ts'

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
