import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { grandstand as sdk } from '../../sdk/src/index.ts'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { readProcesses, troubleOf } from '../../server/operator/status/processes.ts'
import { openGround } from '../builders/grounds.ts'
import { addOffer } from '../builders/prices.ts'
import { isOnCluster } from '../harness/citus.ts'
import { freePort } from '../harness/free-port.ts'
import { openHouse } from '../harness/house.ts'
import { type Started, startServer } from '../harness/program.ts'

/** docs/scaling.md, "Several processes": three real API processes over one database are one service. */
const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)

/** On a cluster the first asks the coordinator, and the others the nodes: they are one service all the same. */
async function startNode(port: number, nth: number): Promise<Started> {
  const settings = {
    DATABASE_URL: house.url,
    GRANDSTAND_SECRET: 'a secret for tests of 32 characters',
    DATABASE_NODES: isOnCluster() && nth > 0 ? 'shards' : 'coordinator',
  }
  return startServer({ ...settings, PORT: String(port), LOG_LEVEL: 'info' }, ['--role', 'api'])
}

const ports = [await freePort(), await freePort(), await freePort()]
const nodes = await Promise.all(ports.map(startNode))
after(async () => {
  for (const { child } of nodes) child.kill('SIGKILL')
  await Promise.all(nodes.map(({ ended }) => ended))
})
const urls = nodes.map(({ url }) => url)

const ask = (url: string, path: string, key: string) =>
  fetch(url + path, { headers: { authorization: `Bearer ${key}` } })

test('each says that it runs, and that no worker is among them', async () => {
  let processes = await readProcesses(house.sql)
  // The first beat comes right after a process listens.
  while (processes.length < nodes.length) processes = await readProcesses(house.sql)
  assert.deepEqual(
    processes.map(({ role }) => role),
    ['api', 'api', 'api'],
  )
  assert.match(troubleOf(processes) ?? '', /^No worker runs/)
})

test('of a key’s three hundred requests exactly three hundred are answered, wherever they arrive', async () => {
  const key = await house.key(club.orgId, { requestsPerDay: 300 })
  const statuses = await Promise.all(
    Array.from({ length: 450 }, async (_, n) => (await ask(urls[n % 3] ?? '', '/v1/organisation', key)).status),
  )
  assert.deepEqual(
    [200, 429].map((status) => statuses.filter((seen) => seen === status).length),
    [300, 150],
  )
})

test('a key that is revoked at one process is refused by all within five seconds, and its live stream ends', async () => {
  const headers = { authorization: `Bearer ${club.key}`, 'content-type': 'application/json' }
  const manage = async (path: string, body = {}) => {
    const answer = await fetch(`${urls[0]}/v1/manage/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    assert.ok(answer.ok, `${answer.status}`)
    return (await answer.json()) as { key_id: number; secret: string }
  }
  const { key_id, secret: key } = await manage('api_keys', {
    type: 'sk',
    name: 'to be revoked',
    scopes: ['organisation:read', 'manage'],
  })
  for (const url of urls) assert.equal((await ask(url, '/v1/organisation', key)).status, 200)
  const stream = await ask(urls[2] ?? '', `/v1/manage/events/${ground.eventId}/live`, key)
  const ended = stream.text()
  await manage(`api_keys/${key_id}/revoke`)
  const revokedAt = performance.now()
  const refusedBy = async (url: string): Promise<number> => {
    while ((await ask(url, '/v1/organisation', key)).status !== 401) assert.ok(performance.now() - revokedAt < 5_000)
    return performance.now() - revokedAt
  }
  for (const ms of await Promise.all(urls.map(refusedBy))) assert.ok(ms < 5_000, `${ms} ms`)
  assert.match(await ended, /event: figures/)
  assert.ok(performance.now() - revokedAt < 5_000)
})

test('what a scanner tells one process is seen live at another', async () => {
  const stream = await ask(urls[0] ?? '', `/v1/manage/events/${ground.eventId}/live?frames=2`, club.key)
  const frames = stream.text()
  const { barcode } = await ground.ticket()
  const scanned = await fetch(`${urls[1]}/v1/gate/scans`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ground.keys[0]}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ event_id: ground.eventId, gate_id: ground.gates[0], barcode, direction: 'entry', nonce: 'over the network' },
    }),
  })
  assert.equal(((await scanned.json()) as { result: string }).result, 'admitted')
  const figures = [...(await frames).matchAll(/data: (.*)/g)].map(([, data]) => JSON.parse(data ?? '{}'))
  assert.deepEqual(
    figures.map(({ entries }) => entries),
    [0, 1],
  )
})

test('a process may be killed in the middle of requests: each purchase is one order, none is lost and none done twice', async () => {
  const PURCHASES = 60
  const shop = await house.organisation()
  const { priceId } = await addOffer(house, shop, { capacity: PURCHASES * 2 })
  let next = 0
  let turn = 0
  /** As a load balancer that has not noticed yet. */
  const balance: typeof fetch = (input, init) =>
    fetch(String(input).replace('http://any', urls[turn++ % urls.length] ?? ''), init)
  const api = sdk({ key: shop.key, url: 'http://any', fetch: balance, attemptsMax: 30 })
  const buy = async () => {
    while (next < PURCHASES) {
      next += 1
      const customer = { email: `fan-${next}@example.org`, first_name: 'Ada', last_name: 'Okafor' }
      const basket = await api.baskets.open({ items: [{ price_id: priceId, quantity: 2 }] })
      const order = await api.baskets.checkout(basket.id, { payment_method: 'pm_test_ok', customer })
      assert.equal(order.status, 'confirmed')
    }
  }
  const buyers = Promise.all(Array.from({ length: 15 }, buy))
  for (const [at, node] of [15, 35].entries()) {
    while (next < node) await once(nodes[2]?.child.stdout ?? process.stdin, 'data')
    nodes[at]?.child.kill('SIGKILL')
    await nodes[at]?.ended
    nodes[at] = await startNode(ports[at] ?? 0, at)
  }
  await buyers
  const [sold] = await house.sql<{ orders: number; buyers: number; tickets: number }[]>`
    select count(distinct o.order_id)::integer as orders, count(distinct o.email_address)::integer as buyers,
      count(t.ticket_id)::integer as tickets
    from orders o
    join tickets t on t.org_id = o.org_id and t.order_id = o.order_id
    where o.org_id = ${shop.orgId}
      and o.order_status = 'confirmed'
      and t.ticket_status_id = 1`
  assert.deepEqual(sold, { orders: PURCHASES, buyers: PURCHASES, tickets: PURCHASES * 2 })
  assert.deepEqual(await auditBooks(shop.orgId, house.sql), [])
})
