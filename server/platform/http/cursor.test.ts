import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { ApiError } from './errors.ts'

const filters = { updated_since: 1_700_000_000, membership_fulfilled: 'yes', membership_type_id: undefined }

const isRefused = (
  text: string,
  given: Record<string, unknown> = filters,
  kinds: ('number' | 'string')[] = ['number'],
) =>
  assert.throws(
    () => decodeCursor(text, given, kinds),
    (error) =>
      error instanceof ApiError && error.code === 'cursor_invalid' && error.toBody('', '').error.param === 'cursor',
    text,
  )

const encodeRaw = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decodeRaw = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString())

test('a cursor leads back to the position that it was made for', () => {
  assert.deepEqual(decodeCursor(encodeCursor(filters, [42]), filters, ['number']), [42])
  const position = ['Ólafsdóttir', 2 ** 53 - 1]
  assert.deepEqual(decodeCursor(encodeCursor({}, position), {}, ['string', 'number']), position)
})

test('a cursor survives an address as it is', () => {
  assert.match(encodeCursor(filters, ['?&=/+ü', 1]), /^[0-9A-Za-z_-]+$/)
})

test('a cursor holds for its filters, in any order and whether absent or undefined', () => {
  const cursor = encodeCursor(filters, [42])
  assert.deepEqual(
    decodeCursor(cursor, { membership_fulfilled: 'yes', updated_since: 1_700_000_000 }, ['number']),
    [42],
  )
})

test('a cursor is refused with any other filters', () => {
  const cursor = encodeCursor(filters, [42])
  for (const other of [
    {},
    { ...filters, membership_fulfilled: 'no' },
    { ...filters, updated_since: 1_700_000_001 },
    { ...filters, membership_type_id: 1 },
    { ...filters, updated_since: '1700000000' },
    { updated_since: 'yes', membership_fulfilled: 1_700_000_000 },
  ]) {
    isRefused(cursor, other)
  }
})

test('a cursor of another version is refused', () => {
  const [version, ...rest] = decodeRaw(encodeCursor(filters, [42]))
  isRefused(encodeRaw([version + 1, ...rest]))
  isRefused(encodeRaw([String(version), ...rest]))
})

test('a position of another kind or length is refused', () => {
  const [version, digest] = decodeRaw(encodeCursor(filters, [42]))
  for (const position of [[], [1, 2], ['42'], [1.5], [2 ** 53], [null], [true], [[42]], [{}]]) {
    isRefused(encodeRaw([version, digest, ...position]))
  }
  isRefused(encodeRaw([version, digest, 42]), filters, ['string'])
  isRefused(encodeRaw([version, digest, 'a\0b']), filters, ['string'])
})

test('what this list never gave out is refused', () => {
  const cursor = encodeCursor(filters, [42])
  for (const text of [
    '',
    'abc',
    '42',
    'null',
    '%00',
    cursor.slice(1),
    cursor.slice(0, -4),
    cursor.toLowerCase(),
    `x${cursor}`,
  ]) {
    isRefused(text)
  }
  for (const value of [null, 42, 'text', {}, [], { length: 3 }]) isRefused(encodeRaw(value))
})
