import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { processorTime, processorTimeOf, readProcessorTime } from './processor-time.ts'

/** Takes so much of a processor, however busy the machine is. */
const burn = (seconds: number) =>
  `const { cpuUsage } = process; while (cpuUsage().user + cpuUsage().system < ${seconds * 1e6}) {}`

test('the time of a process is with its parent, while it runs and after it has ended', {
  skip: existsSync('/proc/self/stat') ? false : 'this machine has no /proc',
}, async (t) => {
  const before = processorTime()
  const child = spawn(process.execPath, ['-e', `${burn(0.4)}; console.log('done'); setInterval(() => {}, 1000)`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill())
  await once(child.stdout, 'data')
  const running = processorTime() - before
  assert.ok(running >= 0.35, `${running} s while it runs`)
  child.kill()
  await once(child, 'exit')
  const ended = processorTime() - before
  assert.ok(ended >= running - 0.05, `${ended} s after it has ended, ${running} s before`)
})

test('the time of this process is in it', () => {
  const before = processorTime()
  execFileSync(process.execPath, ['-e', burn(0.2)])
  const { user, system } = process.cpuUsage()
  assert.ok(processorTime() >= before)
  assert.ok(processorTime() >= (user + system) / 1e6 - 0.05)
})

test('what a process reports of a file is read back, and nothing else is taken for it', () => {
  const message = processorTimeOf('server/a.test.ts', 3.456)
  assert.deepEqual(readProcessorTime(message), { path: 'server/a.test.ts', seconds: 3.46 })
  assert.equal(readProcessorTime('tests 5'), undefined)
})
