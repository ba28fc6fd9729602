import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMemberCode, memberCode } from './member-code.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const code = memberCode((size) => Buffer.from(Array.from({ length: size }, (_, index) => index * 21 + 5)))

test('a code has thirteen characters, none of which looks like another', () => {
  assert.match(code, /^[0-9A-HJKMNP-TV-Z]{13}$/)
  assert.ok(isMemberCode(code))
})

test('a code with one wrong character is none', () => {
  for (let at = 0; at < code.length; at += 1) {
    for (const other of ALPHABET) {
      const typed = code.slice(0, at) + other + code.slice(at + 1)
      assert.equal(isMemberCode(typed), typed === code, typed)
    }
  }
})

test('a code with two characters that changed places is none', () => {
  for (let a = 0; a < code.length; a += 1) {
    for (let b = a + 1; b < code.length; b += 1) {
      const characters = [...code]
      ;[characters[a], characters[b]] = [characters[b] ?? '', characters[a] ?? '']
      const typed = characters.join('')
      assert.equal(isMemberCode(typed), typed === code, typed)
    }
  }
})

test('what is not a code at all is none', () => {
  for (const text of ['', code.slice(1), `${code}0`, code.toLowerCase(), '0'.repeat(12)]) {
    assert.equal(isMemberCode(text), false, text)
  }
})
