import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase, type Sql } from '../../server/platform/postgres/database.ts'
import { migrate } from '../../server/platform/postgres/migrate.ts'
import { startChaosPostgres } from './chaos-postgres.ts'
import { openDesk } from './documents/desk.ts'
import { countDocuments, findingsOf, settled } from './documents/findings.ts'
import { keepRunning, SECRET, startMember } from './on-sale/processes.ts'
import { seeded } from './on-sale/random.ts'
import type { Finding } from './run.ts'

const CLERKS = 24
const ISSUERS = 4
/** Each process that issues, and the database, dies so often. */
const DEATHS = 6
/** The first documents are issued when so much is sold: many wait, and all issuers want the same. */
const BACKLOG = 0.5

const issuer = join(import.meta.dirname, 'documents', 'issuer.ts')

/**
 * 5,000 orders are sold, cancelled and refunded through two API processes, while four processes issue their documents without a pause and are killed,
 * with the database, in the middle of it. `--seeds 3 --first 1 --orders 5000`.
 */
export async function run(args: string[]): Promise<Finding[]> {
  const number = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { seeds: number, first: number, orders: number } })
  const { seeds = '1', first = '1', orders = '5000' } = values
  const findings: Finding[] = []
  for (let seed = Number(first); seed < Number(first) + Number(seeds); seed += 1) {
    const broken = await runSeed(seed, Number(orders))
    findings.push(...broken.map((finding) => ({ ...finding, promise: `seed ${seed}: ${finding.promise}` })))
  }
  const broken = findings.filter(({ kept }) => !kept).length
  return [...findings, { promise: 'every promise, over all seeds', figure: `${broken} broken`, kept: broken === 0 }]
}

async function runSeed(seed: number, orders: number): Promise<Finding[]> {
  const random = seeded(seed)
  const database = await startChaosPostgres()
  const sql = openDatabase(database.url, { poolSize: 4, statementTimeoutMs: 0 })
  await migrate(sql)
  const members = [await startMember(database.url, 'api'), await startMember(database.url, 'api')]
  const worker = await startMember(database.url, 'worker')
  const issuers: ReturnType<typeof keepRunning>[] = []
  try {
    const desk = await openDesk(sql, { random, urls: () => members.flatMap(({ url }) => url ?? []), orders })
    const work = Promise.all(Array.from({ length: CLERKS }, () => desk.work()))
    while (desk.progress() < BACKLOG) await sleep(20)
    for (let count = 0; count < ISSUERS; count += 1)
      issuers.push(keepRunning([issuer], { DATABASE_URL: database.url, GRANDSTAND_SECRET: SECRET }))
    const victims = [...issuers.map(({ kill }) => kill), ...database.kills]
    const kills = Array.from({ length: DEATHS }, () => victims.toSorted(() => random() - 0.5)).flat()
    let amid = 0
    for (const kill of kills) {
      if (await nextIssued(sql, desk.orgId, () => desk.progress() === 1)) amid += 1
      await sleep(random() * 60)
      await kill()
    }
    await work
    await settled(desk)
    return await findingsOf(desk, { kills: kills.length, amid })
  } finally {
    for (const member of [...issuers, ...members, worker]) await member.stop()
    await sql.end({ timeout: 5 })
    await database.stop()
  }
}

/** Until documents were written just now, so that more of them probably are; false where nothing is sold any more. */
async function nextIssued(sql: Sql, orgId: number, isOver: () => boolean): Promise<boolean> {
  const before = await countDocuments(sql, orgId)
  while ((await countDocuments(sql, orgId)) === before) {
    if (isOver()) return false
    await sleep(10)
  }
  return true
}
