import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../tests/harness/chance.ts'
import { base32Length, decodeBase32, encodeBase32 } from './base32.ts'

test('bytes come back from their text, whatever they are', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const text = encodeBase32(bytes)
      assert.equal(text.length, base32Length(bytes.length))
      assert.deepEqual(decodeBase32(text), new Uint8Array(bytes))
    }),
  )
})

test('a text that is read is the one that would be written', () => {
  const character = fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZabILOU-= é')
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 20 }), (text) => {
      const bytes = decodeBase32(text)
      if (bytes) assert.equal(encodeBase32(bytes), text)
    }),
    { numRuns: 1000 },
  )
})

test('other letters, lower case, odd lengths and bits that are left over are refused', () => {
  assert.deepEqual(decodeBase32('04'), Uint8Array.of(1))
  for (const text of ['0', '05', '0i', '0I', '0O', '0U', '0 ', '04=', '040', '🎟']) {
    assert.equal(decodeBase32(text), undefined, text)
  }
})
