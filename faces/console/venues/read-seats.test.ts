import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTable } from '../imports/read-table.ts'
import { loadWords } from '../words/load.ts'

await loadWords('venues')
const { readSeats } = await import('./read-seats.ts')

const read = (...lines: string[]) => readSeats(readTable(lines.join('\n')))

test('a line is a seat or a whole row, and sections and rows keep the order of the file', () => {
  const { sections, problems } = read(
    'Section;Block;Row;Seat;Gate',
    'North;1;A;1-3;Gate A',
    'North;1;B;7;',
    'South;;;12;',
  )
  assert.deepEqual(problems, [])
  assert.deepEqual(
    sections.map(({ title, sub_section_title, rows }) => [
      title,
      sub_section_title,
      rows.map((row) => [row.title, row.seats.map((seat) => seat.title)]),
    ]),
    [
      [
        'North',
        '1',
        [
          ['A', ['1', '2', '3']],
          ['B', ['7']],
        ],
      ],
      ['South', null, [[null, ['12']]]],
    ],
  )
  assert.equal(sections[0]?.rows[0]?.seats[0]?.gate, 'Gate A')
})

test('what cannot be read is said by its line, and the rest is read', () => {
  const { sections, problems } = read('Section,Row,Seat', ',A,1', 'North,A,', 'North,A,9-1', 'North,A,4', 'North,A,4')
  assert.deepEqual(
    problems.map((problem) => /^Line \d/.exec(problem)?.[0]),
    ['Line 2', 'Line 3', 'Line 4', 'Line 6'],
  )
  assert.equal(sections[0]?.rows[0]?.seats.length, 1)
})

test('a file without the headings says which are missing', () => {
  assert.deepEqual(read('Name,Number', 'a,b').problems.length, 2)
})
