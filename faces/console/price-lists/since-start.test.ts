import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sinceStart } from './since-start.ts'

const inText = (seconds: number): string => {
  const { parts, isBefore } = sinceStart(seconds)
  return [isBefore ? 'before' : 'after', ...parts.map(({ count, unit }) => `${count} ${unit}`)].join(' ')
}

test('a moment is told from the start in days, hours and minutes', () => {
  assert.equal(inText(-7 * 86_400), 'before 7 day')
  assert.equal(inText(-90_000), 'before 1 day 1 hour')
  assert.equal(inText(-71_070 * 60), 'before 49 day 8 hour 30 minute')
  assert.equal(inText(5400), 'after 1 hour 30 minute')
  assert.equal(inText(0), 'after')
})
