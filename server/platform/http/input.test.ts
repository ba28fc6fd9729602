import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { openHouse } from '../../../tests/harness/house.ts'
import type { Operation } from '../operation.ts'
import { Id, Input, Integer, Nullable, OneOf, Text } from './schema.ts'

const Member = Input({ membership_member_id: Id(), tracking_code: Type.Optional(Nullable(Text(50))) })
const Body = Input({
  title: Text(20),
  note: Type.Optional(Nullable(Text(20))),
  quantity: Type.Optional(Integer()),
  amount: Type.Optional(Type.Number({ minimum: 0, maximum: 1000 })),
  notify: Type.Optional(Type.Boolean()),
  fan: Type.Optional(Input({ email: Text(50), postcode: Type.Optional(Nullable(Text(10))) })),
  members: Type.Optional(Type.Array(Member, { minItems: 1, maxItems: 500 })),
})
const Query = Input({
  limit: Integer({ minimum: 1, maximum: 10, default: 5 }),
  order: Type.Optional(OneOf(['asc', 'desc'])),
})

const echo: Operation = (app) =>
  app.post(
    '/v1/echo/:number',
    {
      config: { scope: 'members:write', shows: 'nothing' },
      schema: { params: Input({ number: Id() }), querystring: Query, body: Body },
    },
    async ({ params, query, body }) => ({ params, query, body }),
  )

const house = await openHouse({ extraOperations: [echo] })
const { key } = await house.organisation()

const post = (form: object | string, query = '') => house.call('POST', `/v1/echo/7${query}`, { key, form })
const postJson = (body: unknown) => house.call('POST', '/v1/echo/7', { key, body })
const problemsOf = ({ body }: Awaited<ReturnType<typeof post>>) =>
  body.error.errors.map(({ param, code }: { param: string; code: string }) => `${param} ${code}`)
const members = (count: number) => Array.from({ length: count }, (_, index) => ({ membership_member_id: index + 1 }))

test('a form with brackets and the equal JSON are one and the same input', async () => {
  const sent = {
    title: 'Söndag & co=1',
    quantity: 3,
    amount: 12.5,
    notify: true,
    fan: { email: 'a@example.org', postcode: null },
    members: [
      { membership_member_id: 7, tracking_code: null },
      { membership_member_id: 8, tracking_code: 'AB 1' },
    ],
  }
  const form = await post({
    ...sent,
    fan: { ...sent.fan, postcode: '' },
    members: [{ membership_member_id: 7, tracking_code: '' }, sent.members[1]],
  })
  assert.equal(form.status, 200, form.text)
  assert.deepEqual(form.body.body, sent)
  assert.deepEqual((await postJson(sent)).body, form.body)
})

test('500 members parse from a form and from JSON', async () => {
  for (const answer of [
    await post({ title: 'x', members: members(500) }),
    await postJson({ title: 'x', members: members(500) }),
  ]) {
    assert.equal(answer.status, 200, answer.text.slice(0, 300))
    assert.deepEqual(answer.body.body.members, members(500))
  }
})

test('501 members are one clear problem, in a form as in JSON', async () => {
  for (const answer of [
    await post({ title: 'x', members: members(501) }),
    await postJson({ title: 'x', members: members(501) }),
  ]) {
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.body.error.errors, [
      { param: 'members', code: 'parameter_invalid', message: 'members must have at most 500 items.' },
    ])
  }
})

test('an array of a hundred thousand wrong items gets no more than a hundred problems', async () => {
  const answer = await postJson({ title: 'x', members: Array.from({ length: 100_000 }, () => 1) })
  assert.equal(answer.status, 400)
  assert.equal(answer.body.error.errors.length, 100)
})

test('what is no integer, amount or boolean is refused in a form, in JSON and in the query', async () => {
  for (const [name, text] of [
    ['quantity', '0x10'],
    ['amount', '1e2'],
    ['notify', 'yes'],
  ]) {
    const form = await post(`title=x&${name}=${text}`)
    assert.deepEqual(problemsOf(form), [`${name} parameter_invalid`])
    assert.deepEqual(problemsOf(await postJson({ title: 'x', [String(name)]: text })), problemsOf(form))
  }
  assert.deepEqual(problemsOf(await post('title=x', '?limit=0x5')), ['limit parameter_invalid'])
})

