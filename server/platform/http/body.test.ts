import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { openHouse } from '../../../tests/harness/house.ts'
import type { Operation } from '../operation.ts'
import { Id, Input, Integer, Text } from './schema.ts'

const KIB = 1024
const Body = Input({
  text: Type.Optional(Text(1024 * KIB)),
  ids: Type.Optional(Type.Array(Integer(), { maxItems: 10 })),
  members: Type.Optional(Type.Array(Input({ id: Id(), code: Type.Optional(Text(10)) }), { maxItems: 500 })),
})
const at =
  (path: string, bodyLimit?: number): Operation =>
  (app) =>
    app.post(
      path,
      {
        config: { scope: 'members:write', shows: 'nothing' },
        schema: { body: Body },
        ...(bodyLimit ? { bodyLimit } : {}),
      },
      async ({ body }) => ({ body }),
    )

const house = await openHouse({ extraOperations: [at('/v1/echo'), at('/v1/bulk', 1024 * KIB)] })
const { key } = await house.organisation()

const post = (text: string, type?: string, path = '/v1/echo') =>
  house.call('POST', path, { key, form: text, ...(type === undefined ? {} : { headers: { 'content-type': type } }) })
const json = (text: string) => post(text, 'application/json')

test('an empty body is an empty object, with or without a content type', async () => {
  for (const answer of [
    await house.call('POST', '/v1/echo', { key }),
    await house.call('POST', '/v1/echo', { key, headers: { 'content-type': 'application/json' } }),
    await post(''),
    await json(''),
    await json(' \n'),
    await json('{}'),
  ]) {
    assert.deepEqual([answer.status, answer.body], [200, { body: {} }])
  }
})

test('a content type may carry a charset and capitals', async () => {
  assert.equal((await post('{"text":"x"}', 'Application/JSON; charset=UTF-8')).status, 200)
  assert.equal((await post('text=x', 'application/x-www-form-urlencoded;charset=utf-8')).status, 200)
})

test('any other content type, or none with a body, is 415', async () => {
  for (const type of [
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'application/xml',
    'application',
    '',
  ]) {
    const answer = await post('{}', type)
    assert.deepEqual([answer.status, answer.body.error.code], [415, 'content_type_unsupported'], type)
  }
})

test('JSON that does not parse, or is no object, is body_malformed', async () => {
  for (const text of [
    '{',
    '{"text":}',
    '[]',
    'null',
    '7',
    '"x"',
    'true',
    "{'text':1}",
    '\ufeff{}',
    '{} {}',
    'text=x',
  ]) {
    const answer = await json(text)
    assert.deepEqual([answer.status, answer.body.error.code], [400, 'body_malformed'], text)
  }
})

test('JSON nested a hundred thousand deep is refused like any other mistake', async () => {
  const deep = (open: string, close: string, count = 40_000) => open.repeat(count) + close.repeat(count)
  for (const [text, code] of [
    ['['.repeat(200_000), 'body_malformed'],
    [deep('[', ']', 100_000), 'body_malformed'],
    [`{"extra":${deep('[', ']', 100_000)}}`, 'parameter_unknown'],
    [`{"members":${deep('[', ']', 100_000)}}`, 'parameter_invalid'],
    [`{"text":${deep('[', ']', 100_000)}}`, 'parameter_invalid'],
    [`{"members":[{"id":1,"extra":${deep('{"a":', '}').replace('}', '1}')}}]}`, 'parameter_unknown'],
  ] as const) {
    const answer = await json(text)
    assert.deepEqual([answer.status, answer.body.error.code], [400, code], text.slice(0, 30))
  }
})

