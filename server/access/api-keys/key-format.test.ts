import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { hashKey, hintOf, isWellFormedKey, mintKey } from './key-format.ts'

const kinds = ['sk', 'pk', 'gk'] as const
const modes = ['live', 'test'] as const

test('a key is its kind, its mode, 32 random characters and 6 of checksum', () => {
  for (const kind of kinds) {
    for (const mode of modes) {
      const key = mintKey(kind, mode)
      assert.match(key, new RegExp(`^gs_${kind}_${mode}_[0-9A-Za-z]{38}$`))
      assert.ok(isWellFormedKey(key))
      assert.notEqual(key, mintKey(kind, mode))
    }
  }
})

test('the checksum is the CRC32 of all that stands before, in base62', () => {
  const key = mintKey('sk', 'live', (size) => Buffer.alloc(size, 7))
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  assert.equal(key.slice(0, -6), `gs_sk_live_${'7'.repeat(32)}`)
  const value = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)
  assert.equal(value, crc32(key.slice(0, -6)))
})

test('a single wrong, missing, added or swapped character is noticed', () => {
  const key = mintKey('sk', 'test')
  for (let index = 0; index < key.length; index += 1) {
    const other = key[index] === 'x' ? 'y' : 'x'
    assert.equal(isWellFormedKey(key.slice(0, index) + other + key.slice(index + 1)), false, `changed at ${index}`)
    assert.equal(isWellFormedKey(key.slice(0, index) + key.slice(index + 1)), false, `missing at ${index}`)
    assert.equal(isWellFormedKey(`${key.slice(0, index)}x${key.slice(index)}`), false, `added at ${index}`)
    const swapped = key.slice(0, index) + (key[index + 1] ?? '') + (key[index] ?? '') + key.slice(index + 2)
    assert.equal(isWellFormedKey(swapped), swapped === key, `swapped at ${index}`)
  }
})

test('what only looks like a key is none', () => {
  const key = mintKey('sk', 'live')
  for (const text of [
    '',
    'sk_live_1234',
    key.toUpperCase(),
    ` ${key}`,
    `${key}\n`,
    key.replace('_sk_', '_pk_'),
    key.replace('live', 'test'),
    key.replace('gs_', 'gs-'),
    `${key}${key}`,
    'a'.repeat(100_000),
  ]) {
    assert.equal(isWellFormedKey(text), false, text.slice(0, 60))
  }
})

test('what is kept of a key is its SHA-256', () => {
  const key = mintKey('gk', 'live')
  assert.deepEqual(hashKey(key), createHash('sha256').update(key).digest())
})

test('the hint of a key shows its kind and mode and nine of its 38 secret characters at most', () => {
  const key = mintKey('pk', 'test')
  const hint = hintOf(key)
  assert.ok(hint.startsWith('gs_pk_test_'))
  assert.ok(hint.endsWith(key.slice(-4)))
  assert.ok(hint.replace('gs_pk_test_', '').replace('…', '').length <= 9)
})
