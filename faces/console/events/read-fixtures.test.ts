import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockIn, dayIn, fixturesOf } from './read-fixtures.ts'

const ZONE = 'Australia/Sydney'

test('days and times are read as people write them, and what is none is not guessed', () => {
  for (const text of ['2027-03-14', '14/3/2027', '14.03.27', '14-3-2027'])
    assert.equal(dayIn(text, 'en-AU'), '2027-03-14')
  assert.equal(dayIn('3/14/2027', 'en-US'), '2027-03-14')
  for (const text of ['31/2/2027', 'Saturday', '', '14/3']) assert.equal(dayIn(text, 'en-AU'), undefined)
  for (const text of ['19:30', '19.30', '7:30 pm', '7:30PM', '19:30 Uhr']) assert.equal(clockIn(text), '19:30')
  assert.deepEqual([clockIn('7pm'), clockIn('12 am'), clockIn('12pm')], ['19:00', '00:00', '12:00'])
  for (const text of ['', 'noon', '25:00', '19:75']) assert.equal(clockIn(text), undefined)
})

test('a list with headings is read by them, one without by its order, and a bad line says what is wrong with it', () => {
  const start = Date.parse('2027-03-14T19:30:00+11:00') / 1000
  assert.deepEqual(fixturesOf(['Date', 'Kick-off', 'Opponent'], [['14/3/2027', '7:30 pm', 'Rovers']], ZONE), [
    { line: 2, title: 'Rovers', start },
  ])
  assert.deepEqual(
    fixturesOf(
      ['Rovers', '2027-03-14', '19:30'],
      [
        ['', '2027-03-14', '19:30'],
        ['United', 'soon', '19:30'],
        ['City', '2027-03-14', ''],
      ],
      ZONE,
    ),
    [
      { line: 1, title: 'Rovers', start },
      { line: 2, title: '', start: undefined, problem: 'title' },
      { line: 3, title: 'United', start: undefined, problem: 'date' },
      { line: 4, title: 'City', start: undefined, problem: 'time' },
    ],
  )
})
