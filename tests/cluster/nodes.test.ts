import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrgId } from '../../server/access/principal.ts'
import type { MessageType } from '../../server/messages/webhooks/message-types.ts'
import { numberMessages } from '../../server/messages/webhooks/number-messages.ts'
import { publish } from '../../server/messages/webhooks/publish.ts'
import { coordinatorRange, isBlock } from '../../server/platform/postgres/id-ranges.ts'
import type { Nodes } from '../../server/platform/postgres/nodes.ts'
import { shopOf } from '../builders/baskets.ts'
import { addOffer } from '../builders/prices.ts'
import { unique } from '../builders/rows.ts'
import { addEndpoint } from '../builders/webhooks.ts'
import { isOnCluster } from '../harness/citus.ts'
import { openHouse } from '../harness/house.ts'
import { openSecondHouse } from '../harness/second-house.ts'

/** `npm run test:citus` runs these with all others; on an ordinary PostgreSQL there is nothing to see. */
const onCluster = isOnCluster() ? test : test.skip

const house = await openHouse()
const second = await openSecondHouse(house)
const { sql } = house
/** There are none, and no test asks for them, where it is not a cluster. */
const nodes = house.nodes as Nodes

type Place = { shard_id: number; host: string; port: number }

const placeOf = async (orgId: OrgId): Promise<Place> => {
  const [place] = await sql<Place[]>`
    select p.shardid as shard_id, n.nodename as host, n.nodeport as port
    from pg_dist_placement p
    join pg_dist_node n using (groupid)
    where p.shardid = get_shard_id_for_distribution_column('organisation_anchors', ${orgId}::bigint)`
  assert.ok(place)
  return place
}

/** Which node answers requests that are served for the organisation. */
async function portServing(orgId: OrgId): Promise<number> {
  const [row] = await nodes.serve(orgId, () => nodes.sql<{ port: string }[]>`select current_setting('port') as port`)
  return Number(row?.port)
}

/** Once the process has heard where it is. */
async function servedAtShard(orgId: OrgId): Promise<number> {
  const { port } = await placeOf(orgId)
  let serving = await portServing(orgId)
  while (serving !== port) serving = await portServing(orgId)
  return serving
}

const someone = () => ({ email: `${unique('fan')}@example.org`, first_name: 'Fay', last_name: 'Fan' })

onCluster('a process asks the node that has the organisation, for as many of them as there are', async () => {
  const ports = new Set<number>()
  while (ports.size < 2) ports.add(await servedAtShard((await house.organisation()).orgId))
})

onCluster('what is served for no organisation goes to the coordinator', async () => {
  const [row] = await nodes.sql<{ port: string }[]>`select current_setting('port') as port`
  assert.equal(row?.port, new URL(house.url).port)
})

onCluster(
  'a sale at its node has ids of that node’s blocks, and what an office creates those of the coordinator',
  async () => {
    const club = await house.organisation()
    await servedAtShard(club.orgId)
    const { priceId } = await addOffer(house, club, { capacity: 10 })
    const shop = shopOf(house, club)
    const { status, body } = await shop.checkOut(await shop.fill(priceId, 2), { customer: someone() })
    assert.equal(status, 200, JSON.stringify(body))
    const [row] = await sql<{ order_id: number; ticket_id: number; user_id: number }[]>`
    select o.order_id, t.ticket_id, o.user_id
    from orders o
    join tickets t using (org_id, order_id)
    where o.org_id = ${club.orgId}
    limit 1`
    assert.ok(row)
    for (const [table, id] of Object.entries({ orders: row.order_id, tickets: row.ticket_id, customers: row.user_id }))
      assert.ok(isBlock(0, table, { first: id, last: id }), `${table} ${id}`)
    const venue = await house.call('POST', '/v1/manage/venues', { key: club.key, body: { name: 'Ground' } })
    assert.equal(venue.status, 201, venue.text)
    assert.ok(Number(venue.body.venue_id) <= coordinatorRange(0, 'venues').last)
  },
)

onCluster(
  'of the last places no more are sold by a process at the node and one at the coordinator together',
  async () => {
    const club = await house.organisation()
    await servedAtShard(club.orgId)
    const { priceId } = await addOffer(house, club, { capacity: 10 })
    const buyers = Array.from({ length: 30 }, (_, n) => async () => {
      const shop = shopOf(n % 2 === 0 ? house : second, club)
      const opened = await shop.call('POST', '/v1/baskets', { items: [{ price_id: priceId, quantity: 1 }] })
      if (opened.status !== 201) return opened.body.error.code
      return (await shop.checkOut(String(opened.body.id), { customer: someone() })).status
    })
    const answers = await Promise.all(buyers.map((buy) => buy()))
    assert.equal(answers.filter((answer) => answer === 200).length, 10, answers.join())
    assert.equal(answers.filter((answer) => answer === 'sold_out').length, 20, answers.join())
  },
)

