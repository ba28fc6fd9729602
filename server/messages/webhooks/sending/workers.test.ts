import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveriesOf, openWebhookHouse } from '../../../../tests/builders/webhooks.ts'
import { openReceiver, type Receiver } from '../../../../tests/outside/receiver.ts'
import { cancelOrphans } from './cancel-deliveries.ts'

const house = await openWebhookHouse()

const idsAt = (receiver: Receiver) => receiver.received.map(({ headers }) => String(headers['webhook-id']))
const silent = () => {}

test('an endpoint that hangs, one that refuses and one that fails do not hold the others up', async () => {
  const club = await house.organisation()
  const [well, hanging, failing] = [await openReceiver(), await openReceiver(silent), await openReceiver(500)]
  const closed = await openReceiver()
  await closed.close()
  for (const receiver of [hanging, failing, closed, well]) await house.endpoint(club, receiver.url)
  await house.raise(club, 60)
  const running = house.sender({ timeoutMs: 1500 }).start()
  await well.arrived(60)
  assert.ok(hanging.received.length <= 4)
  await running.stop()
  assert.equal(new Set(idsAt(well)).size, 60)
})

test('three workers at once send each message to each endpoint once', async () => {
  const club = await house.organisation()
  const receivers = [await openReceiver(), await openReceiver(), await openReceiver()]
  for (const receiver of receivers) await house.endpoint(club, receiver.url)
  const workers = [house.sender().start(), house.sender().start(), house.sender().start()]
  await house.raise(club, 100)
  await Promise.all(receivers.map((receiver) => receiver.arrived(100)))
  await Promise.all(workers.map((worker) => worker.stop()))
  for (const receiver of receivers) {
    assert.equal(receiver.received.length, 100)
    assert.equal(new Set(idsAt(receiver)).size, 100)
  }
})

test('stopping finishes what is under way, writes it down and gives the rest back', async () => {
  const club = await house.organisation()
  let release = silent
  const receiver = await openReceiver((response) => {
    const before = release
    release = () => {
      before()
      response.end()
    }
  })
  await house.endpoint(club, receiver.url)
  await house.raise(club, 30)
  const worker = house.sender().start()
  await receiver.arrived(4)
  const stopping = worker.stop()
  release()
  await stopping
  assert.equal(receiver.received.length, 4)
  assert.equal((await deliveriesOf(house, club, '&status=succeeded')).length, 4)
  const [queue] = await house.sql`
    select leased_by, due_at <= ${house.clock()} as due
    from webhook_queues
    where org_id = ${club.orgId}`
  assert.deepEqual({ ...queue }, { leased_by: null, due: true })
  receiver.answer(200)
  await house.sender().drain()
  assert.equal(new Set(idsAt(receiver)).size, 30)
  assert.equal(receiver.received.length, 30)
})

test('what a killed worker held is sent by another once its claim has run out', async () => {
  const club = await house.organisation()
  const receiver = await openReceiver()
  await house.endpoint(club, receiver.url)
  await house.raise(club, 3)
  await house.call('GET', '/v1/webhook_messages', { key: club.key })
  const claimFor = (interval: string) => house.sql`
    update webhook_queues
    set leased_by = ${crypto.randomUUID()},
      leased_until = now() + ${interval}::interval
    where org_id = ${club.orgId}`
  await claimFor('20 seconds')
  await house.sender().drain()
  assert.equal(receiver.received.length, 0)
  await claimFor('-1 second')
  await house.sender().drain()
  assert.equal(receiver.received.length, 3)
})

type Answer = { status: number; headers?: Record<string, string> }

/** A worker waits so long for the first answer that it loses its claim, and another has had the second one by then. */
async function deliverTwice(first: Answer, second: Answer) {
  const club = await house.organisation()
  let answerFirst = silent
  const receiver = await openReceiver((response, _received, count) => {
    const { status, headers } = count === 1 ? first : second
    const answer = () => void response.writeHead(status, headers).end()
    if (count === 1) answerFirst = answer
    else answer()
  })
  await house.endpoint(club, receiver.url)
  await house.raise(club)
  const slow = house.sender().drain()
  await receiver.arrived(1)
  await house.sql`
    update webhook_queues
    set leased_until = now() - interval '1 second'
    where org_id = ${club.orgId}`
  await house.sender().drain()
  answerFirst()
  await slow
  const [delivery] = await deliveriesOf(house, club)
  return delivery
}

test('a result that comes after the claim was lost does not overwrite what the next worker found', async () => {
  const delivery = await deliverTwice({ status: 500 }, { status: 200 })
  assert.deepEqual([delivery.status, delivery.attempts.length], ['succeeded', 1])
})

test('nor does it move the next attempt, when that one failed as well', async () => {
  const delivery = await deliverTwice({ status: 500, headers: { 'retry-after': '600' } }, { status: 503 })
  assert.deepEqual([delivery.attempts.length, delivery.attempts[0].response_status], [1, 503])
  assert.ok(delivery.next_attempt_at - delivery.created_at < 60)
})

test('a private address is refused when it is sent to, whatever it was when it was registered', async () => {
  const club = await house.organisation()
  const receiver = await openReceiver()
  const { id } = await house.endpoint(club, receiver.url)
  await house.sql`
    update webhook_endpoints
    set url = ${receiver.url.replace('127.0.0.1', '[::1]')}
    where org_id = ${club.orgId}
      and webhook_endpoint_id = ${id}`
  await house.raise(club)
  await house.sender().drain()
  const [delivery] = await deliveriesOf(house, club)
  assert.deepEqual([delivery.status, delivery.attempts[0].error_code], ['pending', 'address_not_allowed'])
  assert.equal(receiver.received.length, 0)
})

test('a secret that cannot be opened any more stops its own endpoint and no other, and loses nothing', async () => {
  const club = await house.organisation()
  const [well, sealed] = [await openReceiver(), await openReceiver()]
  await house.endpoint(club, well.url)
  const { id } = await house.endpoint(club, sealed.url)
  const seal = (bytes: Buffer) => house.sql`
    update webhook_endpoints
    set secret_encrypted = ${bytes}
    where org_id = ${club.orgId}
      and webhook_endpoint_id = ${id}`
  const [row] = await house.sql<{ secret: Buffer }[]>`
    select secret_encrypted as secret
    from webhook_endpoints
    where org_id = ${club.orgId}
      and webhook_endpoint_id = ${id}`
  await seal(Buffer.alloc(64))
  await house.raise(club)
  const failures: string[] = []
  await house.sender({ onFailure: (task) => failures.push(task) }).drain()
  assert.deepEqual([well.received.length, sealed.received.length, failures], [1, 0, ['read webhook secrets']])
  await seal(row?.secret ?? Buffer.alloc(0))
  house.clock.advance(61_000)
  await house.sender().drain()
  assert.equal(sealed.received.length, 1)
})

test('an endpoint that was enabled again just after a worker saw it closed keeps what came since', async () => {
  const club = await house.organisation()
  const receiver = await openReceiver()
  const { id } = await house.endpoint(club, receiver.url)
  await house.raise(club)
  await house.call('GET', '/v1/webhook_messages', { key: club.key })
  await cancelOrphans(house.sql, house.clock(), [{ orgId: club.orgId, endpointId: id }])
  assert.equal((await deliveriesOf(house, club, '&status=pending')).length, 1)
  await house.sender().drain()
  assert.equal(receiver.received.length, 1)
})
