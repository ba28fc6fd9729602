import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../tests/harness/chance.ts'
import { READ_MAX, readText, sameCode } from './read-text.ts'

const HALF = '\ud83c'

test('what no barcode has is taken out of what was read', () => {
  assert.equal(readText('04VQ\r\n'), '04VQ')
  assert.equal(readText(' 04\u0000VQ'), ' 04VQ')
  for (const nothing of ['', '\n', ' \t\u0085 ', '\u0000', HALF, `${HALF}\n`]) assert.equal(readText(nothing), '')
})

test('a text that is cut has no half a character at its end', () => {
  const read = readText(`${'x'.repeat(READ_MAX - 1)}🎫 and more`)
  assert.equal(read, 'x'.repeat(READ_MAX - 1))
})

const anyText = fc.oneof(
  fc.array(fc.nat(0xffff), { maxLength: 600 }).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: 'binary', maxLength: 600 }),
)

test('whatever is read becomes nothing, or text in a form that the service takes; and that once and for all', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const read = readText(text)
      assert.ok(read.isWellFormed() && !read.includes('\0') && read.length <= READ_MAX)
      assert.equal(readText(read), read)
    }),
  )
})

test('two readings of one code are the same code, whatever its digits, its spelling and its line end', () => {
  const barcode = '0'.repeat(141)
  assert.equal(sameCode(`${barcode}12345678`), sameCode(`${barcode}87654321\n`))
  assert.equal(sameCode('ab12\n'), sameCode(' AB12'))
  assert.notEqual(sameCode(`${barcode}12345678`), sameCode(`1${barcode.slice(1)}12345678`))
})
