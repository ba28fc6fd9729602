import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LabelledSeat, SeatLabels } from './read-label.ts'

/** As a usual ground has them: blocks with the same rows and seats in two stands. */
const seats: LabelledSeat[] = ['Südtribüne', 'Nordtribüne'].flatMap((stand, s) =>
  (s === 0 ? ['1', '2'] : ['3', '4']).flatMap((block) =>
    ['A', 'B'].flatMap((row) =>
      ['1', '4', '14'].map((seat) => ({
        seat_id: 0,
        section_label: stand,
        sub_section_title: block,
        seat_row: row,
        seat_title: seat,
      })),
    ),
  ),
)
const labels = new SeatLabels(seats.map((seat, at) => ({ ...seat, seat_id: at + 1 })))
const found = (label: string) =>
  labels
    .find(label)
    .map((seat) => [seat.section_label, seat.sub_section_title, seat.seat_row, seat.seat_title].join('|'))

test('a label is read as it is printed, and in the ways in which clubs write it', () => {
  const written = [
    'Südtribüne, Block 1, Row A, Seat 4',
    'Südtribüne, Block 1, Reihe A, Platz 4',
    'Südtribüne Block 1 Reihe A Platz 4',
    'SUDTRIBUNE, Sector 1, Fila A, Asiento 4',
    'Block 1, A 4',
    'Block 1, A4',
    '1/A/4',
    'Block 01, Reihe a, Platz 04',
    'Platz 4, Reihe A, Block 1',
  ]
  for (const label of written) assert.deepEqual(found(label), ['Südtribüne|1|A|4'], label)
})

test('a label that leaves out the block names several seats, one of another block none', () => {
  assert.equal(found('Südtribüne, Reihe A, Platz 4').length, 2)
  assert.deepEqual(found('Südtribüne, Block 3, Reihe A, Platz 4'), [])
  assert.deepEqual(found('Ehrenloge'), [])
  assert.deepEqual(found(''), [])
})

test('the nearest seat has most in common with what was written', () => {
  const nearest = labels.nearest('Nordtribüne Block 9 Reihe B Platz 14')
  assert.deepEqual([nearest?.section_label, nearest?.seat_row, nearest?.seat_title], ['Nordtribüne', 'B', '14'])
  assert.equal(labels.nearest('Ehrenloge'), undefined)
})
