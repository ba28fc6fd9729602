import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fc } from '../../../tests/harness/chance.ts'
import { fold, type LogEntry } from './fold.ts'

const entry = (scanId: number, result: LogEntry['result'], more: Partial<LogEntry> = {}): LogEntry => ({
  scanId,
  deviceId: 1,
  nonce: `n${scanId}`,
  result,
  scannedAt: scanId,
  annulsScanId: null,
  ...more,
})

test('a second admission of a single entry conflicts with the first, and still counts', () => {
  const { entries, inside, conflicts } = fold(1, [entry(1, 'admitted'), entry(2, 'admitted'), entry(3, 'admitted')])
  assert.deepEqual({ entries, inside }, { entries: 3, inside: true })
  assert.deepEqual(conflicts, [
    { firstScanId: 1, secondScanId: 2 },
    { firstScanId: 1, secondScanId: 3 },
  ])
})

test('an exit between two admissions is no conflict where re-entry is allowed', () => {
  assert.deepEqual(fold(2, [entry(1, 'admitted'), entry(2, 'exit'), entry(3, 'admitted')]).conflicts, [])
  assert.deepEqual(fold(2, [entry(1, 'admitted'), entry(3, 'admitted')]).conflicts, [
    { firstScanId: 1, secondScanId: 3 },
  ])
  assert.deepEqual(fold(3, [entry(1, 'admitted'), entry(3, 'admitted')]).conflicts, [])
})

test('what was taken back counts as if it had not been', () => {
  const log = [entry(1, 'admitted'), entry(2, 'annulled', { annulsScanId: 1 }), entry(3, 'admitted')]
  const { entries, conflicts } = fold(1, log)
  assert.deepEqual({ entries, conflicts }, { entries: 1, conflicts: [] })
})

test('refusals change nothing', () => {
  assert.deepEqual(fold(1, [entry(1, 'already_used'), entry(2, 'unknown')]), {
    entries: 0,
    exits: 0,
    inside: false,
    lastScannedAt: null,
    conflicts: [],
  })
})

test('the end is the same for every order of arrival', () => {
  const one = fc.record({
    deviceId: fc.integer({ min: 1, max: 3 }),
    scannedAt: fc.integer({ min: 0, max: 5 }),
    result: fc.constantFrom('admitted', 'exit', 'already_used'),
  })
  const log = fc.array(one, { maxLength: 12 }).chain((scans) => {
    const entries = scans.map((scan, index) => entry(index + 1, 'unknown', { ...scan, nonce: `n${index}` }) as LogEntry)
    return fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length }))
  })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3 }), log, (flag, [first, second]) => {
      assert.deepEqual(fold(flag, second), fold(flag, first))
    }),
  )
})

/** The forms of codes, which are plain TypeScript too. */
const FORMS_OF_CODES = [
  '../../platform/values/typed-text.ts',
  '../../tickets/tickets/rotating-code.ts',
  '../../tickets/tickets/ticket-code.ts',
]

test('the rules need nothing but the language: no import from outside their folder but the forms of codes', async () => {
  for (const name of (await readdir(import.meta.dirname)).filter((file) => !file.endsWith('.test.ts'))) {
    const text = await readFile(join(import.meta.dirname, name), 'utf8')
    const imports = [...text.matchAll(/from '([^']+)'/g)].map(([, path]) => path)
    assert.deepEqual(
      imports.filter((path = '') => !/^\.\/[a-z-]+\.ts$/.test(path) && !FORMS_OF_CODES.includes(path)),
      [],
      name,
    )
    assert.doesNotMatch(text, /\b(process|Buffer|globalThis|Date|performance|console)\b/, name)
  }
})
