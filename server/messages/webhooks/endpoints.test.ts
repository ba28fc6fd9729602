import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveriesOf, openWebhookHouse } from '../../../tests/builders/webhooks.ts'
import { openReceiver, verified } from '../../../tests/outside/receiver.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { parseNetwork } from '../../platform/values/ip-address.ts'
import { urlProblem } from './endpoint-url.ts'

/** Refuses at once, where a name would be looked up for seconds. */
const UNREACHABLE = '127.0.0.1:9'

const house = await openWebhookHouse()
const club = await house.organisation()
const { key } = club
const sender = house.sender()
const create = (body: object, as = key) => house.call('POST', '/v1/webhook_endpoints', { key: as, body })

test('an endpoint is created with a secret that is shown once and lies sealed in the database', async () => {
  const creation = await create({ url: `https://${UNREACHABLE}/a`, description: 'Shop' })
  assert.equal(creation.status, 201)
  assert.match(creation.body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.deepEqual([creation.body.types, creation.body.status, creation.body.description], [['*'], 'enabled', 'Shop'])
  const { body } = await house.call('GET', `/v1/webhook_endpoints/${creation.body.webhook_endpoint_id}`, { key })
  const { secret: _secret, ...rest } = creation.body
  const statistics = { attempts: 0, success_rate: null, p95_ms: null, pending: 1 }
  assert.deepEqual(body, { ...rest, statistics })
  const [row] = await house.sql<{ sealed: Buffer }[]>`
    select secret_encrypted as sealed
    from webhook_endpoints
    where org_id = ${club.orgId}`
  assert.doesNotMatch(row?.sealed.toString('latin1') ?? 'whsec_', /whsec_/)
})

const isAllowed = createOutbound().isAllowed
const refused: [url: string, needsHttps: boolean][] = [
  ['ftp://example.com', false],
  ['/hooks', false],
  ['https://', false],
  ['https://user:password@example.com/', false],
  ['https://example.com/#a', false],
  ['http://127.0.0.1/', false],
  ['http://2130706433/', false],
  ['http://[::1]:8080/', false],
  ['https://169.254.169.254/latest', false],
  ['http://example.com/', true],
]
for (const [url, needsHttps] of refused) {
  test(`refused as an address: ${url}`, () =>
    assert.match(urlProblem(url, { isAllowed, needsHttps }) ?? '', /^url must/))
}

test('fine as an address: a name, with port, path and query; http while nothing is in earnest', () => {
  for (const url of ['https://example.com/a?b=c', 'HTTPS://Example.com:8443', 'http://example.com']) {
    assert.equal(urlProblem(url, { isAllowed, needsHttps: false }), undefined)
  }
})

test('a live organisation needs https, unless the operator says otherwise; a sandbox does not', async () => {
  const live = await house.organisation({ mode: 'live' })
  const http = { url: `http://${UNREACHABLE}/` }
  assert.equal((await create(http)).status, 201)
  const answer = await create(http, live.key)
  assert.deepEqual([answer.status, answer.body.error.param], [400, 'url'])
  assert.equal((await create({ url: `https://${UNREACHABLE}/` }, live.key)).status, 201)
  const lenient = await openWebhookHouse({
    outbound: createOutbound({ plainHttp: true, allow: [parseNetwork('127.0.0.0/8')] }),
  })
  const other = await lenient.organisation({ mode: 'live' })
  const allowed = await lenient.call('POST', '/v1/webhook_endpoints', { key: other.key, body: http })
  assert.equal(allowed.status, 201)
})

test('an unknown type, an unknown state and no type at all are refused', async () => {
  const url = `https://${UNREACHABLE}/`
  assert.equal((await create({ url, types: ['order.eaten'] })).body.error.code, 'parameter_invalid')
  assert.equal((await create({ url, types: [] })).body.error.code, 'parameter_invalid')
  const { id } = await house.endpoint(club, url)
  const answer = await house.call('PATCH', `/v1/webhook_endpoints/${id}`, { key, body: { status: 'deleted' } })
  assert.equal(answer.status, 400)
})

test('an organisation has fifty endpoints at most, also when many are created at once', async () => {
  const crowded = await house.organisation()
  const answers = await Promise.all(
    Array.from({ length: 56 }, (_, n) => create({ url: `https://${UNREACHABLE}/${n}` }, crowded.key)),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 50)
  assert.ok(answers.filter(({ status }) => status !== 201).every(({ body }) => body.error.code === 'state_conflict'))
})

test('a disabled endpoint is sent nothing; enabled again, a replay brings what it missed, in the types it wants', async () => {
  const away = await house.organisation()
  const receiver = await openReceiver(500)
  const { id, secret } = await house.endpoint(away, receiver.url, ['customer.created'])
  const since = Math.floor(house.clock().getTime() / 1000) - 1
  await house.raise(away, 2)
  await sender.drain()
  const change = (body: object) => house.call('PATCH', `/v1/webhook_endpoints/${id}`, { key: away.key, body })
  const disabled = await change({ status: 'disabled' })
  assert.deepEqual([disabled.body.status, disabled.body.disabled_reason], ['disabled', 'by_request'])
  await house.raise(away, 2)
  await house.call('POST', `/v1/webhook_endpoints/${id}/test`, { key: away.key })
  house.clock.advance(60_000)
  await sender.drain()
  const before = receiver.received.length
  assert.ok(before <= 2)
  assert.ok((await deliveriesOf(house, away)).every(({ status }: { status: string }) => status === 'cancelled'))
  receiver.answer(200)
  const enabled = await change({ status: 'enabled' })
  assert.deepEqual([enabled.body.status, enabled.body.disabled_reason], ['enabled', null])
  await sender.drain()
  assert.equal(receiver.received.length, before)
  const replay = await house.call('POST', `/v1/webhook_endpoints/${id}/replay`, { key: away.key, body: { since } })
  assert.deepEqual([replay.status, replay.body.replayed, replay.body.has_more], [201, 4, false])
  await sender.drain()
  const got = receiver.received.slice(before).map((item) => Number(verified(secret, item).sequence))
  assert.deepEqual(
    got.sort((a, b) => a - b),
    [1, 2, 3, 4],
  )
})

test('a replay takes the time range that it is given, strictly', async () => {
  const replayed = await house.organisation()
  const receiver = await openReceiver()
  const { id } = await house.endpoint(replayed, receiver.url)
  const start = 1_800_000_000
  for (const second of [0, 10, 20]) {
    house.clock.set(new Date((start + second) * 1000))
    await house.raise(replayed)
  }
  await sender.drain()
  const replay = async (body: object) =>
    (await house.call('POST', `/v1/webhook_endpoints/${id}/replay`, { key: replayed.key, body })).body
  assert.equal((await replay({ since: start, until: start + 20 })).replayed, 1)
  await sender.drain()
  assert.equal((await replay({ since: start - 1 })).replayed, 3)
  assert.equal((await replay({ since: start, until: start })).error.param, 'until')
  house.clock.set(new Date())
})

test('a ping goes to the tested endpoint only, once, and says nothing about its health', async () => {
  const tested = await house.organisation()
  const [one, other] = [await openReceiver(500), await openReceiver()]
  const { id, secret } = await house.endpoint(tested, one.url, ['order.completed'])
  await house.endpoint(tested, other.url)
  const ping = await house.call('POST', `/v1/webhook_endpoints/${id}/test`, { key: tested.key })
  assert.deepEqual([ping.status, ping.body.type, ping.body.status], [201, 'ping', 'pending'])
  await sender.drain()
  house.clock.advance(24 * 3600 * 1000)
  await sender.drain()
  house.clock.set(new Date())
  assert.deepEqual([one.received.length, other.received.length], [1, 0])
  const [received] = one.received
  assert.ok(received)
  assert.equal(verified(secret, received).type, 'ping')
  const [delivery] = await deliveriesOf(house, tested)
  assert.deepEqual([delivery.status, delivery.attempts[0].response_status], ['failed', 500])
  const { body } = await house.call('GET', `/v1/webhook_endpoints/${id}`, { key: tested.key })
  assert.equal(body.failing_since, null)
})

test('a delivery can be sent again by hand, with the same webhook-id', async () => {
  const again = await house.organisation()
  const receiver = await openReceiver()
  await house.endpoint(again, receiver.url)
  await house.raise(again)
  await sender.drain()
  const [first] = await deliveriesOf(house, again)
  const retry = await house.call('POST', `/v1/webhook_deliveries/${first.webhook_delivery_id}/retry`, {
    key: again.key,
  })
  assert.deepEqual([retry.status, retry.body.replay, retry.body.message_id], [201, true, first.message_id])
  await sender.drain()
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  assert.deepEqual(ids, [first.message_id, first.message_id])
})

test('statistics tell how often it answered, how fast, and what waits', async () => {
  const watched = await house.organisation()
  const receiver = await openReceiver()
  const { id } = await house.endpoint(watched, receiver.url)
  await house.raise(watched, 3)
  await sender.drain()
  receiver.answer(503)
  await house.raise(watched)
  await sender.drain()
  const { body } = await house.call('GET', `/v1/webhook_endpoints/${id}`, { key: watched.key })
  assert.deepEqual([body.statistics.attempts, body.statistics.success_rate, body.statistics.pending], [4, 0.75, 1])
  assert.ok(Number.isInteger(body.statistics.p95_ms))
  house.clock.advance(25 * 3600 * 1000)
  const later = await house.call('GET', `/v1/webhook_endpoints/${id}`, { key: watched.key })
  assert.deepEqual([later.body.statistics.attempts, later.body.statistics.success_rate], [0, null])
  house.clock.set(new Date())
})

test('a deleted endpoint is gone, and its log is still there', async () => {
  const leaving = await house.organisation()
  const receiver = await openReceiver()
  const { id } = await house.endpoint(leaving, receiver.url)
  await house.raise(leaving)
  await sender.drain()
  const path = `/v1/webhook_endpoints/${id}`
  await house.call('POST', `${path}/roll_secret`, { key: leaving.key })
  const gone = await house.call('DELETE', path, { key: leaving.key })
  assert.deepEqual(gone.body, { webhook_endpoint_id: id, deleted: true })
  for (const [method, address] of [
    ['GET', path],
    ['DELETE', path],
    ['POST', `${path}/test`],
    ['POST', `${path}/roll_secret`],
  ] as const) {
    assert.equal((await house.call(method, address, { key: leaving.key })).status, 404, `${method} ${address}`)
  }
  await house.raise(leaving)
  await sender.drain()
  assert.equal(receiver.received.length, 1)
  assert.equal((await deliveriesOf(house, leaving, `&webhook_endpoint_id=${id}`)).length, 1)
  const [left] = await house.sql`
    select url, description, secret_encrypted, previous_secret_encrypted
    from webhook_endpoints
    where org_id = ${leaving.orgId}
      and webhook_endpoint_id = ${id}`
  assert.deepEqual(
    { ...left },
    { url: 'https://deleted.invalid/', description: null, secret_encrypted: null, previous_secret_encrypted: null },
  )
})
