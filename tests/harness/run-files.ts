import { availableParallelism } from 'node:os'
import { Readable } from 'node:stream'
import { type EventData, run } from 'node:test'
import { spec } from 'node:test/reporters'
import { namedOtherwise, type TestEvent, withoutFiles } from './by-name.ts'
import type { Durations } from './durations.ts'
import { readProcessorTime } from './processor-time.ts'

/** One more than there are processors: a test also waits, for a page, a program or a time-out. With two more it is 5 % faster, and pages are late. */
const AT_ONCE = availableParallelism() + 1
/** Tests make much that is soon forgotten, which is collected the less often the more room it has. */
const NODE_ARGUMENTS = ['--max-semi-space-size=64']
/** Of a single test; those that need longer say so. */
const TEST_TIMEOUT_MS = 120_000

export type RunOptions = {
  /** Only the tests that are called so. */
  name?: RegExp | undefined
  /** Names of tests that are left out. */
  skipped?: string[]
}

/** Whether there were tests and all went well, and how much processor time each file of a group that passed took. */
export type Outcome = { passed: boolean; durations: Durations }

/** Runs each of these programs in a process of its own, in the order in which they are given. */
export async function runFiles(files: string[], { name, skipped = [] }: RunOptions = {}): Promise<Outcome> {
  const events: AsyncIterable<TestEvent> = run({
    files,
    concurrency: AT_ONCE,
    execArgv: NODE_ARGUMENTS,
    timeout: TEST_TIMEOUT_MS,
    testSkipPatterns: [...(name === undefined ? [] : [namedOtherwise(name)]), ...skipped],
  })
  const durations: Durations = {}
  async function* measured(): AsyncGenerator<TestEvent> {
    for await (const event of events) {
      const message = event.type === 'test:diagnostic' ? (event.data as EventData.TestDiagnostic).message : ''
      const time = readProcessorTime(message)
      if (time === undefined) yield event
      else durations[time.path] = time.seconds
    }
  }
  const failed = new Set<string>()
  let [count, success] = [0, false]
  async function* counted() {
    for await (const event of name === undefined ? measured() : withoutFiles(measured())) {
      if (event.type === 'test:pass' || event.type === 'test:fail') count += 1
      // A file that failed may have stopped halfway.
      if (event.type === 'test:fail') failed.add((event.data as EventData.TestFail).name)
      if (event.type === 'test:summary') success = (event.data as EventData.TestSummary).success
      yield event
    }
  }
  for await (const text of Readable.from(counted()).pipe(new spec())) process.stdout.write(text)
  const passed = Object.entries(durations).filter(([path]) => !failed.has(path))
  return { passed: success && count > 0, durations: Object.fromEntries(passed) }
}
