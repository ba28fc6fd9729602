import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine } from './csv.ts'

test('cells that have commas, quotes or line breaks are quoted; what is not there is empty', () => {
  assert.equal(csvLine(['a', 'b, c', 'say "x"', null, undefined, -2.5]), 'a,"b, c","say ""x""",,,-2.5\r\n')
})

test('a name that a spreadsheet would run is text in it', () => {
  assert.equal(csvLine(['=HYPERLINK("x")', '-1+1', '@SUM(A1)']), `"'=HYPERLINK(""x"")",'-1+1,'@SUM(A1)\r\n`)
})