onCluster('one basket is checked out once, with one Idempotency-Key at two nodes', async () => {
  const club = await house.organisation()
  await servedAtShard(club.orgId)
  const { priceId } = await addOffer(house, club, { capacity: 100 })
  for (let round = 0; round < 5; round += 1) {
    const basketId = await shopOf(house, club).fill(priceId, 1)
    const customer = someone()
    const headers = { 'idempotency-key': `key-${round}` }
    const answers = await Promise.all(
      [house, second, house, second].map((at) => shopOf(at, club).checkOut(basketId, { customer }, headers)),
    )
    for (const { status, body } of answers)
      assert.ok(status === 200 || body.error?.code === 'idempotency_key_in_use', JSON.stringify(body))
    assert.ok(answers.some(({ status }) => status === 200))
  }
  const [row] = await sql<{ orders: number }[]>`
    select count(*)::integer as orders
    from orders
    where org_id = ${club.orgId}`
  assert.equal(row?.orders, 5)
})

onCluster('items are in the order in which they were added, whichever node gave their ids', async () => {
  const club = await house.organisation()
  await servedAtShard(club.orgId)
  const { priceId } = await addOffer(house, club, { capacity: 100 })
  const basketId = await shopOf(house, club).fill(priceId, 1)
  for (const [nth, at] of [second, house, second].entries()) {
    house.clock.advance(1)
    const added = await shopOf(at, club).add(basketId, { price_id: priceId, quantity: nth + 2 })
    assert.equal(added.status, 201, added.text)
  }
  for (const at of [house, second]) {
    const { body } = await shopOf(at, club).read(basketId)
    assert.deepEqual(
      body.items.map(({ quantity }: { quantity: number }) => quantity),
      [1, 2, 3, 4],
    )
  }
  const paid = await shopOf(second, club).checkOut(basketId, { customer: someone() })
  assert.equal(paid.status, 200, paid.text)
  const lines = await sql<{ quantity: number }[]>`
    select quantity
    from order_lines
    where org_id = ${club.orgId}
    order by order_line_id`
  assert.deepEqual(
    lines.map(({ quantity }) => quantity),
    [1, 2, 3, 4],
  )
})

onCluster('deliveries are newest first, whether a reader of messages or the worker has written them', async () => {
  const club = await house.organisation()
  await servedAtShard(club.orgId)
  await addEndpoint(house, club)
  await sql`update webhook_endpoints set proven_at = now() where org_id = ${club.orgId}`
  const raise = (type: MessageType) => sql.begin((tx) => publish(club.orgId, tx, house.clock, type, {}))
  await raise('customer.created')
  assert.equal((await house.call('GET', '/v1/webhook_messages', { key: club.key })).status, 200)
  await raise('customer.updated')
  await numberMessages(club.orgId, sql, house.clock, 'wait')
  const { body } = await house.call('GET', '/v1/webhook_deliveries', { key: club.key })
  assert.deepEqual(
    body.data.map(({ type }: { type: string }) => type),
    ['customer.updated', 'customer.created'],
  )
})

onCluster(
  'an organisation whose shard has moved is served on, before and after the process has heard of it',
  async () => {
    const club = await house.organisation()
    const from = await servedAtShard(club.orgId)
    const { priceId } = await addOffer(house, club, { capacity: 100 })
    const shop = shopOf(house, club)
    const sell = async () => (await shop.checkOut(await shop.fill(priceId, 1), { customer: someone() })).status
    assert.equal(await sell(), 200)
    const { shard_id, host, port } = await placeOf(club.orgId)
    const [other] = await sql<{ host: string; port: number }[]>`
    select nodename as host, nodeport as port
    from pg_dist_node
    where groupid > 0
      and nodeport <> ${port}::integer`
    assert.ok(other)
    await sql`
    select citus_move_shard_placement(
      ${shard_id}::bigint, ${host}, ${port}::integer, ${other.host}, ${other.port}::integer, 'block_writes'
    )`
    assert.equal(await portServing(club.orgId), from, 'the map is old')
    assert.equal(await sell(), 200)
    await nodes.look()
    assert.equal(await portServing(club.orgId), other.port)
    assert.equal(await sell(), 200)
    assert.equal((await shopOf(second, club).call('GET', '/v1/events')).status, 200)
  },
)

onCluster('a process whose connections to a node are cut serves on', async () => {
  const club = await house.organisation()
  await servedAtShard(club.orgId)
  const cut = () => sql`
    select *
    from run_command_on_workers($$
      select count(pg_terminate_backend(pid)) from pg_stat_activity
      where application_name = 'grandstand' and datname = current_database()$$)`
  await cut()
  const read = () => house.call('GET', '/v1/events', { key: club.key })
  let answer = await read()
  for (let tries = 0; answer.status === 503 && tries < 10; tries += 1) answer = await read()
  assert.equal(answer.status, 200, answer.text)
  await nodes.look()
  assert.equal(nodes.inUse().count, 2)
})
