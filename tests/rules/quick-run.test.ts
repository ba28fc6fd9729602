import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Durations, readDurations } from '../harness/durations.ts'
import { readTestFiles } from '../harness/groups.ts'
import { isLong } from '../harness/sizes.ts'

/** Seconds of processor time that a file of the quick run may take. */
const SHARE_S = 6
/** A story in a browser has the work of Chromium in it. */
const STORY_SHARE_S = 12
/**
 * Seconds that all files of the quick run may take together. Eight minutes of two processors are 960; the check, PostgreSQL and the loading of
 * the program take the rest.
 */
const BUDGET_S = 650

/** Files that may take more, how much, and why they are not divided. The list may only shrink. */
const EXCEPTIONS: Record<string, { seconds: number; reason: string }> = {
  'server/fans/clock/advance-clock.manage.test.ts': { seconds: 12, reason: 'it lives through two years, day by day' },
  'server/messages/mail/send-mails.test.ts': {
    seconds: 10,
    reason: 'each of its mails goes through a real mail server',
  },
  'server/people/members/list-members-stream.test.ts': { seconds: 12, reason: 'its lists are longer than any buffer' },
  'server/platform/docs/plugin.test.ts': { seconds: 12, reason: 'it reads the reference of all operations' },
  'tests/rules/operations.test.ts': { seconds: 90, reason: 'it tries what every operation owes on all operations' },
}

const shareOf = (path: string): number =>
  EXCEPTIONS[path]?.seconds ?? (path.startsWith('tests/browser/') ? STORY_SHARE_S : SHARE_S)

const WAY_OUT = `Divide it, draw fewer examples, or name what it does at length *.long.test.ts (CONTRIBUTING.md, "Tests");
then record it: npm run test:run -- --record <file>`

/** The quick files that take more than their share, and the sum where it passes the budget. */
function quickRunFindings(paths: string[], durations: Durations): string[] {
  const quick = paths.filter((path) => !isLong(path))
  const greedy = quick.filter((path) => (durations[path] ?? 0) > shareOf(path))
  const sum = quick.reduce((total, path) => total + (durations[path] ?? 0), 0)
  return [
    ...greedy.map(
      (path) => `${path} takes ${durations[path]} s of processor time, and may take ${shareOf(path)}. ${WAY_OUT}`,
    ),
    ...(sum > BUDGET_S
      ? [
          `The quick run takes ${sum} s of processor time, and may take ${BUDGET_S}. Make its longest files shorter, or long.`,
        ]
      : []),
    ...Object.keys(EXCEPTIONS)
      .filter((path) => !quick.includes(path))
      .map((path) => `${path} is no quick file, and needs no exception`),
  ]
}

test('each file of the quick run keeps to its share of processor time, and all of them to the budget', async () => {
  const files = await readTestFiles(join(import.meta.dirname, '..', '..'))
  const paths = files.map(({ path }) => path)
  assert.deepEqual(quickRunFindings(paths, await readDurations()), [])
})

const exceptions = Object.keys(EXCEPTIONS)
const findingsOf = (durations: Durations) => quickRunFindings([...Object.keys(durations), ...exceptions], durations)

test('is caught: a quick file that takes more than its share', () => {
  const [finding = '', ...others] = findingsOf({ 'server/a.test.ts': SHARE_S + 1, 'server/b.test.ts': SHARE_S })
  assert.match(finding, /^server\/a\.test\.ts takes 7 s of processor time, and may take 6\. Divide it/)
  assert.deepEqual(others, [])
})

test('is caught: a sum above the budget, of files that each keep to their share', () => {
  const paths = Array.from({ length: Math.ceil(BUDGET_S / SHARE_S) + 1 }, (_, index) => `server/${index}.test.ts`)
  const findings = findingsOf(Object.fromEntries(paths.map((path) => [path, SHARE_S])))
  assert.equal(findings.length, 1)
  assert.match(findings[0] ?? '', /^The quick run takes \d+ s of processor time, and may take 650/)
})

test('is caught: an exception for a file that is not quick any more', () => {
  const findings = quickRunFindings([], {})
  assert.equal(findings.length, exceptions.length)
})

test('is fine: a long file that takes what it needs, a story within its own share, and a file that was never recorded', () => {
  const durations = { 'server/a.long.test.ts': 300, 'tests/browser/a.test.ts': STORY_SHARE_S }
  assert.deepEqual(quickRunFindings([...Object.keys(durations), 'server/new.test.ts', ...exceptions], durations), [])
})
