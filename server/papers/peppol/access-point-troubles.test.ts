import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Misdeed, startAccessPoint } from '../../../tests/outside/access-point.ts'
import { openPeppolHouse } from '../../../tests/workers/peppol-worker.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/values/durations.ts'

const { sql, clock, issue, deliverAll, clubAt } = await openPeppolHouse()

test('one that is out is tried again later and later, and gets the file when it is back', async () => {
  const accessPoint = await startAccessPoint()
  const { sell, stateOf, deliver } = await clubAt(accessPoint)
  const orderId = await sell()
  await issue()
  accessPoint.misdeeds.push(
    ...[500, 503].map((status) => ({ answer: (response) => void response.writeHead(status).end() }) satisfies Misdeed),
  )
  await deliver()
  assert.deepEqual([(await stateOf(orderId)).status, (await stateOf(orderId)).problem], ['waiting', 'it answered 500'])
  assert.equal(await deliver(), 0)
  clock.advance(MINUTE_MS)
  await deliver()
  clock.advance(4 * MINUTE_MS)
  assert.equal(await deliver(), 0)
  clock.advance(MINUTE_MS)
  await deliver()
  assert.equal((await stateOf(orderId)).status, 'sent')
  assert.equal(accessPoint.files().length, 1)
})

test('one that stays out ends the tries after days, and one that never says what became of it after a week', async () => {
  const accessPoint = await startAccessPoint()
  const { sell, stateOf, deliver } = await clubAt(accessPoint, 'a-wrong-token')
  const lost = await sell()
  await issue()
  for (let tries = 0; tries < 13; tries += 1) {
    await deliver()
    clock.advance(DAY_MS)
  }
  const { status, reason, problem } = await stateOf(lost)
  assert.deepEqual([status, reason, problem], ['failed', 'unreachable', 'it does not take the token'])
  const other = await clubAt(accessPoint)
  const silent = await other.sell()
  await issue()
  for (let days = 0; days < 9; days += 1) {
    await other.deliver()
    clock.advance(DAY_MS)
  }
  assert.deepEqual(
    [(await other.stateOf(silent)).status, (await other.stateOf(silent)).reason],
    ['failed', 'unanswered'],
  )
})

test('an answer that was lost hands nothing over twice', async () => {
  const accessPoint = await startAccessPoint()
  const { sell, stateOf, deliver } = await clubAt(accessPoint)
  const orderId = await sell()
  await issue()
  accessPoint.misdeeds.push({ done: true, answer: (response) => void response.destroy() })
  await deliver()
  assert.equal((await stateOf(orderId)).status, 'waiting')
  clock.advance(MINUTE_MS)
  await deliver()
  assert.equal((await stateOf(orderId)).status, 'sent')
  assert.equal(accessPoint.files().length, 1)
})

test('a worker that dies after it was sent is followed by another, which sends it as the same', async () => {
  const accessPoint = await startAccessPoint()
  const { club, sell, stateOf, deliver } = await clubAt(accessPoint)
  const orderId = await sell()
  await issue()
  await deliver()
  // As it was before the worker noted what it was told.
  await sql`
    update document_deliveries
    set delivery_status = 'waiting', reference = null, sent_at = null, due_at = ${new Date(clock().getTime() + 5 * MINUTE_MS)}
    where org_id = ${club.orgId}`
  assert.equal(await deliver(), 0)
  clock.advance(5 * MINUTE_MS)
  await deliver()
  assert.equal((await stateOf(orderId)).status, 'sent')
  assert.equal(accessPoint.files().length, 1)
})

