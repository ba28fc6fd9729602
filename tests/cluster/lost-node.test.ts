import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { purgeBaskets } from '../../server/checkout/baskets/purge-baskets.ts'
import { sweepBaskets } from '../../server/checkout/baskets/sweep-baskets.ts'
import { enqueueMail } from '../../server/messages/mail/enqueue-mail.ts'
import { sendCodes, sendMails } from '../../server/messages/mail/send-mails.ts'
import { clusterChecks } from '../../server/operator/cli/doctor-citus.ts'
import { readQueues } from '../../server/operator/status/read-queues.ts'
import { readStatus } from '../../server/operator/status/read-status.ts'
import { createPayments } from '../../server/payments/payments/providers.ts'
import { createTestBank } from '../../server/payments/payments/test-bank.ts'
import { readPayouts } from '../../server/payments/payouts/read-payouts.ts'
import { hashPassword } from '../../server/people/staff/passwords.ts'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { migrate } from '../../server/platform/postgres/migrate.ts'
import { alarmAboutNodes } from '../../server/platform/postgres/reach.ts'
import { organisationClock } from '../../server/platform/values/clock.ts'
import { shopOf } from '../builders/baskets.ts'
import { openGround, uploader } from '../builders/grounds.ts'
import { addOffer } from '../builders/prices.ts'
import { addStaff, asOwnPage, cookiesOf } from '../builders/staff.ts'
import { openWebhookHouse } from '../builders/webhooks.ts'
import { findCitus, startCluster } from '../harness/citus.ts'
import { until } from '../harness/embedded-postgres.ts'
import type { Tenant } from '../harness/house.ts'
import { openReceiver } from '../outside/receiver.ts'

/*
 * A cluster of its own, of which a node is killed. It needs an installed Citus, and not that all tests run on it.
 */
const pgConfig = await findCitus()
const options = { skip: pgConfig === undefined && 'Citus is not installed' }
const scripts = join(import.meta.dirname, '..', '..', 'deploy', 'citus')
const folder = await mkdtemp(join(tmpdir(), 'grandstand-lost-node-'))
await chmod(folder, 0o777)
after(() => rm(folder, { recursive: true, force: true }))

const openTown = async () => {
  const cluster = await startCluster(folder, undefined)
  const url = cluster.url.replace(/\/postgres$/, '/grandstand')
  const sql = openDatabase(url, { poolSize: 5 })
  await migrate(sql)
  const house = await openWebhookHouse({}, { sql, url })
  after(async () => {
    await sql.end({ timeout: 1 })
    await cluster.stop()
  })
  const portOf = async ({ orgId }: Tenant): Promise<number> => {
    const [place] = await sql<{ port: number }[]>`
      select n.nodeport as port
      from pg_dist_placement p
      join pg_dist_node n using (groupid)
      where p.shardid = get_shard_id_for_distribution_column('organisation_anchors', ${orgId}::bigint)`
    return place?.port ?? 0
  }
  /** An organisation at each of the two workers. */
  const [firstPort, secondPort] = cluster.workerUrls.map((worker) => Number(new URL(worker).port))
  const at = new Map<number, Tenant>()
  while (at.size < 2) {
    const club = await house.organisation()
    at.set(await portOf(club), club)
  }
  const [here, away] = [at.get(firstPort ?? 0), at.get(secondPort ?? 0)]
  assert.ok(here && away && secondPort)
  // Keys are on every node, and cannot be made while one is away.
  const ground = await openGround(house, here)
  return { cluster, house, sql, here, away, awayPort: secondPort, ground }
}

const town = pgConfig === undefined ? undefined : await openTown()

/** As a power cut would. */
async function killWorker(clusterFolder: string): Promise<void> {
  const pid = Number((await readFile(join(clusterFolder, 'worker2', 'postmaster.pid'), 'utf8')).split('\n', 1)[0])
  process.kill(pid, 'SIGKILL')
}

test(
  'while a node is away, another organisation’s webhooks, mails and codes leave, and what is due is done',
  options,
  async () => {
    assert.ok(town)
    const { cluster, house, sql, here, away } = town
    const clocks = { clock: organisationClock(house.clock), systemClock: house.clock }
    const receiver = await openReceiver()
    for (const club of [here, away]) await house.endpoint(club, receiver.url)
    const { priceId } = await addOffer(house, here, { capacity: 10 })
    await shopOf(house, here).fill(priceId, 1)
    const sending = house.sender({ onFailure: () => {} }).start()
    await house.raise(away)
    await receiver.arrived(1)

    await killWorker(cluster.folder)
    await until(
      'the node is missed',
      async () => (await house.call('GET', '/v1/customers', { key: away.key })).status === 503,
    )
    await house.raise(here)
    await receiver.arrived(2)
    await sending.stop()
    assert.equal(JSON.parse(receiver.received[1]?.body ?? '{}').org_id, String(here.orgId))

    const delivered: boolean[] = []
    for (const urgent of [true, false]) {
      const mail = { to: 'ada@example.org', subject: 'Your code', text: '123456', html: '<p>123456</p>', urgent }
      await sql.begin((tx) => enqueueMail(here.orgId, tx, house, mail))
      const send = urgent ? sendCodes : sendMails
      await send({
        sql,
        systemClock: house.clock,
        seal: house.seal,
        deliver: async (_mail, handOver) => {
          await handOver()
          delivered.push(urgent)
          return { result: 'sent' }
        },
        sender: { address: 'tickets@club.example' },
        onLost: () => {},
        mailsPerMinute: 1_000,
        writeNotices: async () => new Map(),
      })
    }
    assert.deepEqual(delivered, [true, false])

    house.clock.advance(3_600_000)
    assert.equal(await sweepBaskets(sql, clocks), 1)
    house.clock.advance(30 * 86_400_000)
    assert.equal(await purgeBaskets(sql, house.clock), 1)
    assert.equal((await readQueues(sql, house.clock())).mails_waiting, 0)
    const messages = await house.call('GET', '/v1/webhook_messages', { key: here.key })
    assert.equal(messages.status, 200, messages.text)
  },
)

