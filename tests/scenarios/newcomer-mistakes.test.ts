import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutbound } from '../../server/platform/outbound/outbound.ts'
import { openHouse } from '../harness/house.ts'

/** What a developer meets in their first hour: each refusal says what to do instead. */
const outbound = createOutbound({ allow: [] })
const house = await openHouse({ outbound })
const club = await house.organisation()
const { key } = club

type Call = Parameters<typeof house.call>[2]
async function refusal(method: string, path: string, options: Call): Promise<{ code: string; message: string }> {
  const { status, body } = await house.call(method, path, options)
  assert.ok(status >= 400 && status < 500, `${status} ${JSON.stringify(body)}`)
  return body.error
}

test('JSON that curl sends as a form is recognised', async () => {
  const { code, message } = await refusal('POST', '/v1/manage/venues', { key, form: '{"name": "Ground"}' })
  assert.equal(code, 'body_malformed')
  assert.match(message, /is JSON, but was sent as a form: send it with Content-Type: application\/json/)
})

test('a form that is announced as JSON is recognised', async () => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  const answer = await house.app.inject({ method: 'POST', url: '/v1/manage/venues', headers, payload: 'name=Ground' })
  assert.match(answer.json().error.message, /is a form, but was announced as JSON/)
})

test('broken JSON is refused with the place of the mistake, and nothing of what was sent', async () => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  const payload = '{\n  "name": "Secret Ground",\n}'
  const answer = await house.app.inject({ method: 'POST', url: '/v1/manage/venues', headers, payload })
  const { code, message } = answer.json().error
  assert.equal(code, 'body_malformed')
  assert.equal(message, 'The request body is not valid JSON: line 3, column 1 should be a name in double quotes.')
})

const meant: [path: string, address: string][] = [
  ['/events', '/v1/events'],
  ['/v1/event', '/v1/events'],
  ['/v1/organisation/', '/v1/organisation'],
  ['/V1/Events', '/v1/events'],
  ['/v1/evnets', '/v1/events'],
  ['/v1/event/5/prices', '/v1/events/{event_id}/prices'],
  ['/v1/venues', '/v1/manage/venues'],
  ['/orders', '/v1/manage/orders'],
  ['/v1/manage/event', '/v1/manage/events'],
  ['/v1/manage/events/', '/v1/manage/events'],
  ['/v1/events/', '/v1/events'],
  ['/v1/events/?limit=1', '/v1/events'],
  ['/v1/events//prices', '/v1/events/{event_id}/prices'],
  ['/v1/manage/webhook_endpoints', '/v1/webhook_endpoints'],
  ['/manage/webhook_endpoints', '/v1/webhook_endpoints'],
]
for (const [path, address] of meant) {
  test(`a caller who asks for ${path} is led to ${address}`, async () => {
    const { code, message } = await refusal('GET', path, { key })
    assert.equal(code, 'route_unknown')
    assert.equal(message, `There is no operation at this address. Did you mean ${address}?`)
  })
}

test('an address that is like none is not guessed at', async () => {
  for (const path of ['/wp-login.php', '/v1/nonsense', `/v1/${'e'.repeat(4000)}`]) {
    assert.equal((await refusal('GET', path, { key })).message, 'There is no operation at this address.')
  }
})

const misnamed: [name: string, meant: string | undefined][] = [
  ['even_status_id', 'event_status_id'],
  ['status_id', 'event_status_id'],
  ['limits', 'limit'],
  ['Limit', 'limit'],
  ['nonsense', undefined],
]
for (const [name, known] of misnamed) {
  test(`a parameter ${name} is told ${known ? `of ${known}` : 'no more than that it is unknown'}`, async () => {
    const { code, message } = await refusal('GET', `/v1/events?${name}=1`, { key })
    assert.equal(code, 'parameter_unknown')
    const hint = known ? ` Did you mean ${known}?` : ''
    assert.equal(message, `${name} is not a parameter of this operation.${hint}`)
  })
}

test('a field within a field is led to its neighbour by its whole name', async () => {
  const items = [{ price: 1, quantity: 1 }]
  const { errors } = (await house.call('POST', '/v1/baskets', { key, body: { items } })).body.error
  const { message } = errors.find(({ param }: { param: string }) => param === 'items[0][price]')
  assert.equal(message, 'items[0][price] is not a parameter of this operation. Did you mean items[0][price_id]?')
})