test('what staff send to another id while it is being handed over goes there as well, and that is what counts', async () => {
  const accessPoint = await startAccessPoint()
  const { call, sell, documents, stateOf, deliver } = await clubAt(accessPoint)
  const orderId = await sell()
  await issue()
  const [{ document_id: id }] = await documents()
  accessPoint.misdeeds.push({
    done: true,
    answer: async (response) => {
      const { status } = await call('POST', `documents/${id}/deliver`, { peppol_id: '0192:923609016' })
      assert.equal(status, 200)
      response.writeHead(202, { 'content-type': 'application/json' }).end('{"id":"file-1"}')
    },
  })
  // The answer about the first handing over comes too late to count.
  await deliver()
  await accessPoint.settled()
  assert.equal(accessPoint.files().length, 2)
  const { status, peppol_id } = await stateOf(orderId)
  assert.deepEqual([status, peppol_id], ['sent', '0192:923609016'])
  const receivers = accessPoint.files().map(({ headers }) => headers['peppol-receiver'])
  assert.match(String(receivers[1]), /923609016$/)
})

test('two workers at once hand each document over once', async () => {
  const accessPoint = await startAccessPoint()
  const { sell, deliver } = await clubAt(accessPoint)
  for (let sold = 0; sold < 4; sold += 1) await sell()
  await issue()
  await Promise.all([deliver(), deliver(), deliver()])
  assert.equal(accessPoint.asked.length, 4)
})

const json = (status: number, body: string): Misdeed => ({
  answer: (response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(body),
})
const hostile: Record<string, Misdeed> = {
  'a page': {
    answer: (response) => void response.writeHead(202, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
  },
  'no JSON': json(202, '{'),
  'a list': json(202, '[]'),
  'no id': json(202, '{}'),
  'a number for an id': json(202, '{"id":7}'),
  'an id with a line break': json(202, '{"id":"a\\nb"}'),
  'an endless id': json(202, `{"id":"${'x'.repeat(300)}"}`),
  'a huge answer': json(202, `{"id":"a","more":"${'x'.repeat(20_000)}"}`),
  'a redirect': { answer: (response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end() },
  silence: { answer: () => undefined },
}

test('whatever an access point answers, a document waits and goes when it behaves', async () => {
  const accessPoint = await startAccessPoint()
  const { sell, stateOf, deliver } = await clubAt(accessPoint)
  const orderId = await sell()
  await issue()
  for (const [name, misdeed] of Object.entries(hostile)) {
    accessPoint.misdeeds.push(misdeed)
    await deliver(name === 'silence' ? 300 : undefined)
    assert.deepEqual([(await stateOf(orderId)).status, name], ['waiting', name])
    assert.equal(accessPoint.misdeeds.length, 0)
    clock.advance(DAY_MS)
  }
  await deliver()
  assert.equal((await stateOf(orderId)).status, 'sent')
  for (const said of ['{}', '{"state":7}', '{"state":"lost"}', '[]']) {
    accessPoint.misdeeds.push(json(200, said))
    clock.advance(DAY_MS)
    await deliver()
    assert.equal((await stateOf(orderId)).status, 'sent')
  }
})

test('a slow access point keeps no other organisation waiting', async () => {
  const [slow, quick] = [await startAccessPoint(), await startAccessPoint()]
  const [first, second] = [await clubAt(slow), await clubAt(quick)]
  const slowId = await first.sell()
  await first.sell()
  const orderId = await second.sell()
  await issue()
  // It breaks off once the other one was asked, which it must not keep waiting until then.
  const quickAsked = Promise.withResolvers<void>()
  slow.misdeeds.push({
    answer: async (response) => {
      await quickAsked.promise
      response.destroy()
    },
  })
  quick.misdeeds.push({
    done: true,
    answer: (response) => {
      quickAsked.resolve()
      response.writeHead(202, { 'content-type': 'application/json' }).end('{"id":"file-1"}')
    },
  })
  await deliverAll()
  await slow.settled()
  assert.equal(slow.asked.length, 1, 'once it breaks off, the rest waits for the next turn')
  assert.equal((await first.stateOf(slowId)).problem, 'it broke off')
  assert.equal((await second.stateOf(orderId)).status, 'sent')
})
