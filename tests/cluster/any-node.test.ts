import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { publish } from '../../server/messages/webhooks/publish.ts'
import { announceMembers } from '../../server/people/members/member-horizon.ts'
import { claimKeys } from '../../server/platform/idempotency/stored-answers.ts'
import { openDatabase, type Sql } from '../../server/platform/postgres/database.ts'
import type { PostgresError } from '../../server/platform/postgres/errors.ts'
import { giveIdBlocks } from '../../server/platform/postgres/id-blocks.ts'
import { coordinatorRange, idRange, isBlock } from '../../server/platform/postgres/id-ranges.ts'
import { isOnCluster } from '../harness/citus.ts'
import { openHouse } from '../harness/house.ts'

/** `npm run test:citus` runs these with all others; on an ordinary PostgreSQL there is nothing to see. */
const onCluster = isOnCluster() ? test : test.skip

const house = await openHouse()
const { sql } = house
const club = await house.organisation()

type Worker = { host: string; port: number; sql: Sql }

/** The house's database as each worker has it. */
async function openWorkers(): Promise<Worker[]> {
  if (!isOnCluster()) return []
  const places = await sql<{ host: string; port: number }[]>`
    select nodename as host, nodeport as port
    from pg_dist_node
    where groupid > 0
    order by groupid`
  return places.map(({ host, port }) => {
    const url = new URL(house.url)
    url.hostname = host
    url.port = String(port)
    return { host, port, sql: openDatabase(url.href, { poolSize: 2 }) }
  })
}

const workers = await openWorkers()
after(() => Promise.all(workers.map((worker) => worker.sql.end({ timeout: 1 }))))

const addCustomer = async (db: Sql): Promise<number> => {
  const [row] = await db<{ user_id: number }[]>`
    insert into customers (org_id, org_customer_id)
    values (${club.orgId}, ${crypto.randomUUID()})
    returning user_id`
  return row?.user_id ?? 0
}

/** Which of the blocks an id is of. */
const blockAt = (id: number): number => Math.floor(id / 2 ** 20)

onCluster('a worker gives ids of the cell, from a block that no other node has', async () => {
  const ids = await Promise.all(workers.map((worker) => addCustomer(worker.sql)))
  for (const id of ids) assert.ok(isBlock(0, 'customers', { first: id, last: id }), String(id))
  const blocks = new Set(ids.map(blockAt))
  assert.equal(blocks.size, workers.length)
  assert.ok((await addCustomer(sql)) <= coordinatorRange(0, 'customers').last)
})

onCluster('a worker that is told anew of its tables gives no id before it has a block that nobody had', async () => {
  const [worker] = workers
  assert.ok(worker)
  const before = await addCustomer(worker.sql)
  await sql`select start_metadata_sync_to_node(${worker.host}, ${worker.port}::integer)`
  await assert.rejects(addCustomer(worker.sql), (error: PostgresError) => {
    assert.equal(error.constraint_name, 'customers_id_of_cell')
    return true
  })
  assert.ok((await giveIdBlocks(sql)) > 0)
  const then = await addCustomer(worker.sql)
  assert.ok(then > before && then <= idRange(0, 'customers').last, `${before}, then ${then}`)
  assert.equal(await giveIdBlocks(sql), 0)
})

onCluster('a block that is nearly used up is followed by another', async () => {
  const [worker] = workers
  assert.ok(worker)
  const id = await addCustomer(worker.sql)
  await worker.sql`select setval('customers_user_id_seq', ${id + 800_000}::bigint)`
  assert.equal(await giveIdBlocks(sql), 1)
  assert.ok(blockAt(await addCustomer(worker.sql)) > blockAt(id))
})

onCluster('whoever wants one lock meets at the shard, whichever node he came to', async () => {
  const everybody = [sql, ...workers.map((worker) => worker.sql)]
  for (const first of everybody) {
    await first.begin(async (tx) => {
      assert.deepEqual(await claimKeys(tx, club.orgId, ['one']), new Set(['one']))
      for (const second of everybody.filter((db) => db !== first)) {
        const got = await second.begin((other) => claimKeys(other, club.orgId, ['one', 'two']))
        assert.deepEqual(got, new Set(['two']))
      }
    })
  }
})

onCluster('a list waits for a member that is being created at another node', async () => {
  const [worker] = workers
  assert.ok(worker)
  const { promise: announced, resolve: announce } = Promise.withResolvers<void>()
  const { promise: done, resolve: finish } = Promise.withResolvers<void>()
  const creating = worker.sql.begin(async (tx) => {
    await announceMembers(club.orgId, tx)
    announce()
    await done
  })
  await announced
  let isListed = false
  const listing = house.call('GET', '/v1/members?limit=10', { key: club.key }).then((answer) => {
    isListed = true
    return answer
  })
  const waiting = async () => {
    const rows = await sql<{ count: string }[]>`
      select result as count
      from run_command_on_workers($$select count(*) from pg_locks where locktype = 'advisory' and not granted$$)`
    return rows.some(({ count }) => Number(count) > 0)
  }
  while (!(await waiting())) assert.equal(isListed, false)
  finish()
  await creating
  assert.equal((await listing).status, 200)
})

onCluster('messages are in the order in which they were written, whichever node they came to', async () => {
  const everybody = [sql, ...workers.map((worker) => worker.sql)]
  for (let round = 0; round < 3; round += 1) {
    for (const db of everybody)
      await db.begin((tx) => publish(club.orgId, tx, house.clock, 'customer.updated', { round }))
  }
  const rows = await sql<{ message_id: number; round: string }[]>`
    select message_id, payload::json -> 'data' ->> 'round' as round
    from webhook_messages
    where org_id = ${club.orgId}
      and type = 'customer.updated'
    order by message_id`
  assert.deepEqual(
    rows.map(({ round }) => round),
    [0, 1, 2].flatMap((round) => everybody.map(() => String(round))),
  )
  const ids = rows.map(({ message_id }) => message_id)
  assert.ok(
    ids.every((id) => isBlock(0, 'webhook_messages', { first: id, last: id })),
    ids.join(),
  )
})