test('an object that is not there is named with its kind and its id', async () => {
  const basket = `bsk_${'0'.repeat(32)}`
  for (const [method, path, message] of [
    ['GET', '/v1/events/12', 'No such event: 12.'],
    ['GET', '/v1/events/12/prices', 'No such event: 12.'],
    ['GET', '/v1/events/derby', 'No such event: derby.'],
    ['GET', '/v1/members/12', 'No such member: 12.'],
    ['GET', '/v1/manage/price_categories/12', 'No such price category: 12.'],
    ['DELETE', `/v1/baskets/${basket}/items/7`, `No such item of basket ${basket}: 7.`],
    ['GET', `/v1/orders/${'9'.repeat(300)}`, `No such order: ${'9'.repeat(64)}.`],
  ] as const) {
    const found = await refusal(method, path, { key })
    assert.deepEqual([found.code, found.message], ['resource_missing', message])
  }
})

test('a caller who sends one value where several are wanted sees how several are written', async () => {
  const body = { type: 'sk', name: 'site', scopes: 'events:read' }
  const { message } = await refusal('POST', '/v1/manage/api_keys', { key, body })
  assert.equal(message, 'scopes must be an array: scopes[]=events:read in a form, ["events:read"] in JSON.')
})

test('a currency that is none is told what one looks like, whatever its length', async () => {
  for (const currency of ['dollars', '$', 'aud']) {
    const { message } = await refusal('PATCH', '/v1/manage/organisation', { key, body: { currency } })
    assert.equal(message, 'currency must be an ISO 4217 currency code such as AUD.', currency)
  }
})

test('milliseconds and dates where Unix seconds are wanted are recognised', async () => {
  const body = { title: 'Derby', event_start_unix: 1_798_759_800_000 }
  const milliseconds = await refusal('POST', '/v1/manage/events', { key, body })
  assert.equal(milliseconds.message, 'event_start_unix must be Unix time in seconds; this seems to be milliseconds.')
  for (const date of ['2027-01-01', '2027-01-01T19:30:00Z']) {
    const { message } = await refusal('POST', '/v1/manage/events', { key, body: { ...body, event_start_unix: date } })
    assert.match(message, /^event_start_unix must be Unix time in seconds, such as \d+, and not a date\.$/)
  }
  const { message } = await refusal('GET', '/v1/customers?updated_since=2027-01-01', { key })
  assert.match(message, /^updated_since must be Unix time in seconds/)
  const limit = await refusal('GET', '/v1/customers?limit=many', { key })
  assert.equal(limit.message, 'limit must be an integer.', 'other numbers are told what they always were')
})

test('a receiver on one’s own machine is led to grandstand listen', async () => {
  for (const url of [
    'http://localhost:4242/hooks',
    'https://127.0.0.1/hooks',
    'http://192.168.0.7/hooks',
    'http://[::1]/',
  ]) {
    const { message } = await refusal('POST', '/v1/webhook_endpoints', { key, body: { url, types: ['ping'] } })
    assert.match(message, /npx grandstand listen --forward-to/, url)
  }
})

test('a key of a kind that can never call an operation is told which kind can', async () => {
  const pk = await house.key(club.orgId, { kind: 'pk' })
  const gk = await house.key(club.orgId, { kind: 'gk' })
  const byPage = await refusal('GET', '/v1/customers', { key: pk })
  assert.equal(byPage.code, 'scope_missing')
  assert.match(
    byPage.message,
    /^A publishable key can never call this operation: .* secret key \(gs_sk_…\) .* customers:read/,
  )
  assert.match((await refusal('GET', '/v1/events', { key: gk })).message, /^A gate key can never call this operation/)
  assert.match((await refusal('GET', '/v1/gate/device', { key })).message, /^Only a gate key \(gs_gk_…\)/)
  const narrow = await house.key(club.orgId, { scopes: ['events:read'] })
  assert.equal(
    (await refusal('GET', '/v1/customers', { key: narrow })).message,
    'The API key does not have the scope customers:read.',
  )
})

test('a page on another site reads why it was refused, instead of a bare network error', async () => {
  const pk = await house.key(club.orgId, { kind: 'pk' })
  const headers = { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' }
  for (const [path, by] of [
    ['/v1/customers', pk],
    ['/events', pk],
    ['/v1/events', key],
  ] as const) {
    const answer = await house.call('GET', path, { key: by, headers })
    assert.equal(answer.headers['access-control-allow-origin'], '*', path)
    assert.ok(answer.body.error.message.length > 20, path)
  }
})
