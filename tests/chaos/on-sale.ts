import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seedOffer } from '../../bench/on-sale/seed-offer.ts'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { startChaosCluster, startChaosPostgres } from './chaos-postgres.ts'
import { buy, type Log } from './on-sale/buyer.ts'
import { afterwards, atTheEnd } from './on-sale/findings.ts'
import { startMember } from './on-sale/processes.ts'
import { seeded } from './on-sale/random.ts'
import type { Finding } from './run.ts'

const AT_ONCE = 64

/**
 * 5,000 fans want 1,000 places through two API processes, while an API process, the worker and the database are killed.
 * `--seeds 20` runs it twenty times, each with other fans. `--citus` runs it on a cluster, whose coordinator and workers are killed
 * one after the other; one API process asks the coordinator, the other the nodes.
 */
export async function run(args: string[]): Promise<Finding[]> {
  const number = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: { seeds: number, first: number, buyers: number, places: number, citus: { type: 'boolean' } },
  })
  const { seeds = '1', first = '1', buyers = '5000', places = '1000' } = values
  const findings: Finding[] = []
  for (let seed = Number(first); seed < Number(first) + Number(seeds); seed += 1) {
    for (const found of await runSeed(seed, Number(buyers), Number(places), values.citus === true)) {
      if (!found.kept || Number(seeds) === 1) findings.push({ ...found, promise: `seed ${seed}: ${found.promise}` })
    }
    console.log(`seed ${seed} is done`)
  }
  const broken = findings.filter(({ kept }) => !kept).length
  return [...findings, { promise: 'every promise, over all seeds', figure: `${broken} broken`, kept: broken === 0 }]
}

async function runSeed(seed: number, buyers: number, places: number, isCluster: boolean): Promise<Finding[]> {
  const random = seeded(seed)
  const database = isCluster ? await startChaosCluster() : await startChaosPostgres()
  const offer = await seedOffer(database.url, places)
  const apis = await Promise.all([
    startMember(database.url, 'api'),
    startMember(database.url, 'api', { DATABASE_NODES: 'shards' }),
  ])
  const worker = await startMember(database.url, 'worker')
  const sql = openDatabase(database.url, { poolSize: 4, statementTimeoutMs: 0 })
  const log: Log = { confirmed: new Map(), outcomes: {}, undocumented: [], repeated: [] }
  const shop = { urls: () => apis.flatMap(({ url }) => url ?? []), key: offer.key, priceId: offer.priceId, random }
  let started = 0
  const fan = async () => {
    while (started < buyers) {
      started += 1
      await buy(shop, log, `fan-${seed}-${started}`)
    }
  }
  try {
    const fans = Promise.all(Array.from({ length: AT_ONCE }, fan))
    // Within the part of the run in which places are still left, in an order of the seed's own.
    const kills = [() => apis[0].kill(), () => worker.kill(), ...database.kills, () => apis[1].kill()]
    for (const [index, kill] of kills.sort(() => random() - 0.5).entries()) {
      const at = places * (0.1 + 0.1 * index + random() * 0.05)
      while (started < at && started < buyers) await sleep(20)
      await kill()
    }
    await fans
    return [...(await atTheEnd(sql, offer, log, places)), ...(await afterwards(sql, offer))]
  } finally {
    for (const member of [...apis, worker]) await member.stop()
    await sql.end({ timeout: 5 })
    await database.stop()
  }
}
