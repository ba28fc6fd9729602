import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { runPeriodically } from './periodic.ts'

/** Lets promises that are already settled run their handlers. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

function start(t: TestContext, run: () => Promise<unknown>, everyMs = 1000) {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  const failures: unknown[] = []
  const periodic = runPeriodically([{ name: 'purge', everyMs, run }], (name, error) => failures.push([name, error]))
  return { ...periodic, failures, tick: (ms: number) => t.mock.timers.tick(ms) }
}

test('a task runs once per interval, and not before the first is over', async (t) => {
  const run = t.mock.fn(async () => {})
  const { tick, stop } = start(t, run)
  tick(999)
  assert.equal(run.mock.callCount(), 0)
  tick(1)
  await settle()
  tick(1000)
  await settle()
  assert.equal(run.mock.callCount(), 2)
  await stop()
})

test('what is done once a day is done soon after the start, too', async (t) => {
  const day = 24 * 3600 * 1000
  const run = t.mock.fn(async () => {})
  const { tick, stop } = start(t, run, day)
  tick(30_000)
  await settle()
  assert.equal(run.mock.callCount(), 1)
  tick(day - 30_001)
  await settle()
  assert.equal(run.mock.callCount(), 1)
  tick(1)
  await settle()
  assert.equal(run.mock.callCount(), 2)
  await stop()
})

test('nothing is begun by a process that has stopped before', async (t) => {
  const run = t.mock.fn(async () => {})
  const { tick, stop } = start(t, run, 60_000)
  await stop()
  tick(120_000)
  assert.equal(run.mock.callCount(), 0)
})

test('a task that takes longer than its interval never runs twice at once', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const run = t.mock.fn(() => promise)
  const { tick, stop } = start(t, run)
  tick(5000)
  assert.equal(run.mock.callCount(), 1)
  resolve()
  await settle()
  tick(1000)
  assert.equal(run.mock.callCount(), 2)
  await stop()
})

test('a failure is reported, and the task is tried again', async (t) => {
  const error = new Error('away')
  const run = t.mock.fn(() => Promise.reject(error))
  const { tick, stop, failures } = start(t, run)
  tick(1000)
  await settle()
  tick(1000)
  await stop()
  assert.deepEqual(failures, [
    ['purge', error],
    ['purge', error],
  ])
})

test('stopping waits for what is running, and nothing runs afterwards', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const run = t.mock.fn(() => promise)
  const { tick, stop } = start(t, run)
  tick(1000)
  let stopped = false
  const stopping = stop().then(() => {
    stopped = true
  })
  await settle()
  assert.equal(stopped, false)
  resolve()
  await stopping
  tick(5000)
  assert.equal(run.mock.callCount(), 1)
})
