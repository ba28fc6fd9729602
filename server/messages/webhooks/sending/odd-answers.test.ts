import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, test } from 'node:test'
import { deliveriesOf, openWebhookHouse } from '../../../../tests/builders/webhooks.ts'
import { openReceiver } from '../../../../tests/outside/receiver.ts'
import { type AttemptResult, recordEach } from './record-attempts.ts'

const house = await openWebhookHouse()

/** Says whatever it is told to, HTTP or not. */
async function openOddReceiver(answer: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () => socket.end(answer))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const withStatus = (status: string) => `HTTP/1.1 ${status} Odd\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`

test('a status that no standard knows is a failure of its own endpoint and keeps no other results from being written', async () => {
  const [odd, other] = [await house.organisation(), await house.organisation()]
  const well = await openReceiver()
  for (const status of ['600', '999', '099', '000'])
    await house.endpoint(odd, await openOddReceiver(withStatus(status)))
  await house.endpoint(other, well.url)
  await house.raise(odd)
  await house.raise(other)
  await house.sender().drain()
  const [delivered] = await deliveriesOf(house, other)
  assert.equal(delivered.status, 'succeeded')
  const found = await deliveriesOf(house, odd)
  assert.deepEqual(
    found.map(({ status }: { status: string }) => status),
    ['pending', 'pending', 'pending', 'pending'],
  )
  const answers = found.map(({ attempts: [attempt] }: { attempts: Record<string, unknown>[] }) => [
    attempt?.response_status,
    attempt?.error_code,
  ])
  assert.deepEqual(answers.slice(-2).reverse(), [
    [600, null],
    [999, null],
  ])
  for (const [status, code] of answers.slice(0, 2)) assert.deepEqual([status, typeof code], [null, 'string'])
})

test('a result that the database refuses is marked, and those beside it are written as they are', async () => {
  const club = await house.organisation()
  await house.endpoint(club, 'http://127.0.0.1:9/')
  await house.raise(club, 2)
  await house.call('GET', '/v1/webhook_messages', { key: club.key })
  const rows = await house.sql<{ delivery: number; endpoint: number }[]>`
    select webhook_delivery_id as delivery, webhook_endpoint_id as endpoint
    from webhook_deliveries
    where org_id = ${club.orgId}
    order by webhook_delivery_id`
  const at = house.clock()
  const done = rows.map(
    ({ delivery, endpoint }, index) =>
      ({
        attempt: {
          job: { orgId: club.orgId, deliveryId: delivery, endpointId: endpoint, attempts: 0 },
          at,
          durationMs: 1,
          status: index === 0 ? 5000 : 500,
          errorCode: null,
          responseStart: null,
        },
        outcome: { deliveryStatus: 'pending', dueAt: at, endpoint: 'failed' },
      }) as unknown as AttemptResult,
  )
  const refused: unknown[] = []
  await recordEach(house.sql, done, (error) => refused.push(error))
  assert.equal(refused.length, 1)
  const found = await deliveriesOf(house, club)
  const told = found.map(({ attempts: [attempt] }: { attempts: Record<string, unknown>[] }) => [
    attempt?.response_status,
    attempt?.error_code,
  ])
  assert.deepEqual(told.reverse(), [
    [null, 'answer_malformed'],
    [500, null],
  ])
})

test('a test that is answered with 410 disables the endpoint as any message would', async () => {
  const club = await house.organisation()
  const gone = await openReceiver(410)
  const { id } = await house.endpoint(club, gone.url)
  const { status } = await house.call('POST', `/v1/webhook_endpoints/${id}/test`, { key: club.key })
  assert.equal(status, 201)
  await house.sender().drain()
  const { body } = await house.call('GET', `/v1/webhook_endpoints/${id}`, { key: club.key })
  assert.deepEqual([body.status, body.disabled_reason], ['disabled', 'gone'])
})
