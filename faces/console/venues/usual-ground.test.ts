import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countSeats, rowTitle, usualGround } from './usual-ground.ts'

const block = (number: number) => `Block ${number}`

test('stands lie around the pitch, block beside block, and what has no rows is left out', () => {
  const sections = usualGround(
    [
      { side: 'south', title: 'Main', blocks: 2, rows: 3, seats: 10 },
      { side: 'north', title: 'Far', blocks: 1, rows: 2, seats: 20 },
      { side: 'east', title: 'None', blocks: 1, rows: 0, seats: 20 },
    ],
    block,
  )
  assert.deepEqual(
    sections.map(({ title, sub_section_title, layout }) => [title, sub_section_title, layout?.x, layout?.y]),
    [
      ['Main', 'Block 1', -6.5, 36],
      ['Main', 'Block 2', 6.5, 36],
      ['Far', null, -0, -36],
    ],
  )
  assert.equal(countSeats(sections), 2 * 30 + 40)
})

test('a long stand makes the pitch longer, so that no two stands meet', () => {
  const [side, end] = usualGround(
    [
      { side: 'south', title: 'Main', blocks: 5, rows: 1, seats: 40 },
      { side: 'west', title: 'End', blocks: 1, rows: 1, seats: 40 },
    ],
    block,
  ).filter(({ title, sub_section_title }) => title === 'End' || sub_section_title === 'Block 1')
  assert.ok((end?.layout?.x ?? 0) <= (side?.layout?.x ?? 0) - 20)
})

test('rows go on after Z', () => {
  assert.deepEqual([0, 25, 26, 27, 51, 52].map(rowTitle), ['A', 'Z', 'AA', 'AB', 'AZ', 'BA'])
})
