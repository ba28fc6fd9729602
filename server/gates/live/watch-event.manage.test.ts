import assert from 'node:assert/strict'
import { Agent, get, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { openGround } from '../../../tests/builders/grounds.ts'
import { NOTHING } from '../../../tests/builders/rows.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { createKey } from '../../access/api-keys/key-store.ts'
import { readFigures } from './live-figures.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const path = `/v1/manage/events/${ground.eventId}/live`
const address = await house.app.listen({ port: 0, host: '127.0.0.1' })

async function watch(query = '', key = club.key) {
  const headers = { authorization: `Bearer ${key}` }
  const response = await house.app.inject({ url: path + query, headers, payloadAsStream: true })
  const text = response.stream()
  const chunks = text[Symbol.asyncIterator]()
  let seen = ''
  return {
    headers: response.headers,
    stream: text,
    /** The next figures, however the stream is cut. */
    async next() {
      for (;;) {
        const frame = /event: figures\ndata: (.*)\n\n/.exec(seen)
        if (frame) {
          seen = seen.slice(frame.index + frame[0].length)
          return JSON.parse(frame[1] ?? '')
        }
        const { value, done } = await chunks.next()
        if (done) return undefined
        seen += String(value)
      }
    },
  }
}

test('the figures come at once, and again after a scan, at whatever process', async () => {
  const one = await ground.ticket(2)
  await ground.scan(one.barcode)
  const live = await watch()
  assert.equal(live.headers['content-type'], 'text/event-stream')
  const first = await live.next()
  assert.deepEqual([first.entries, first.exits, first.inside, first.refusals], [1, 0, 1, 0])
  await ground.scan(one.barcode, { gate: 1 })
  let next = await live.next()
  while (next.refusals === 0) next = await live.next()
  assert.deepEqual(
    next.gates.map(({ gate_id, entries, refusals }: Record<string, number>) => [gate_id, entries, refusals]),
    [
      [ground.gates[0], 1, 0],
      [ground.gates[1], 0, 1],
    ],
  )
  assert.equal(next.minutes.length, 1)
  assert.deepEqual([next.minutes[0].entries, next.minutes[0].refusals], [1, 1])
  live.stream.destroy()
})

test('a gate without any scan yet is there, one of another place is not, and a closed one says so', async () => {
  const eventId = await ground.openEvent()
  const elsewhere = await openGround(house, club)
  const gatesNow = async () => {
    const { text } = await house.call('GET', `/v1/manage/events/${eventId}/live?frames=1`, { key: club.key })
    const { gates } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '{}')
    return gates.map(({ gate_id, closed, entries }: Record<string, unknown>) => [gate_id, closed, entries])
  }
  const [north, south] = ground.gates
  assert.deepEqual(await gatesNow(), [
    [north, false, 0],
    [south, false, 0],
  ])
  assert.ok(!(await gatesNow()).flat().includes(elsewhere.gates[0]))
  await house.call('POST', `/v1/manage/gates/${south}/close`, { key: club.key })
  assert.deepEqual(await gatesNow(), [
    [north, false, 0],
    [south, true, 0],
  ])
  await house.call('POST', `/v1/manage/gates/${south}/open`, { key: club.key })
})

test('a view ends soon after its key is revoked, and no other', async () => {
  const { key_id, secret } = await createKey(club.orgId, house.sql, { kind: 'sk', scopes: ['manage'] })
  const [revoked, going] = [await watch('', secret), await watch()]
  await revoked.next()
  await house.call('POST', `/v1/manage/api_keys/${key_id}/revoke`, { key: club.key })
  while ((await revoked.next()) !== undefined);
  assert.ok(await going.next())
  assert.equal(going.stream.readableEnded, false)
  going.stream.destroy()
})

test('what was taken back counts nowhere, and members are people inside', async () => {
  const figures = () => readFigures(club.orgId, house.sql, house.clock(), ground.eventId)
  const before = await figures()
  const { barcode } = await ground.ticket()
  const { body } = await ground.scan(barcode)
  await house.call('POST', `/v1/gate/scans/${body.scan_id}/annul`, { key: ground.keys[0] })
  const member = await ground.member()
  await ground.scan(member.barcode)
  const after = await figures()
  assert.deepEqual([after.entries - before.entries, after.inside - before.inside], [1, 1])
  assert.equal(after.refusals, before.refusals)
})

test('an event that does not exist is not found; HEAD does not wait', async () => {
  const { status } = await house.call('GET', `/v1/manage/events/${NOTHING}/live`, { key: club.key })
  assert.equal(status, 404)
  assert.equal((await house.call('HEAD', path, { key: club.key })).status, 200)
})

test('a script that wants one look gets one, and the answer ends', async () => {
  const { status, text } = await house.call('GET', `${path}?frames=1`, { key: club.key })
  assert.equal(status, 200)
  assert.equal(text.match(/event: figures/g)?.length, 1)
})

/** As a browser does, over a socket of its own. */
const look = (key: string, eventId: number) =>
  new Promise<IncomingMessage>((resolve) => {
    const headers = { authorization: `Bearer ${key}` }
    get(`${address}/v1/manage/events/${eventId}/live`, { agent: new Agent({ keepAlive: true }), headers }, resolve)
  })

test('however many of one organisation look on, another still can; who stops looking makes room', async () => {
  const crowd = await house.organisation()
  const { eventId } = await openGround(house, crowd)
  const looking = await Promise.all(Array.from({ length: 60 }, () => look(crowd.key, eventId)))
  const other = await look(club.key, ground.eventId)
  for (const answer of [...looking, other]) answer.destroy()
  const statuses = looking.map(({ statusCode }) => statusCode)
  assert.equal(statuses.filter((status) => status === 200).length, 50)
  assert.equal(other.statusCode, 200)
  for (let status: number | undefined; status !== 200; ) {
    const again = await look(crowd.key, eventId)
    status = again.statusCode
    again.destroy()
  }
})

test('a server that stops ends what is being watched', async () => {
  const live = await watch()
  await live.next()
  await house.app.close()
  assert.equal(await live.next(), undefined)
})
