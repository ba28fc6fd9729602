import fc from 'fast-check'
import type { Schema } from '../../server/platform/openapi/openapi-types.ts'
import { hostileEscaped, hostileText, hostileValue } from './texts.ts'

export type Payload = { type: string | undefined; bytes: Buffer }

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'application/json;;;',
  'application/json, text/plain',
  'APPLICATION/JSON',
  'application/jsonp',
  'json',
  '/',
  '',
  'a'.repeat(3000),
]

/** JSON that is not, or that no reader expects. */
const BROKEN = [
  '',
  ' ',
  '{',
  '{"a":',
  '{"a":1,}',
  "{'a':1}",
  '[1,2',
  'nul',
  '"text"',
  '42',
  '[]',
  'null',
  '1e999999',
  '-',
  '\ufeff{}',
  '\0',
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"a":1,"a":2}',
  `{"a":${'9'.repeat(5000)}}`,
  `{"${'k'.repeat(5000)}":1}`,
  '['.repeat(20_000),
  '{"a":'.repeat(20_000),
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
]

const FIELDS = [
  '__proto__[polluted]',
  'constructor[prototype][polluted]',
  'a[b][c][d][e][f][g]',
  'a[',
  ']a[',
  '[]',
  'a[]',
  'a[999999]',
  'friends[0][name]',
  'friends[][name]',
  'friends[0][__proto__]',
  '%5B%5D',
  '',
  '=',
]

/** The body of a request that succeeds, with one field replaced and maybe one more. */
const bent = (body: Record<string, unknown>, names: string[]) =>
  fc
    .tuple(fc.constantFrom(...names, 'surprise'), hostileValue, fc.boolean())
    .map(([name, value, more]) => ({ ...body, [name]: value, ...(more ? { surprise: value } : {}) }))

const form = (names: string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...names, ...FIELDS), hostileEscaped), { maxLength: 8 })
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))

const asBytes = (type: string | undefined) => (text: string) => ({ type, bytes: Buffer.from(text) })

export function hostileBody(body: Record<string, unknown>, schema: Schema | undefined): fc.Arbitrary<Payload> {
  const names = Object.keys(schema?.properties ?? {})
  const bentJson = bent(body, names).map((value) => JSON.stringify(value))
  return fc.oneof(
    { weight: 6, arbitrary: bentJson.map(asBytes(JSON_TYPE)) },
    { weight: 2, arbitrary: hostileValue.map((value) => JSON.stringify(value) ?? '').map(asBytes(JSON_TYPE)) },
    { weight: 3, arbitrary: fc.constantFrom(...BROKEN).map(asBytes(JSON_TYPE)) },
    { weight: 4, arbitrary: form(names).map(asBytes(FORM_TYPE)) },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 3000, max: 6000 }).map((count) => asBytes(FORM_TYPE)('a=1&'.repeat(count))),
    },
    {
      weight: 1,
      arbitrary: fc
        .integer({ min: 200_000, max: 400_000 })
        .map((size) => asBytes(JSON_TYPE)(`{"a":"${'x'.repeat(size)}"}`)),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(JSON_TYPE, FORM_TYPE), fc.uint8Array({ maxLength: 200 }))
        .map(([type, bytes]) => ({ type, bytes: Buffer.from(bytes) })),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom(...TYPES, undefined), hostileText).map(([type, text]) => asBytes(type)(text)),
    },
  )
}
