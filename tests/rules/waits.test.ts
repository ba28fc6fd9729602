import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTestFile, readSources, type SourceFile } from './source-files.ts'

/** A pause, or a look at the clock that the machine keeps for measuring. */
const WAIT =
  /\bsetTimeout\(|\bsleep\(|\bsetTimeout\b.*timers\/promises|\.waitForTimeout\(|\bperformance\.now\(|\bhrtime\b/

/** What cannot be told by an event or counted in work, and why. The list may only shrink. */
const WAITING: Record<string, string> = {
  'tests/harness/embedded-postgres.ts': 'what processes do that are none of our children',
  'server/platform/postgres/database-clock.test.ts':
    'the time that passes on this machine is handed in, and not judged',
  'server/people/staff/staff.test.ts':
    'an answer that waits on purpose; it is held from below, which no busy machine can break',
  'tests/browser/scan.long.test.ts': 'in the page, so that a tab is killed at another moment each time',
  'tests/harness/postgres-watchdog.ts': 'it has outlived the process that could tell it',
  'tests/hostile/raw-http.ts': 'the end of a request that is never finished',
  'tests/program/several-processes.long.test.ts':
    'the guarantee is a number of seconds between processes that share no clock',
  'tests/program/signals.long.test.ts': 'that nothing happens has no event',
  'tests/scenarios/an-organisation-moves.long.test.ts': 'the guarantee is how long there may be no writing',
  'tests/scenarios/seat-buyers.long.test.ts': 'the guarantee is how old a seat may be shown',
  'tests/sdk/answers.test.ts': 'a stream that outlasts the time that its beginning may take',
  'tests/sdk/bad-network.ts': 'a network that delays',
}

/** Programs that are run by hand, for as long as one likes, and figures of a benchmark. */
const isMeasuring = (path: string) =>
  path.startsWith('tests/chaos/') || /^tests\/browser\/[a-z]+-bench-page\.ts$/.test(path)
/** These name them as faults, or replace them. */
const isAbout = (path: string) => /^tests\/rules\/|groups\.test\.ts$/.test(path)
const withoutMocks = (text: string) => text.replaceAll(/^.*mock\.timers.*$/gm, '')

function waitFindings(files: SourceFile[], excused: Record<string, string>): string[] {
  const waiting = files
    .filter(({ path }) => isTestFile(path) && !isMeasuring(path) && !isAbout(path))
    .filter(({ text }) => WAIT.test(withoutMocks(text)))
    .map(({ path }) => path)
  return [
    ...waiting.filter((path) => !Object.hasOwn(excused, path)).map((path) => `${path} waits or looks at the clock`),
    ...Object.keys(excused)
      .filter((path) => !waiting.includes(path))
      .map((path) => `${path} needs no excuse any more`),
  ]
}

/** How many there are at this moment, which on a slow machine is none yet: `thereAre` waits until it is so. */
const countFindings = (files: SourceFile[]): string[] =>
  files
    .filter(({ path, text }) => path.startsWith('tests/browser/') && !isMeasuring(path) && text.includes('.count()'))
    .map(({ path }) => `${path} counts what may not be there yet`)

test('a test waits for what happens, never for time to pass, and counts work instead of seconds', async () => {
  const files = await readSources(['server', 'tests', 'sdk', 'faces'], ['.ts', '.tsx'])
  assert.deepEqual(waitFindings(files, WAITING), [])
  assert.deepEqual(countFindings(files), [])
})

test('is caught: a pause, a judgement by the clock, a count at once, and an excuse that is not needed any more', () => {
  const planted = [
    `import { setTimeout } from 'node:timers/promises'`,
    `await new Promise((resolve) => setTimeout(resolve, 100))`,
    `await page.waitForTimeout(100)`,
    `assert.ok(performance.now() - began < 200)`,
  ]
  for (const text of planted) assert.equal(waitFindings([{ path: 'server/a.test.ts', text }], {}).length, 1, text)
  assert.deepEqual(waitFindings([{ path: 'server/a.ts', text: planted[0] ?? '' }], {}), [])
  assert.deepEqual(waitFindings([{ path: 'server/a.test.ts', text: `t.mock.timers.enable(['setTimeout('])` }], {}), [])
  assert.deepEqual(waitFindings([{ path: 'tests/a.ts', text: '' }], { 'tests/a.ts': 'slow' }), [
    'tests/a.ts needs no excuse any more',
  ])
  const counted = { path: 'tests/browser/a.test.ts', text: `assert.equal(await page.getByRole('img').count(), 2)` }
  assert.equal(countFindings([counted]).length, 1)
})
