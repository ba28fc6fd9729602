import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine, csvRows } from './csv.ts'

test('cells that have commas, quotes or line breaks are quoted; what is not there is empty', () => {
  assert.equal(csvLine(['a', 'b, c', 'say "x"', null, undefined, -2.5]), 'a,"b, c","say ""x""",,,-2.5\r\n')
})

test('a name that a spreadsheet would run is text in it', () => {
  assert.equal(csvLine(['=HYPERLINK("x")', '-1+1', '@SUM(A1)']), `"'=HYPERLINK(""x"")",'-1+1,'@SUM(A1)\r\n`)
})

test('rows are read as the service writes them: quoted, over several lines, without the mark of text', () => {
  assert.deepEqual(csvRows('name,place,price\r\n"Ito, ""Ada""\r\nB.",North,5\r\n\'=1+1,,\'\'-2\r\n,,\r\n'), [
    { name: 'Ito, "Ada"\r\nB.', place: 'North', price: '5' },
    { name: '=1+1', place: '', price: "'-2" },
    { name: '', place: '', price: '' },
  ])
  assert.deepEqual(csvRows('name\r\n'), [])
  assert.deepEqual(csvRows(''), [])
})
