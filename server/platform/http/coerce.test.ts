import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { coercerOf, type JsonSchema } from './coerce.ts'

const coerce = (schema: JsonSchema, value: unknown) => coercerOf(schema)(value)

import { Input, Integer, Nullable, Text } from './schema.ts'

const REFUSED = Symbol('refused')

/** What an operation would be given, or REFUSED. */
function read(schema: Type.TSchema, value: unknown): unknown {
  const coerced = coerce(schema as JsonSchema, value)
  return Check(schema, coerced) ? coerced : REFUSED
}

test('an integer is an optional minus sign and digits, up to 2^53 - 1', () => {
  const spellings = {
    '7': 7,
    '-7': -7,
    '007': 7,
    '0': 0,
    '-9007199254740991': 1 - 2 ** 53,
    '9007199254740991': 2 ** 53 - 1,
  }
  for (const [text, value] of Object.entries(spellings)) {
    assert.equal(read(Integer(), text), value)
    assert.equal(read(Integer(), value), value)
  }
})

for (const text of [
  '0x10',
  '0b1',
  '1e2',
  ' 10',
  '10 ',
  '10\n',
  '+1',
  '--1',
  '-',
  '1.0',
  '',
  '1_000',
  '1,000',
  '١',
  'NaN',
  'Infinity',
  'true',
  '9007199254740992',
  '9007199254740993',
  '-9007199254740993',
  '100000000000000000000',
]) {
  test(`an integer is not written ${JSON.stringify(text)}`, () => assert.equal(read(Integer(), text), REFUSED))
}

test('JSON numbers that are no safe integers, and other kinds of value, are no integers', () => {
  for (const value of [1.5, 2 ** 53, Number.POSITIVE_INFINITY, null, true, [1], {}, ['1']]) {
    assert.equal(read(Integer(), value), REFUSED)
  }
})

test('a decimal number is digits, and at most six behind the point', () => {
  const spellings = { '12.50': 12.5, '-0.5': -0.5, '7': 7, '0.000001': 0.000001 }
  for (const [text, value] of Object.entries(spellings)) assert.equal(read(Type.Number(), text), value)
  for (const text of ['1e2', '0x1', '.5', '5.', '1,5', ' 1', '', 'Infinity', '1.1234567', '12.5.0']) {
    assert.equal(read(Type.Number(), text), REFUSED, text)
  }
})

test('a boolean is true, false, 1 or 0 and nothing else', () => {
  for (const text of ['true', '1']) assert.equal(read(Type.Boolean(), text), true)
  for (const text of ['false', '0']) assert.equal(read(Type.Boolean(), text), false)
  for (const value of ['TRUE', 'False', 'yes', 'on', '', '2', '00', ' 1', 'null', 1, 0, null, 'toString']) {
    assert.equal(read(Type.Boolean(), value), REFUSED, String(value))
  }
})

test('a text stays as it was written, and a number is no text', () => {
  for (const text of ['7', 'true', ' x ', '00', 'null']) assert.equal(read(Text(10), text), text)
  for (const value of [7, true, null, {}, []]) assert.equal(read(Text(10), value), REFUSED)
})

test('empty text and null mean null where null is allowed, and are refused elsewhere', () => {
  for (const schema of [Nullable(Text(10)), Nullable(Integer()), Nullable(Type.Boolean()), Nullable(Type.Number())]) {
    assert.equal(read(schema, ''), null)
    assert.equal(read(schema, null), null)
  }
  for (const schema of [Text(10), Integer(), Type.Boolean(), Type.Number()]) {
    assert.equal(read(schema, ''), REFUSED)
    assert.equal(read(schema, null), REFUSED)
  }
})

test('a default stands in for what is absent, and not for null or zero', () => {
  const Query = Input({ limit: Integer({ default: 20 }), flag: Type.Boolean({ default: true }) })
  assert.deepEqual({ ...(read(Query, {}) as object) }, { limit: 20, flag: true })
  assert.deepEqual({ ...(read(Query, { limit: '0', flag: 'false' }) as object) }, { limit: 0, flag: false })
  assert.equal(read(Query, { limit: null }), REFUSED)
})

test('an unknown field is kept for the validator to refuse, whatever its name', () => {
  const Body = Input({ name: Type.Optional(Text(10)) })
  for (const name of ['colour', '__proto__', 'constructor', 'toString']) {
    assert.equal(read(Body, JSON.parse(`{"${name}": "x"}`)), REFUSED, name)
  }
})

test('an array beyond its bound is read no further than its bound plus one, and refused', () => {
  const Items = Type.Array(Integer(), { maxItems: 3 })
  assert.deepEqual(read(Items, ['1', '2', '3']), [1, 2, 3])
  assert.equal(read(Items, ['1', '2', '3', '4']), REFUSED)
  assert.deepEqual(coerce(Items as JsonSchema, Array(1000).fill('7')), [7, 7, 7, 7])
})

test('what was sent is never changed in place', () => {
  const sent = { members: [{ id: '7' }] }
  coerce(Input({ members: Type.Array(Input({ id: Integer() })) }) as JsonSchema, sent)
  assert.deepEqual(sent, { members: [{ id: '7' }] })
})
