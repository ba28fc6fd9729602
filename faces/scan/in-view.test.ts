import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InView } from './in-view.ts'

const ticket = (first: string, digits: string) => first.padEnd(141, '0') + digits

test('a code that stays in view is one scan, also when its digits change; away for a while, it is another', () => {
  const view = new InView()
  const seen = [0, 100, 2_000, 4_000, 6_000].map((at) =>
    view.isNew(ticket('A', `1234567${Math.floor(at / 3_000)}`), at),
  )
  assert.deepEqual(seen, [true, false, false, false, false])
  assert.equal(view.isNew(ticket('A', '12345679'), 8_600), true)
})

test('two codes in turn are answered once each, and as many as a screen holds are remembered', () => {
  const view = new InView()
  const turns = Array.from({ length: 10 }, (_, turn) => ['A', 'B'].map((name) => view.isNew(name, turn * 300)))
  assert.deepEqual(turns.flat().filter(Boolean).length, 2)
  const many = Array.from({ length: 24 }, (_, index) => view.isNew(`ticket ${index % 12}`, 9_000 + index * 100))
  assert.equal(many.filter(Boolean).length, 12)
})

test('a reader whose trigger is pulled again means it; one that reads other digits of the same code does not', () => {
  const view = new InView()
  assert.equal(view.isMeant(ticket('A', '11111111'), 0), true)
  assert.equal(view.isMeant(ticket('A', '22222222'), 14_000), false)
  assert.equal(view.isMeant(ticket('A', '22222222'), 15_000), true)
  assert.equal(view.isMeant(ticket('A', '33333333'), 40_000), true)
})

test('on the way out the same code is another scan', () => {
  const view = new InView()
  view.isNew('A', 0)
  view.forget()
  assert.equal(view.isNew('A', 100), true)
})