test('a form nested deeper than six brackets, or with more than 4,000 fields, is body_malformed', async () => {
  const fields = (count: number) => Array.from({ length: count }, (_, index) => `x${index}=1`).join('&')
  for (const [text, code] of [
    ['a[b][c][d][e][f][g]=1', 'parameter_unknown'],
    ['a[b][c][d][e][f][g][h]=1', 'body_malformed'],
    [`a${'[b]'.repeat(20_000)}=1`, 'body_malformed'],
    [fields(4000), 'parameter_unknown'],
    [fields(4001), 'body_malformed'],
    ['members[1000000][id]=1', 'body_malformed'],
  ] as const) {
    assert.deepEqual((await post(text)).body.error.code, code, text.slice(0, 30))
  }
})

test('the fields of array items need an index, and plain values may do without', async () => {
  for (const text of [
    'members[][id]=1',
    'members[][id]=1&members[][code]=x',
    'members%5B%5D%5Bid%5D=1',
    'text=x&members[][id]=1',
  ]) {
    const answer = await post(text)
    assert.deepEqual([answer.status, answer.body.error.code], [400, 'body_malformed'], text)
  }
  assert.deepEqual((await post('members[0][id]=1&members[0][code]=x')).body.body, { members: [{ id: 1, code: 'x' }] })
  assert.deepEqual((await post('ids[]=1&ids[]=2')).body.body, { ids: [1, 2] })
  assert.deepEqual((await post('ids[0]=1&ids[1]=2')).body.body, { ids: [1, 2] })
  assert.deepEqual((await post('text=members[][id]%3D1')).body.body, { text: 'members[][id]=1' })
})

test('form text is decoded once, as UTF-8, with a plus for a space', async () => {
  assert.deepEqual((await post('text=%C3%93lafsd%C3%B3ttir+%2B+%2525')).body.body, { text: 'Ólafsdóttir + %25' })
})

test('form text that is not UTF-8, or has half an escape, is body_malformed and never stored as it was escaped', async () => {
  for (const text of ['text=Jos%E9', 'text=%FF', 'text=%ED%A0%80', 'text=100%', 'text=%C3%93%4', 'te%FFxt=x']) {
    const answer = await post(text)
    assert.deepEqual([answer.status, answer.body.error?.code], [400, 'body_malformed'], text)
  }
})

test('a body may have 256 KiB, and one byte more is 413', async () => {
  for (const [frame, type] of [
    [['text=', ''], undefined],
    [['{"text":"', '"}'], 'application/json'],
  ] as const) {
    const filled = (bytes: number) => frame[0] + 'a'.repeat(bytes - frame[0].length - frame[1].length) + frame[1]
    assert.equal((await post(filled(256 * KIB), type)).status, 200)
    const answer = await post(filled(256 * KIB + 1), type)
    assert.deepEqual([answer.status, answer.body.error.code], [413, 'body_too_large'])
  }
})

test('an operation may take more than the rest, and no more than it says', async () => {
  const filled = (bytes: number) => `text=${'a'.repeat(bytes - 5)}`
  assert.equal((await post(filled(1024 * KIB), undefined, '/v1/bulk')).status, 200)
  assert.equal((await post(filled(1024 * KIB + 1), undefined, '/v1/bulk')).status, 413)
})

test('a body is UTF-8 as it is: another charset or an encoding is a 415, bytes that are not are a 400', async () => {
  const { key } = await house.organisation()
  const send = (type: string, payload: string | Buffer, more = {}) =>
    house.app.inject({
      method: 'POST',
      url: '/v1/manage/venues',
      headers: { authorization: `Bearer ${key}`, 'content-type': type, ...more },
      payload,
    })
  const json = '{"name":"Park"}'
  assert.equal((await send('application/json; charset=UTF-8', json)).statusCode, 201)
  assert.equal((await send('application/json; charset=latin1', json)).statusCode, 415)
  assert.equal((await send('application/json', json, { 'content-encoding': 'gzip' })).statusCode, 415)
  const broken = Buffer.concat([Buffer.from('{"name":"'), Buffer.of(0xff), Buffer.from('"}')])
  assert.equal((await send('application/json', broken)).json().error.code, 'body_malformed')
  const half = await send('application/json', '{"name":"\\ud800"}')
  assert.deepEqual([half.statusCode, half.json().error.param], [400, 'name'])
})
