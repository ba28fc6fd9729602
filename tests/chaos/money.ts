import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { migrate } from '../../server/platform/postgres/migrate.ts'
import { STRIPE_WEBHOOK_SECRET } from '../outside/stripe/event.ts'
import { STRIPE_KEY } from '../outside/stripe/headers.ts'
import { openStripeServer, type Trouble } from '../outside/stripe/server.ts'
import { startChaosPostgres } from './chaos-postgres.ts'
import { createBank } from './money/bank.ts'
import { openBooks } from './money/books.ts'
import { createDesk } from './money/desk.ts'
import { findingsOf } from './money/findings.ts'
import { startMember } from './on-sale/processes.ts'
import { chosen, seeded } from './on-sale/random.ts'
import type { Finding } from './run.ts'

const CLERKS = 24
/** Each of the four processes, and the database, dies so often. */
const DEATHS = 2

const TROUBLES: [Trouble | undefined, number][] = [
  [undefined, 94],
  ['error_500', 2],
  ['error_500_at_start', 2],
  ['reset', 2],
]

/**
 * 5,000 debts are paid in parts, credited, written off, taken back, refunded, handed back and cancelled with their orders by clerks at three API processes, with a
 * worker as the fourth, while an imitation of Stripe disputes and refunds by itself, and every process and the database are killed.
 * Each order has a model in exact integers beside it. `--seeds 3 --first 1 --debts 5000`.
 */
export async function run(args: string[]): Promise<Finding[]> {
  const number = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { seeds: number, first: number, debts: number } })
  const { seeds = '1', first = '1', debts = '5000' } = values
  const findings: Finding[] = []
  for (let seed = Number(first); seed < Number(first) + Number(seeds); seed += 1) {
    const found = await runSeed(seed, Number(debts))
    findings.push(...found.map((finding) => ({ ...finding, promise: `seed ${seed}: ${finding.promise}` })))
  }
  const broken = findings.filter(({ kept }) => !kept).length
  return [...findings, { promise: 'every promise, over all seeds', figure: `${broken} broken`, kept: broken === 0 }]
}

async function runSeed(seed: number, debts: number): Promise<Finding[]> {
  const random = seeded(seed)
  const database = await startChaosPostgres()
  const sql = openDatabase(database.url, { poolSize: 4, statementTimeoutMs: 0 })
  await migrate(sql)
  let isCalm = false
  // A sale that Stripe does not answer has a chaos of its own; here the rest of the calls is at its mercy.
  const mischief = (call: string) =>
    isCalm || call.includes('/v1/payment_intents') ? undefined : chosen(random, TROUBLES)
  const stripe = await openStripeServer({ mischief })
  const settings = {
    STRIPE_SECRET_KEY: STRIPE_KEY,
    STRIPE_WEBHOOK_SECRET,
    STRIPE_API_URL: stripe.url,
  }
  const apis = await Promise.all([1, 2, 3].map(() => startMember(database.url, 'api', settings)))
  const worker = await startMember(database.url, 'worker', settings)
  try {
    const books = await openBooks(sql, { random, urls: () => apis.flatMap(({ url }) => url ?? []), debts })
    const bank = createBank(books, stripe, random)
    const desk = createDesk(books, bank, random)
    const work = Promise.all([...Array.from({ length: CLERKS }, () => desk.work()), bank.work()])
    const victims = [...apis.map(({ kill }) => kill), worker.kill, ...database.kills]
    const kills = Array.from({ length: DEATHS }, () => victims.toSorted(() => random() - 0.5)).flat()
    for (const [index, kill] of kills.entries()) {
      const at = (index + 0.5 + random() * 0.5) / (kills.length + 1)
      while (books.progress() < at) await sleep(20)
      await kill()
    }
    await work
    isCalm = true
    await bank.settle()
    return await findingsOf(books, stripe, kills.length)
  } finally {
    for (const member of [...apis, worker]) await member.stop()
    await sql.end({ timeout: 5 })
    await stripe.close()
    await database.stop()
  }
}
