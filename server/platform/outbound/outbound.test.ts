import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { after, test } from 'node:test'
import { parseNetwork } from '../values/ip-address.ts'
import type { Lookup } from './guarded-connector.ts'
import { createOutbound, type OutboundOptions } from './outbound.ts'
import { OutboundError, type OutboundFailure } from './outbound-error.ts'
import { allowing, isPublicAddress } from './public-address.ts'

let reached = 0
const port = await serve((_request, response) => {
  reached += 1
  response.end('inside')
})

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => server.close().closeAllConnections())
  return (server.address() as AddressInfo).port
}

function open(options: OutboundOptions = {}) {
  const outbound = createOutbound({ connectTimeoutMs: 2_000, ...options })
  after(() => outbound.close())
  return outbound
}

const get = { method: 'GET', headers: {} } as const
const failsWith = (code: OutboundFailure) => (error: unknown) => error instanceof OutboundError && error.code === code

/** Each leads to this machine, to the network it stands in, or to the one that hosts it. */
const PRIVATE_HOSTS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '0.0.0.0',
  '0',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '127.0.0.1.',
  '１２７.0.0.1',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '0xa83f8110',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  'localhost',
  'LOCALHOST',
]

for (const host of PRIVATE_HOSTS) {
  test(`nothing is sent to http://${host}`, async () => {
    await assert.rejects(open().send(`http://${host}:${port}/`, get), failsWith('address_not_allowed'))
    assert.equal(reached, 0)
  })
}

const answering =
  (...answers: string[][]): Lookup =>
  (_hostname, _options, found) => {
    const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? []
    const rows = addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }))
    queueMicrotask(() => found(null, rows))
  }

test('a name that leads inside is refused, whatever else it leads to', async () => {
  for (const addresses of [['127.0.0.1'], ['::ffff:127.0.0.1'], ['10.0.0.1', '127.0.0.1', '::1']]) {
    const outbound = open({ lookup: answering(addresses) })
    await assert.rejects(outbound.send(`http://inside.test:${port}/`, get), failsWith('address_not_allowed'))
  }
  assert.equal(reached, 0)
})

test('a name that is pointed inside after it was looked at gains nothing: the socket gets the answer that was checked', async () => {
  const asked: string[] = []
  const rebinding = answering(['192.0.2.1'], ['127.0.0.1'])
  // TEST-NET stands for a public address here, which nothing answers at.
  const outbound = open({
    lookup: (hostname, options, found) => {
      asked.push(hostname)
      rebinding(hostname, options, found)
    },
    isAllowed: (address) => address === '192.0.2.1',
    connectTimeoutMs: 300,
  })
  await assert.rejects(outbound.send(`http://rebinds.test:${port}/`, get), OutboundError)
  assert.deepEqual(asked, ['rebinds.test'])
  await assert.rejects(outbound.send(`http://rebinds.test:${port}/`, get), failsWith('address_not_allowed'))
  assert.equal(reached, 0)
})

test('where the socket has arrived is looked at once more, before anything is sent', async () => {
  let looks = 0
  const outbound = open({ isAllowed: () => ++looks === 1 })
  await assert.rejects(outbound.send(`http://127.0.0.1:${port}/`, get), failsWith('address_not_allowed'))
  assert.equal(looks, 2)
  assert.equal(reached, 0)
})

const local = open({ allow: [parseNetwork('127.0.0.0/8')] })

test('what the operator allows is reached, by address and by name, and the rest stays out of reach', async () => {
  const { status, body } = await local.send(`http://127.0.0.1:${port}/`, get)
  assert.deepEqual([status, String(body)], [200, 'inside'])
  const named = open({ allow: [parseNetwork('127.0.0.1')], lookup: answering(['10.0.0.1', '127.0.0.1']) })
  assert.equal((await named.send(`http://named.test:${port}/`, get)).status, 200)
  await assert.rejects(local.send(`http://[::1]:${port}/`, get), failsWith('address_not_allowed'))
  await assert.rejects(local.send(`http://10.0.0.1:${port}/`, get), failsWith('address_not_allowed'))
})

test('a redirect is an answer like any other and is not followed', async () => {
  const redirecting = await serve((_request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${port}/secret` }).end()
  })
  const before = reached
  const { status } = await local.send(`http://127.0.0.1:${redirecting}/`, get)
  assert.deepEqual([status, reached], [302, before])
  assert.equal((await local.fetch(`http://127.0.0.1:${redirecting}/`)).status, 302)
})

test('of an endless answer only the beginning is read; a fetch refuses it', async () => {
  const endless = await serve((_request, response) => {
    const more = () => {
      while (response.write('x'.repeat(64 * 1024)));
    }
    response.on('drain', more)
    more()
  })
  const { body } = await local.send(`http://127.0.0.1:${endless}/`, { ...get, bodyBytesMax: 2048 })
  assert.equal(body.length, 2048)
  await assert.rejects(local.fetch(`http://127.0.0.1:${endless}/`), failsWith('answer_too_large'))
})

test('the time counts for the whole exchange: silence, a dripping answer, a closed port', async () => {
  const silent = await serve(() => {})
  const dripping = await serve((_request, response) => {
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  })
  for (const slow of [silent, dripping]) {
    await assert.rejects(local.send(`http://127.0.0.1:${slow}/`, { ...get, timeoutMs: 150 }), failsWith('timeout'))
  }
  const closed = createTcpServer()
  await once(closed.listen(0, '127.0.0.1'), 'listening')
  const { port: closedPort } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  await assert.rejects(local.send(`http://127.0.0.1:${closedPort}/`, get), failsWith('refused'))
})

test('a stop ends what is under way', async () => {
  const silent = await serve(() => {})
  const stop = new AbortController()
  const sending = local.send(`http://127.0.0.1:${silent}/`, { ...get, signal: stop.signal })
  stop.abort()
  await assert.rejects(sending, failsWith('stopped'))
})

test('public addresses are public, and nonsense is not', () => {
  for (const address of ['1.1.1.1', '203.1.2.3', '2606:4700::1111', '::ffff:1.1.1.1']) {
    assert.equal(isPublicAddress(address), true, address)
  }
  for (const address of ['', 'example.com', '1.1.1', '::ffff:10.0.0.1', 'fe80::1%eth0', '4000::1']) {
    assert.equal(isPublicAddress(address), false, address)
  }
  const isAllowed = allowing([parseNetwork('10.0.0.0/8'), parseNetwork('fd00::1')])
  assert.deepEqual(['10.9.9.9', 'fd00::1', 'fd00::2', '11.0.0.1'].map(isAllowed), [true, true, false, true])
})
