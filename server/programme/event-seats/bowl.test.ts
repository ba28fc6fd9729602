import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bowlOf } from './bowl.ts'

const stands = (count: number, width = 30, rows = 20) => Array.from({ length: count }, () => ({ width, rows }))

test('a single section is a straight stand at the middle', () => {
  assert.deepEqual(bowlOf(stands(1)), [{ x: 0, y: 0, rotation: 0, curve: 0, row_pitch: 1.3, seat_pitch: 1 }])
})

test('many sections go round the pitch, clockwise from the far side, each with its back to the outside', () => {
  const bowl = bowlOf(stands(12))
  const radius = (12 * 33) / (2 * Math.PI)
  for (const { x, y, rotation, curve } of bowl) {
    assert.ok(Math.abs(Math.hypot(x, y) - radius) < 0.1)
    assert.ok(Math.abs(curve - radius) < 0.1)
    const turn = (rotation * Math.PI) / 180
    // The way that its rows go back is the way from the middle of the pitch.
    assert.ok(Math.abs(-Math.sin(turn) - x / radius) < 0.01 && Math.abs(Math.cos(turn) - y / radius) < 0.01)
  }
  const [first, second] = bowl
  assert.ok(first && second && first.y < 0 && first.x > 0 && second.x > first.x)
})

test('front rows do not overlap, whatever the sizes', () => {
  const sizes = [
    { width: 60, rows: 30 },
    { width: 8, rows: 4 },
    { width: 25, rows: 10 },
    { width: 40, rows: 40 },
    { width: 12, rows: 3 },
  ]
  const bowl = bowlOf(sizes)
  for (const [n, { x, y }] of bowl.entries()) {
    const next = bowl[(n + 1) % bowl.length]
    const least = ((sizes[n]?.width ?? 0) + (sizes[(n + 1) % bowl.length]?.width ?? 0)) / 2
    assert.ok(next && Math.hypot(next.x - x, next.y - y) > least * 0.8, `${n}`)
  }
})

test('two or three sections are one stand that looks up', () => {
  const bowl = bowlOf(stands(3))
  assert.deepEqual(bowl[1], { ...bowl[1], x: 0, y: 0, rotation: 0 })
  assert.ok((bowl[0]?.x ?? 0) < 0 && (bowl[2]?.x ?? 0) > 0)
})
