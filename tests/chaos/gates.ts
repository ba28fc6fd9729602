import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { seedStadium } from '../../bench/gates/seed.ts'
import { startApi, withPostgres } from '../../bench/server.ts'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { findings as findWrong, type Send, tell } from '../gates/story.ts'
import { startChaosCluster } from './chaos-postgres.ts'
import type { Finding } from './run.ts'

const SCANS = 100_000
const DEVICES = 20
const TICKETS = 4000
const PROCESSES = 3
const FIRST_SEED = 17
const TRIES_MAX = 150

/**
 * 100,000 random scans (or the number given) by twenty devices at three processes, half of the devices without a network and with
 * wrong clocks, uploading late, out of order and sometimes twice. `--citus` has them on a cluster, whose coordinator and workers are
 * killed one after the other; `--seeds 5` tells five stories.
 */
export async function run(args: string[]): Promise<Finding[]> {
  const options = { citus: { type: 'boolean' }, seeds: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const count = Number(positionals[0] ?? SCANS)
  const findings: Finding[] = []
  for (let nth = 0; nth < Number(values.seeds ?? 1); nth += 1) {
    const seed = FIRST_SEED + nth
    const found = await (values.citus ? onCluster(seed, count) : withPostgres((url) => runSeed(seed, count, url, [])))
    findings.push(...found.map((finding) => ({ ...finding, promise: `seed ${seed}: ${finding.promise}` })))
    console.log(`seed ${seed} is done`)
  }
  return findings
}

async function onCluster(seed: number, count: number): Promise<Finding[]> {
  const cluster = await startChaosCluster()
  try {
    return await runSeed(seed, count, cluster.url, cluster.kills)
  } finally {
    await cluster.stop()
  }
}

async function runSeed(seed: number, count: number, url: string, kills: (() => Promise<void>)[]): Promise<Finding[]> {
  const { orgId, eventId, gateId, keys, barcodeOf } = await seedStadium(url, TICKETS, DEVICES)
  const sql = openDatabase(url, { poolSize: 2, statementTimeoutMs: 0 })
  // A third of the tickets may come back after an exit, and a ninth as often as they like.
  const prices = await sql<{ price_id: number }[]>`
      insert into prices (org_id, event_id, price_category_id, title, price_minor, scanning_flag)
      select org_id, event_id, price_category_id, 'Flag ' || flag, 0, flag
      from prices
      cross join (values (2), (3)) as f (flag)
      where org_id = ${orgId}
      returning price_id`
  await moveTickets(sql, orgId, prices[0]?.price_id ?? 0, 3, 1)
  await moveTickets(sql, orgId, prices[1]?.price_id ?? 0, 9, 2)
  const flags = new Map(
    (
      await sql<{ barcode: string; flag: number }[]>`
          select t.barcode, p.scanning_flag as flag
          from tickets t
          join prices p on p.org_id = t.org_id and p.price_id = t.price_id
          where t.org_id = ${orgId}`
    ).map(({ barcode, flag }) => [barcode, flag]),
  )
  const barcodes = Array.from({ length: TICKETS }, (_, n) => ({
    barcode: barcodeOf(n),
    flag: flags.get(barcodeOf(n)) ?? 1,
  }))
  // One asks the coordinator, the others the nodes, where there are any.
  const apis = await Promise.all(
    Array.from({ length: PROCESSES }, (_, nth) => startApi(url, nth === 0 ? {} : { DATABASE_NODES: 'shards' })),
  )
  const pools = apis.map((api) => new Pool(api.url, { connections: DEVICES }))
  const began = Date.now() - 3_600_000
  let posted = 0
  const post = async (device: number, path: string, body: object) => {
    const pool = pools[device % PROCESSES] as Pool
    const headers = { authorization: `Bearer ${keys[device]}`, 'content-type': 'application/json' }
    const request = { path, method: 'POST' as const, headers, body: JSON.stringify(body) }
    for (let tries = 1; ; tries += 1) {
      const answer = await pool.request(request).catch(() => undefined)
      const text = await answer?.body.text().catch(() => undefined)
      if (answer?.statusCode === 200 && text !== undefined) break
      // A scanner asks again with the same nonce.
      const isAway = text === undefined || answer?.statusCode === 503
      if (!isAway || kills.length === 0 || tries > TRIES_MAX) {
        throw new Error(`${path} is answered with ${answer?.statusCode} ${text}`)
      }
      await sleep(100 + tries * 20)
    }
    posted += 1
  }
  const at = { event_id: eventId, gate_id: gateId }
  const send: Send = {
    online: ({ device, barcode, direction, nonce }) =>
      post(device, '/v1/gate/scans', { ...at, barcode, direction, nonce }),
    offline(device, scans) {
      const skew = device * 97.5 - 900
      const uploaded = scans.map(({ barcode, direction, nonce, result, at: since }) => ({
        ...{ ...at, barcode, direction, nonce, result },
        scanned_at: (began + since) / 1000 + skew,
      }))
      return post(device, '/v1/gate/scans/batch', { device_time: Date.now() / 1000 + skew, scans: uploaded })
    },
  }
  try {
    const telling = tell({ seed, scans: count, devices: DEVICES, barcodes }, send)
    // Half of the scans are posted one by one.
    for (const [nth, kill] of kills.entries()) {
      while (posted < (count / 2) * 0.2 * (nth + 1)) await Promise.race([telling, sleep(20)])
      await kill()
    }
    await telling
    return await judge(sql, orgId, eventId, count)
  } finally {
    await Promise.all(pools.map((pool) => pool.close()))
    for (const api of apis) await api.stop()
    await sql.end({ timeout: 1 })
  }
}

type Sql = ReturnType<typeof openDatabase>
type OrgId = Awaited<ReturnType<typeof seedStadium>>['orgId']

/** Every nth ticket becomes one of another price; the line stays behind, which nothing here looks at. */
async function moveTickets(sql: Sql, orgId: OrgId, priceId: number, every: number, rest: number): Promise<void> {
  const [line] = await sql<{ id: number }[]>`
    insert into order_lines (org_id, order_id, event_id, price_category_id, price_id, quantity, places, price_minor)
    select org_id, order_id, event_id, price_category_id, ${priceId}, 1, 1, 0
    from order_lines
    where org_id = ${orgId}
    order by order_line_id
    limit 1
    returning order_line_id as id`
  await sql`
    update tickets
    set price_id = ${priceId}, order_line_id = ${line?.id ?? 0}
    where org_id = ${orgId}
      and ticket_id % ${every}::integer = ${rest}::integer`
}

async function judge(sql: Sql, orgId: OrgId, eventId: number, count: number): Promise<Finding[]> {
  const [row] = await sql<{ scans: number; conflicts: number; admitted: number }[]>`
    select count(*)::integer as scans, count(*) filter (where result = 'admitted')::integer as admitted,
      (select count(*) from scan_conflicts where org_id = ${orgId} and scan_conflict_status = 'open')::integer as conflicts
    from scans
    where org_id = ${orgId}`
  const wrong = await findWrong(sql, orgId, eventId)
  return [
    { promise: 'every scan is in the log once', figure: `${row?.scans} of ${count}`, kept: row?.scans === count },
    {
      promise: 'nobody enters twice without a conflict, and the log adds up to the admissions',
      figure:
        wrong.length === 0 ? `${row?.admitted} admissions, ${row?.conflicts} conflicts` : wrong.slice(0, 5).join('; '),
      kept: wrong.length === 0,
    },
  ]
}
