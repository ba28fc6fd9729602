import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InView } from './in-view.ts'

const ticket = (first: string, digits = '') => first.padEnd(141, '0') + digits
const PICTURE = ticket('A')
const FRAME_MS = 100
/** Delays between a refusal and the live code, to the frame at first. */
const delays = [
  ...Array.from({ length: 50 }, (_, index) => index * FRAME_MS),
  ...Array.from({ length: 31 }, (_, index) => 5_000 + index * 500),
]

/** Everything that a camera reads of these texts, one after the other, each in view until the next. */
function* frames(texts: { text: string; until: number }[]) {
  let at = 0
  for (const { text, until } of texts) for (; at < until; at += FRAME_MS) yield { text, at }
}

/** The texts that are answered, by a phone whose rules refuse some of them. */
function answeredOf(view: InView, texts: { text: string; until: number }[], isRefused: (text: string) => boolean) {
  const answered: string[] = []
  for (const { text, at } of frames(texts)) {
    if (!view.isNew(text, at)) continue
    answered.push(text)
    if (isRefused(text)) view.refuse(text)
  }
  return answered
}

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

test('before the camera the live code is answered after a picture of it, at every delay', () => {
  for (const delay of delays) {
    const live = ticket('A', '11111111')
    const texts = [
      { text: PICTURE, until: delay + FRAME_MS },
      { text: live, until: delay + 1_000 },
    ]
    assert.deepEqual(
      answeredOf(new InView(), texts, (text) => text === PICTURE),
      [PICTURE, live],
      `after ${delay} ms`,
    )
  }
})

test('before the camera a live code is answered after one whose digits were too old, at every delay', () => {
  for (const delay of delays) {
    const [old, live] = [ticket('A', '11111111'), ticket('A', '22222222')]
    const texts = [
      { text: old, until: delay + FRAME_MS },
      { text: live, until: delay + 1_000 },
    ]
    assert.deepEqual(
      answeredOf(new InView(), texts, (text) => text === old),
      [old, live],
      `after ${delay} ms`,
    )
  }
})

test('a reader’s live code is answered after a picture of it or old digits, at every delay', () => {
  for (const delay of delays) {
    for (const refused of [PICTURE, ticket('A', '11111111')]) {
      const view = new InView()
      assert.equal(view.isMeant(refused, 0), true)
      view.refuse(refused)
      assert.equal(view.isMeant(ticket('A', '22222222'), delay), true, `after ${delay} ms`)
    }
  }
})

test('a live code that comes while the picture is still being decided is answered too', () => {
  const view = new InView()
  const live = ticket('A', '11111111')
  assert.equal(view.isNew(PICTURE, 0), true)
  assert.equal(view.isNew(live, 100), true)
  view.refuse(PICTURE)
  assert.equal(view.isMeant(live, 200), true)
})

test('digits that were passed over are answered once the code turns out to be refused', () => {
  const view = new InView()
  const [first, next] = [ticket('A', '11111111'), ticket('A', '22222222')]
  assert.equal(view.isNew(first, 0), true)
  assert.equal(view.isNew(next, 300), false)
  view.refuse(first)
  assert.equal(view.isNew(next, 400), true)
})

test('a refused code that stays in view is answered once, and again as soon as it was away for a second', () => {
  const view = new InView()
  const texts = [{ text: PICTURE, until: 30_000 }]
  assert.deepEqual(
    answeredOf(view, texts, () => true),
    [PICTURE],
  )
  assert.equal(view.isNew(PICTURE, 31_100), true)
})

test('a reader whose trigger is pulled again means it, and so does one that reads other digits a while later', () => {
  const view = new InView()
  assert.equal(view.isMeant(ticket('A', '11111111'), 0), true)
  // The fan who was let in is still there, and the code has changed under the reader.
  assert.equal(view.isMeant(ticket('A', '22222222'), 4_000), false)
  assert.equal(view.isMeant(ticket('A', '22222222'), 5_000), true)
  assert.equal(view.isMeant(ticket('A', '33333333'), 11_000), true)
})

test('a picture of a code that was let through is a new reading', () => {
  const view = new InView()
  assert.equal(view.isNew(ticket('A', '11111111'), 0), true)
  assert.equal(view.isNew(PICTURE, 300), true)
})

test('on the way out the same code is another scan', () => {
  const view = new InView()
  view.isNew('A', 0)
  view.forget()
  assert.equal(view.isNew('A', 100), true)
})
