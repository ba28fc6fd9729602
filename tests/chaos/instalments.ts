import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { STRIPE_WEBHOOK_SECRET } from '../outside/stripe/event.ts'
import { STRIPE_KEY } from '../outside/stripe/headers.ts'
import { openStripeServer, type Trouble } from '../outside/stripe/server.ts'
import { startChaosPostgres } from './chaos-postgres.ts'
import { openClub } from './instalments/club.ts'
import { findingsOf } from './instalments/findings.ts'
import { endMemberships, payFirstParts } from './instalments/leavers.ts'
import { nightOf } from './instalments/night.ts'
import { passDays } from './instalments/pass-days.ts'
import { startMember } from './on-sale/processes.ts'
import { chosen, seeded } from './on-sale/random.ts'
import type { Finding } from './run.ts'

const WORKERS = 3
/** Each process, and the database, dies so often. */
const DEATHS = 2

/**
 * 20,000 instalments of one club are due in one night. Three workers charge them while an imitation of Stripe fails, turns away, hangs and
 * forgets to answer, paid or not, while staff end one membership in 25, each in one of six ways, and while every process and the database
 * are killed. Then the ladder's days pass, which end the memberships of those who do not pay, Stripe is well again, and each instalment of
 * those who stay must have been charged once, or have failed as its ladder says; of those who left nothing is charged after their end. `--seeds 1 --first 1 --instalments 20000`.
 */
export async function run(args: string[]): Promise<Finding[]> {
  const number = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { seeds: number, first: number, instalments: number } })
  const { seeds = '1', first = '1', instalments = '20000' } = values
  const findings: Finding[] = []
  for (let seed = Number(first); seed < Number(first) + Number(seeds); seed += 1) {
    const ofSeed = await runSeed(seed, Number(instalments))
    findings.push(...ofSeed.map((finding) => ({ ...finding, promise: `seed ${seed}: ${finding.promise}` })))
  }
  const broken = findings.filter(({ kept }) => !kept).length
  return [...findings, { promise: 'every promise, over all seeds', figure: `${broken} broken`, kept: broken === 0 }]
}

async function runSeed(seed: number, instalments: number): Promise<Finding[]> {
  const random = seeded(seed)
  const database = await startChaosPostgres()
  const sql = openDatabase(database.url, { poolSize: 8, statementTimeoutMs: 0 })
  const time = { aheadMs: 0, isCalm: false }
  const systemClock = () => new Date(Date.now() + time.aheadMs)
  const stripe = await openStripeServer({
    clock: systemClock,
    mischief: () => (time.isCalm ? undefined : chosen(random, TROUBLES)),
  })
  const settings = { STRIPE_SECRET_KEY: STRIPE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL: stripe.url }
  const club = await openClub(sql, stripe, { random, instalments })
  const night = nightOf(sql, club)
  await payFirstParts(sql, stripe, club)
  const workers = await Promise.all(
    Array.from({ length: WORKERS }, () => startMember(database.url, 'worker', settings)),
  )
  const api = await startMember(database.url, 'api', settings)
  const stop = async () => {
    for (const member of [...workers.splice(0), api]) await member.stop()
  }
  try {
    const leaving = endMemberships({
      sql,
      club,
      random: seeded(seed + 1),
      urls: () => [api.url ?? ''],
      progress: night.progress,
    })
    // Waited for below; until then a refusal is no unhandled one.
    leaving.catch(() => {})
    const victims = [api.kill, ...workers.map(({ kill }) => kill), ...database.kills]
    const kills = Array.from({ length: DEATHS }, () => victims.toSorted(() => random() - 0.5)).flat()
    for (const [index, kill] of kills.entries()) {
      const at = (index + 0.5 + random() * 0.5) / (kills.length + 1)
      while ((await night.progress()) < at) await sleep(100)
      await kill()
    }
    const seconds = await night.end()
    console.log(JSON.stringify(await leaving))
    await stop()
    time.isCalm = true
    await passDays({ sql, systemClock, time, stripeUrl: stripe.url })
    return await findingsOf(sql, club, stripe, { kills: kills.length, seconds })
  } finally {
    await stop()
    await sql.end({ timeout: 5 })
    await stripe.close()
    await database.stop()
  }
}

/** What happens to a call, and in how many of a thousand. Of a failure, a closed connection and a silence the work was done all the same. */
const TROUBLES: [Trouble | undefined, number][] = [
  [undefined, 928],
  ['error_500', 15],
  ['error_500_at_start', 15],
  ['reset', 20],
  ['rate_limit', 20],
  ['hang', 1],
  ['lost', 1],
]
