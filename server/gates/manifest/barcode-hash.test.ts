import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { fc } from '../../../tests/harness/chance.ts'
import { codeHashes } from './barcode-hash.ts'

test('what a manifest has of a code is the beginning of its HMAC-SHA256, as any scanner reckons it', () => {
  const anyKey = fc.uint8Array({ minLength: 0, maxLength: 64 }).map((bytes) => Buffer.from(bytes))
  fc.assert(
    fc.property(anyKey, fc.string({ unit: 'grapheme' }), (key, code) => {
      const whole = createHmac('sha256', key).update(code).digest()
      const { barcode, shortCode } = codeHashes(key.toString('base64url'))
      assert.equal(barcode(code), whole.subarray(0, 12).toString('base64url'))
      assert.equal(shortCode(code), whole.subarray(0, 6).toString('base64url'))
    }),
  )
})

test('a key that is longer than a block is no key of ours', () => {
  assert.throws(() => codeHashes(randomBytes(65).toString('base64url')))
})
