import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'
import { sendRaw } from '../../../tests/hostile/raw-http.ts'

const house = await openHouse()
const { key } = await house.organisation()

const list = (query: string) => house.call('GET', `/v1/customers?${query}`, { key })
const problemsOf = ({ body }: Awaited<ReturnType<typeof list>>) =>
  body.error?.errors.map(({ param, code }: { param: string; code: string }) => `${param} ${code}`)

test('a search that is percent-encoded UTF-8 is looked for, with plus signs for spaces', async () => {
  await house.call('POST', '/v1/manage/customers', {
    key,
    body: { email_address: 'a@example.org', last_name: 'José Ö' },
  })
  for (const search of ['Jos%C3%A9', 'jos%c3%a9+%C3%96', 'jos%C3%A9%20%C3%96']) {
    const { status, body } = await list(`search=${search}`)
    assert.deepEqual([status, body.data?.length], [200, 1], search)
  }
})

test('a parameter in another encoding, or with half an escape, is refused by its name', async () => {
  for (const search of ['%FF', 'Jos%E9', '100%', '%zz', 'a%C3', '%ED%A0%80', '%C0%AF']) {
    const answer = await list(`search=${search}`)
    assert.deepEqual([answer.status, problemsOf(answer)], [400, ['search parameter_invalid']], search)
  }
})

test('each such parameter is named once, beside the other problems of the request', async () => {
  const answer = await list('limit=%FF&search=%E9&sort_field=shoe&page_number=%31')
  assert.deepEqual(problemsOf(answer).sort(), [
    'limit parameter_invalid',
    'search parameter_invalid',
    'sort_field parameter_invalid',
  ])
})

test('a name that is not UTF-8 is no parameter, whatever the operation', async () => {
  for (const [method, path] of [
    ['GET', '/v1/organisation'],
    ['POST', '/v1/baskets'],
  ] as const) {
    const { status, body } = await house.call(method, `${path}?%FF=1`, { key })
    assert.deepEqual([status, body.error.code], [400, 'parameter_unknown'], path)
  }
})

test('bytes that are not escaped at all are no HTTP', async () => {
  await house.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = house.app.server.address() as AddressInfo
  const head = `GET /v1/customers?search=Jos\xc3\xa9 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n\r\n`
  const [answer] = await sendRaw(port, Buffer.from(head, 'latin1'))
  assert.deepEqual([answer?.status, JSON.parse(answer?.text ?? '').error.code], [400, 'body_malformed'])
})
