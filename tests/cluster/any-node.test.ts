import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { publish } from '../../server/messages/webhooks/publish.ts'
import { announceMembers } from '../../server/people/members/member-horizon.ts'
import { asApiError } from '../../server/platform/http/error-handler.ts'
import { claimKeys } from '../../server/platform/idempotency/stored-answers.ts'
import { openDatabase, type Sql, type Tx } from '../../server/platform/postgres/database.ts'
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

onCluster('a worker that is told anew of its tables gives no id before it has a new block', async () => {
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

onCluster('blocks are given while a process that starts changes what the coordinator gives', async () => {
  await sql.begin(async (tx) => {
    await tx`set local citus.enable_ddl_propagation = off`
    await tx`alter sequence customers_user_id_seq minvalue 1`
    assert.equal(await giveIdBlocks(sql), 0)
  })
})

onCluster(
  'a sequence that a transaction draws from gets its block a little later, and the others need not wait',
  async () => {
    const [worker] = workers
    assert.ok(worker)
    const names = ['customers_user_id_seq', 'venues_venue_id_seq']
    const ends = () => worker.sql<{ name: string; last: number }[]>`
    select sequencename as name, max_value as last
    from pg_sequences
    where sequencename = any (${names})
    order by sequencename`
    const before = await ends()
    for (const { name, last } of before) await worker.sql`select setval(${name}, ${last - 10}::bigint)`
    await worker.sql.begin(async (tx) => {
      await tx`select nextval('customers_user_id_seq')`
      await giveIdBlocks(sql)
    })
    const changed = async () => (await ends()).map(({ last }, at) => last > Number(before[at]?.last))
    assert.deepEqual(await changed(), [false, true])
    assert.equal(await giveIdBlocks(sql), 1)
    assert.deepEqual(await changed(), [true, true])
  },
)

onCluster(
  'a connection between two nodes that is lost in the middle is the database away, and not our mistake',
  async () => {
    const end = () =>
      Promise.all(
        workers.map(
          (worker) => worker.sql`
    select pg_terminate_backend(pid, 5000)
    from pg_stat_activity
    where datname = current_database()
      and application_name like 'citus_internal%'`,
        ),
      )
    const lost = async (work: (tx: Tx) => Promise<unknown>) => {
      const error = await sql.begin(work).then(
        () => undefined,
        (reason: unknown) => reason,
      )
      const { code, message } = error as PostgresError
      assert.equal(asApiError(error).code, 'service_unavailable', `${code}: ${message}`)
    }
    const write = (tx: Tx) =>
      tx`insert into customers (org_id, org_customer_id) values (${club.orgId}, ${crypto.randomUUID()})`
    for (const then of ['reads', 'writes', 'commits'])
      await lost(async (tx) => {
        await write(tx)
        await end()
        if (then === 'reads') await tx`select count(*) from customers where org_id = ${club.orgId}`
        if (then === 'writes') await write(tx)
      })
    await lost(async (tx) => {
      await write(tx)
      const waiting = tx`select pg_sleep(60) from customers where org_id = ${club.orgId} limit 1`
      waiting.execute().catch(() => {})
      await end()
      await waiting
    })
  },
)

onCluster('all who want one lock meet at the shard, whichever node they came to', async () => {
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
