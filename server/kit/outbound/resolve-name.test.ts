import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { openReceiver } from '../../../tests/receiver.ts'
import { createOutbound } from './outbound.ts'
import { parseNetwork } from './public-address.ts'

/** Answers 127.0.0.1 for names that begin with `well`, no such name for `no`, and never anything else. */
async function openNameServer(): Promise<string> {
  const server = createSocket('udp4')
  server.on('message', (question, { port, address }) => {
    const length = question[12] ?? 0
    const label = question.subarray(13, 13 + length).toString()
    const isWell = label.startsWith('well')
    if (!isWell && !label.startsWith('no')) return
    const end = question.indexOf(0, 12) + 5
    const isIpv4 = question.readUInt16BE(end - 4) === 1
    const header = Buffer.from(question.subarray(0, 12))
    header.writeUInt16BE(isWell ? 0x8180 : 0x8183, 2)
    header.writeUInt16BE(isWell && isIpv4 ? 1 : 0, 6)
    header.writeUInt32BE(0, 8)
    const answer = isWell && isIpv4 ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, 127, 0, 0, 1] : []
    server.send(Buffer.concat([header, question.subarray(12, end), Buffer.from(answer)]), port, address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return `127.0.0.1:${server.address().port}`
}

const request = { method: 'GET', headers: {} } as const
const nameServers = [await openNameServer()]
const outbound = createOutbound({ allow: [parseNetwork('127.0.0.0/8')], nameServers })
after(() => outbound.close())

test('names whose servers never answer keep nobody else from being found', async () => {
  const receiver = await openReceiver()
  const port = new URL(receiver.url).port
  let silent = 0
  const hanging = Array.from({ length: 40 }, (_, n) =>
    outbound.send(`http://hang${n}.example.test:${port}/`, request).catch((error) => {
      silent += 1
      return error.code
    }),
  )
  for (let n = 0; n < 5; n += 1) {
    const answer = await outbound.send(`http://well${n}.example.test:${port}/`, request)
    assert.equal(answer.status, 200)
  }
  assert.equal(silent, 0)
  assert.deepEqual(new Set(await Promise.all(hanging)), new Set(['timeout']))
})

test('a name that leads inside is refused, and one that there is not is not found', async () => {
  const guarded = createOutbound({ nameServers })
  await assert.rejects(guarded.send('http://well.example.test/', request), { code: 'address_not_allowed' })
  await assert.rejects(guarded.send('http://no.example.test/', request), { code: 'name_not_found' })
  await assert.rejects(guarded.send('http://hooks.localhost./', request), { code: 'address_not_allowed' })
  await guarded.close()
})

test('where inner networks are allowed, names of this machine are found as well', async () => {
  const receiver = await openReceiver()
  const answer = await outbound.send(receiver.url.replace('127.0.0.1', 'localhost'), request)
  assert.equal(answer.status, 200)
})
