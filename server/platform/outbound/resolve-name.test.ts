import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { openReceiver } from '../../../tests/outside/receiver.ts'
import { parseNetwork } from '../values/ip-address.ts'
import { createOutbound } from './outbound.ts'

/**
 * Answers 127.0.0.1 for names that begin with `well`, no such name for `no`, that also for `held` once it is told to, and never
 * anything else.
 */
async function openNameServer() {
  const server = createSocket('udp4')
  const released = Promise.withResolvers<void>()
  server.on('message', (question, { port, address }) => {
    const label = question.subarray(13, 13 + (question[12] ?? 0)).toString()
    const isWell = label.startsWith('well')
    if (isWell || label.startsWith('no')) answer(question, isWell, port, address)
    // When the test says so, or never.
    else if (label.startsWith('held')) void released.promise.then(() => answer(question, false, port, address))
  })
  function answer(question: Buffer, isWell: boolean, port: number, address: string) {
    const end = question.indexOf(0, 12) + 5
    const isIpv4 = question.readUInt16BE(end - 4) === 1
    const header = Buffer.from(question.subarray(0, 12))
    header.writeUInt16BE(isWell ? 0x8180 : 0x8183, 2)
    header.writeUInt16BE(isWell && isIpv4 ? 1 : 0, 6)
    header.writeUInt32BE(0, 8)
    const found = isWell && isIpv4 ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, 127, 0, 0, 1] : []
    server.send(Buffer.concat([header, question.subarray(12, end), Buffer.from(found)]), port, address)
  }
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return {
    nameServers: [`127.0.0.1:${server.address().port}`],
    release: released.resolve,
  }
}

const request = { method: 'GET', headers: {} } as const
const { nameServers, release } = await openNameServer()
const names = { nameServers, answerWithinMs: 60_000, connectTimeoutMs: 60_000 }
const outbound = createOutbound({ allow: [parseNetwork('127.0.0.0/8')], ...names })
const guarded = createOutbound(names)
after(() => Promise.all([outbound.close(), guarded.close()]))

test('names whose servers take their time do not delay other names, and are waited for', async () => {
  const receiver = await openReceiver()
  const port = new URL(receiver.url).port
  let ended = 0
  const waiting = Array.from({ length: 40 }, (_, n) =>
    guarded.send(`http://held${n}.example.test:${port}/`, { ...request, timeoutMs: 60_000 }).catch((error) => {
      ended += 1
      return error.code
    }),
  )
  for (let n = 0; n < 5; n += 1) {
    const answer = await outbound.send(`http://well${n}.example.test:${port}/`, request)
    assert.equal(answer.status, 200)
  }
  assert.equal(ended, 0)
  release()
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set(['name_not_found']))
})

test('a name whose server never answers is given up', async () => {
  const hasty = createOutbound({ nameServers, answerWithinMs: 300 })
  await assert.rejects(hasty.send('http://hang.example.test/', request), { code: 'timeout' })
  await hasty.close()
})

test('a name that leads inside is refused, and one that there is not is not found', async () => {
  await assert.rejects(guarded.send('http://well.example.test/', request), { code: 'address_not_allowed' })
  await assert.rejects(guarded.send('http://no.example.test/', request), { code: 'name_not_found' })
  await assert.rejects(guarded.send('http://hooks.localhost./', request), { code: 'address_not_allowed' })
})

test('where inner networks are allowed, names of this machine are found as well', async () => {
  const receiver = await openReceiver()
  const answer = await outbound.send(receiver.url.replace('127.0.0.1', 'localhost'), request)
  assert.equal(answer.status, 200)
})