test('absent stays absent, and empty text or null clears what may be null', async () => {
  assert.deepEqual((await post({ title: 'x' })).body.body, { title: 'x' })
  assert.deepEqual((await post('title=x&note=')).body.body, { title: 'x', note: null })
  assert.deepEqual((await post('title=x&note')).body.body, { title: 'x', note: null })
  assert.deepEqual((await postJson({ title: 'x', note: '' })).body.body, { title: 'x', note: null })
  assert.deepEqual((await postJson({ title: 'x', note: null })).body.body, { title: 'x', note: null })
})

test('empty text and null are refused where a value is required', async () => {
  assert.deepEqual(problemsOf(await post('title=')), ['title parameter_invalid'])
  assert.deepEqual(problemsOf(await postJson({ title: null })), ['title parameter_invalid'])
  assert.deepEqual(problemsOf(await post('')), ['title parameter_missing'])
})

test('a single value that is sent twice is refused, in a form and in the query', async () => {
  assert.deepEqual(problemsOf(await post('title=a&title=b')), ['title parameter_invalid'])
  assert.deepEqual(problemsOf(await post('title=x&fan[email]=a&fan[email]=b')), ['fan[email] parameter_invalid'])
  assert.deepEqual(problemsOf(await post('title=x', '?limit=1&limit=2')), ['limit parameter_invalid'])
})

test('a NUL is refused wherever a text may stand', async () => {
  assert.deepEqual(problemsOf(await post('title=a%00b')), ['title parameter_invalid'])
  assert.deepEqual(problemsOf(await postJson({ title: 'x', fan: { email: 'a\0b' } })), ['fan[email] parameter_invalid'])
  const answer = await postJson({ title: 'x', members: [{ membership_member_id: 1, tracking_code: '\0' }] })
  assert.deepEqual(problemsOf(answer), ['members[0][tracking_code] parameter_invalid'])
})

test('every problem of query and body is told at once, each under the name that a form gives it', async () => {
  const answer = await post(
    'fan[postcode]=1&members[0][membership_member_id]=x&members[1][q]=1&colour=red',
    '?limit=0&serach=a',
  )
  assert.equal(answer.status, 400)
  assert.deepEqual(problemsOf(answer).toSorted(), [
    'colour parameter_unknown',
    'fan[email] parameter_missing',
    'limit parameter_invalid',
    'members[0][membership_member_id] parameter_invalid',
    'members[1][membership_member_id] parameter_missing',
    'members[1][q] parameter_unknown',
    'serach parameter_unknown',
    'title parameter_missing',
  ])
  const { param, code, message, errors } = answer.body.error
  assert.deepEqual({ param, code, message }, errors[0])
})

test('any number of unknown fields is refused, and hides no other problem', async () => {
  for (const count of [1, 7, 8, 9, 60, 3000]) {
    const extra = Object.fromEntries(Array.from({ length: count }, (_, index) => [`extra${index}`, 1]))
    const unknown = await postJson({ title: 'x', ...extra })
    assert.equal(unknown.status, 400, `${count} unknown fields`)
    assert.equal(unknown.body.error.errors.length, Math.min(count, 100))
  }
  const query = Array.from({ length: 40 }, (_, index) => `x${index}=1`).join('&')
  assert.ok(problemsOf(await post('title=x', `?limit=abc&${query}`)).includes('limit parameter_invalid'))
})

test('names that JavaScript objects have from birth are unknown fields like any other', async () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const json = `{"title":"x","${name}":1}`
    const answer = await house.call('POST', '/v1/echo/7', {
      key,
      form: json,
      headers: { 'content-type': 'application/json' },
    })
    assert.deepEqual(problemsOf(answer), [`${name} parameter_unknown`])
  }
})

test('a path that cannot be an id is not found, whatever else is wrong', async () => {
  for (const id of [
    'abc',
    '0',
    '-1',
    '1.5',
    '0x10',
    '1e2',
    '9007199254740993',
    '%00',
    'a'.repeat(400),
    'a'.repeat(501),
  ]) {
    const answer = await house.call('POST', `/v1/echo/${id}?unknown=1`, { key, form: '' })
    assert.equal(answer.status, 404, id)
    assert.equal(answer.body.error.code, 'resource_missing', id)
  }
})
