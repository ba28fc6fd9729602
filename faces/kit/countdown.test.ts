import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spokenAt, timeLeft } from './countdown.ts'

test('what is left is shown in minutes and seconds, and never as less than nothing', () => {
  assert.deepEqual(timeLeft(900_000, 0), { seconds: 900, text: '15:00', isShort: false })
  assert.deepEqual(timeLeft(61_200, 0), { seconds: 62, text: '1:02', isShort: true })
  assert.deepEqual(timeLeft(0, 5_000), { seconds: 0, text: '0:00', isShort: true })
})

test('it is said aloud at a few moments, each once', () => {
  const said: number[] = []
  for (let now = 899; now >= 0; now -= 1) {
    const moment = spokenAt(now + 1, now)
    if (moment !== undefined) said.push(moment)
  }
  assert.deepEqual(said, [600, 300, 120, 60, 30])
  // A phone that slept through one says it late rather than never.
  assert.equal(spokenAt(200, 90), 120)
})