const PASSWORD = 'nine green elephants'

test('while a node is away, others sell, scan, refund, sign in and read in the console', options, async () => {
  assert.ok(town)
  const { house, sql, here, ground } = town
  const { email } = await addStaff(house, here, { passwordHash: await hashPassword(PASSWORD) })
  const [ticket, other, member] = [await ground.ticket(), await ground.ticket(), await ground.member()]
  for (let turn = 0; turn < 4; turn += 1) {
    const { priceId } = await addOffer(house, here, { capacity: 10 })
    const shop = shopOf(house, here)
    const sold = await shop.checkOut(await shop.fill(priceId, 1))
    assert.equal(sold.status, 200, sold.text)
    const scans = [await ground.scan(ticket.barcode), await ground.scan(member.barcode)]
    for (const { status, text } of scans) assert.equal(status, 200, text)
    const uploaded = await uploader(ground)([{ barcode: other.barcode, nonce: `upload-${turn}`, ago: 60 }])
    assert.equal(uploaded.status, 200, uploaded.text)
    const refunded = await house.call('POST', `/v1/manage/orders/${sold.body.order_id}/refunds`, {
      key: here.key,
      body: {},
    })
    assert.equal(refunded.status, 201, refunded.text)
    const body = { email_address: email, password: PASSWORD }
    const signedIn = await house.call('POST', '/v1/staff/sign_in', { body, headers: asOwnPage })
    assert.equal(signedIn.status, 200, signedIn.text)
    assert.deepEqual(
      signedIn.body.organisations.map(({ org_id }: { org_id: string }) => org_id),
      [String(here.orgId)],
    )
    const headers = {
      ...asOwnPage,
      cookie: cookiesOf(signedIn.headers['set-cookie'] ?? ''),
      'grandstand-organisation': String(here.orgId),
    }
    for (const path of ['manage/orders', 'manage/events', 'customers', 'manage/attention', 'manage/audit_log']) {
      const read = await house.call('GET', `/v1/${path}`, { headers })
      assert.equal(read.status, 200, `${path}: ${read.text}`)
    }
  }
  const payments = createPayments({ stripe: undefined, bank: createTestBank({ sql, clock: house.clock }) })
  await readPayouts({ sql, payments, clock: house.clock, systemClock: house.clock })
})

test(
  'the node that is away is named, by the worker, by doctor and by status, and nothing else is',
  options,
  async () => {
    assert.ok(town)
    const { sql, house, awayPort } = town
    await assert.rejects(alarmAboutNodes(sql), new RegExp(`127\\.0\\.0\\.1:${awayPort} does not answer`))
    const checks = await clusterChecks(sql)
    assert.deepEqual(
      checks.map(({ subject }) => subject),
      ['citus'],
    )
    await assert.rejects(
      checks[0]?.look() ?? Promise.resolve(),
      new RegExp(`${awayPort} does not answer the coordinator`),
    )
    const { nodes } = await readStatus(sql, house.clock())
    assert.deepEqual(
      nodes.filter(({ answers }) => !answers).map(({ name }) => name),
      [`127.0.0.1:${awayPort}`],
    )
  },
)

test(
  'a key is revoked in the coordinator’s copy while a node is away, as the page says, and everywhere once a start has brought it back',
  options,
  async () => {
    assert.ok(town)
    const { cluster, house, sql, here, away, awayPort } = town
    const [key] = await sql<{ key_id: number }[]>`
    select key_id
    from api_keys
    where org_id = ${here.orgId}
    order by key_id
    limit 1`
    const keyId = key?.key_id ?? 0
    const revoke = () => house.call('POST', `/v1/manage/api_keys/${keyId}/revoke`, { key: here.key })
    assert.equal((await revoke()).status, 503)
    const [shard] = await sql<{ shardid: number }[]>`
    select shardid
    from pg_dist_shard
    where logicalrelid = 'api_keys'::regclass`
    const coordinator = await sql.reserve()
    // The page's own words, but for what psql fills in.
    await coordinator.unsafe('set citus.enable_manual_changes_to_shards = on')
    await coordinator.unsafe(`update api_keys_${shard?.shardid} set revoked_at = now() where key_id = ${keyId}`)
    coordinator.release()
    house.clock.advance(5_000)
    await until(
      'the key is refused',
      async () => (await house.call('GET', '/v1/customers', { key: here.key })).status === 401,
    )

    const env = { ...process.env, PG_CONFIG: pgConfig, FSYNC: 'off' }
    await promisify(execFile)(join(scripts, 'cluster.sh'), ['start', cluster.folder, new URL(cluster.url).port], {
      env,
    })
    await sql`update api_keys set revoked_at = now() where key_id = ${keyId}`
    await alarmAboutNodes(sql)
    assert.equal((await house.call('GET', '/v1/customers', { key: away.key })).status, 200)
    const node = openDatabase(`postgres://postgres@127.0.0.1:${awayPort}/grandstand`, { poolSize: 1 })
    const [row] = await node<{ revoked: boolean }[]>`
    select revoked_at is not null as revoked
    from api_keys
    where key_id = ${keyId}`
    await node.end()
    assert.equal(row?.revoked, true)
  },
)
