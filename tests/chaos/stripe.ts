import { parseArgs } from 'node:util'
import { withPostgres } from '../../bench/server.ts'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { migrate } from '../../server/platform/postgres/migrate.ts'
import { MINUTE_MS } from '../../server/platform/values/durations.ts'
import { seeded } from './on-sale/random.ts'
import type { Finding } from './run.ts'
import { openClub, type Weather } from './stripe/club.ts'
import { createFans } from './stripe/fans.ts'
import { findingsOf, heldTooLong } from './stripe/findings.ts'

/** For so long fans come while Stripe misbehaves; then it is well again, and everything has to come to its end. */
const STORM_MINUTES = 120
const CALM_MINUTES = 180

/**
 * Fans buy the places of an event while Stripe answers 500, falls silent, charges and forgets to say so, and sends its events
 * twice, late or never. Afterwards every charge must have its order or its refund. Time is the test's own: an hour passes in seconds.
 * `--seeds 10` (the default) are ten stories, `--first` the first of them, `--fans` how many come in each.
 */
export async function run(args: string[]): Promise<Finding[]> {
  const number = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { seeds: number, first: number, fans: number } })
  const { seeds = '10', first = '1', fans = '60' } = values
  return withPostgres(async (url) => {
    const sql = openDatabase(url, { poolSize: 8 })
    await migrate(sql)
    const findings: Finding[] = []
    for (let seed = Number(first); seed < Number(first) + Number(seeds); seed += 1) {
      const found = await runSeed(sql, seed, Number(fans))
      findings.push(...found.map((finding) => ({ ...finding, promise: `seed ${seed}: ${finding.promise}` })))
    }
    await sql.end({ timeout: 5 })
    const broken = findings.filter(({ kept }) => !kept).length
    return [...findings, { promise: 'every promise, over all seeds', figure: `${broken} broken`, kept: broken === 0 }]
  })
}

async function runSeed(sql: Parameters<typeof openClub>[0], seed: number, fans: number): Promise<Finding[]> {
  const random = seeded(seed)
  const club = await openClub(sql, random)
  const crowd = createFans(club, random, fans)
  const tooLong: string[] = []
  try {
    for (let minute = 0; minute < STORM_MINUTES + CALM_MINUTES; minute += 1) {
      club.setWeather(weatherAt(seed, minute))
      await crowd.act(minute / STORM_MINUTES)
      await club.work()
      await club.sendEvents()
      tooLong.push(...(await heldTooLong(club)))
      club.clock.advance(MINUTE_MS)
    }
    return await findingsOf(club, crowd.tally, tooLong)
  } finally {
    await club.close()
  }
}

/** Every second story has one silence that is longer than an hour, the others several short ones. */
function weatherAt(seed: number, minute: number): Weather {
  if (minute >= STORM_MINUTES) return 'calm'
  const isSilent = seed % 2 === 0 ? minute >= 20 && minute < 95 : minute % 30 >= 24
  return isSilent ? 'silence' : 'storm'
}
