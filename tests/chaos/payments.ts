import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seedOffer } from '../../bench/on-sale/seed-offer.ts'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { startChaosPostgres } from './chaos-postgres.ts'
import { startMember } from './on-sale/processes.ts'
import { seeded } from './on-sale/random.ts'
import { type BankLog, payAtBank } from './payments/fan.ts'
import { findingsOf } from './payments/findings.ts'
import { passDays } from './payments/pass-days.ts'
import type { Finding } from './run.ts'

const AT_ONCE = 32

/**
 * 2,000 fans are sent to the test bank, which ends in every way: paid, late, declined, given up, closed, called off, and chosen after the places were
 * given up. Two API processes, the worker and the database are killed meanwhile; then days pass. `--seeds 3` (the default) are three stories,
 * `--first` the first of them, `--fans` how many come in each.
 */
export async function run(args: string[]): Promise<Finding[]> {
  const number = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { seeds: number, first: number, fans: number } })
  const { seeds = '3', first = '1', fans = '2000' } = values
  const findings: Finding[] = []
  for (let seed = Number(first); seed < Number(first) + Number(seeds); seed += 1) {
    const ofSeed = await runSeed(seed, Number(fans))
    findings.push(...ofSeed.map((finding) => ({ ...finding, promise: `seed ${seed}: ${finding.promise}` })))
  }
  const broken = findings.filter(({ kept }) => !kept).length
  return [...findings, { promise: 'every promise, over all seeds', figure: `${broken} broken`, kept: broken === 0 }]
}

async function runSeed(seed: number, fans: number): Promise<Finding[]> {
  const random = seeded(seed)
  const database = await startChaosPostgres()
  // Fewer than they want: what comes late finds places that are another fan's.
  const places = Math.ceil(fans * 1.4)
  const offer = await seedOffer(database.url, places)
  const apis = await Promise.all([startMember(database.url, 'api'), startMember(database.url, 'api')])
  const worker = await startMember(database.url, 'worker')
  const sql = openDatabase(database.url, { poolSize: 4, statementTimeoutMs: 0 })
  const log: BankLog = { undocumented: [], paid: new Set(), endings: {}, late: [] }
  const shop = { urls: () => apis.flatMap(({ url }) => url ?? []), key: offer.key, priceId: offer.priceId, random, sql }
  let started = 0
  const fan = async () => {
    while (started < fans) {
      started += 1
      await payAtBank(shop, log, `fan-${seed}-${started}`)
    }
  }
  let members = [...apis, worker]
  const stop = async () => {
    for (const member of members) await member.stop()
    members = []
  }
  try {
    const crowd = Promise.all(Array.from({ length: AT_ONCE }, fan))
    const kills = [() => apis[0].kill(), () => worker.kill(), ...database.kills, () => apis[1].kill()]
    // Each twice, in an order of the seed's own.
    for (const [index, kill] of [...kills, ...kills].sort(() => random() - 0.5).entries()) {
      while (started < fans * (0.08 + 0.1 * index)) await sleep(20)
      await kill()
    }
    await crowd
    await stop()
    const heldAfter = await passDays(sql, offer, log.late)
    return await findingsOf(sql, offer, log, heldAfter)
  } finally {
    await stop()
    await sql.end({ timeout: 5 })
    await database.stop()
  }
}
