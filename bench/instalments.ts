import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createOrganisation } from '../server/people/organisation/create-organisation.ts'
import { openDatabase } from '../server/platform/postgres/database.ts'
import { keepStatistics } from '../server/platform/postgres/keep-statistics.ts'
import { migrate } from '../server/platform/postgres/migrate.ts'
import { HOUR_MS } from '../server/platform/values/durations.ts'
import { seedPlans } from './instalments/seed-plans.ts'
import { readFigures, runBuyers } from './on-sale/run-buyers.ts'
import { seedOffer } from './on-sale/seed-offer.ts'
import type { Result } from './run.ts'
import { startApi, withPostgres } from './server.ts'
import { atLeast, atMost } from './targets.ts'

const RATIO_LEAST = 0.5
const FLAT_LEAST = 0.9
const SALE_LEAST = 0.9
const FEW = 20_000
const MANY = 200_000
const TURNS = 4
const SECONDS = 5
const SALE_SECONDS = 10
/** A worker starts once and then works for weeks: its start is not what a sale beside it meets. */
const START_SECONDS = 4
const BUYERS = 64

type Charged = { charged: number; elapsed: number }
type Provider = 'test' | 'empty'

/**
 * Instalments of a club that are all due at one hour, charged by the task of the worker: by the test provider, against one that is never asked;
 * in a club of 200,000 members, against one of 20,000 in a database of its own; and an on-sale of the large club with the worker at it, at its
 * own pace, against the sale alone. Always in turns, so that whatever else the machine does meets both. A number takes so many members
 * for the large club.
 */
export const run = ([membersText]: string[]): Promise<Result> =>
  withPostgres(async (large) => {
    const members = membersText === undefined ? MANY : Number(membersText)
    return withSecond(large, async (small) => {
      const offer = await seedOffer(large, 10_000_000)
      await seedClub(large, members)
      await seedClub(small, Math.min(FEW, members))
      const collect = async (url: string, provider: Provider, pace: string, seconds: number) => {
        const script = join(import.meta.dirname, 'instalments', 'collect-process.ts')
        return readFigures<Charged>(script, [url, provider, pace, String(seconds)])
      }
      const rates: Record<string, number[]> = {}
      const note = (name: string, { charged, elapsed }: Charged) => {
        rates[name] = [...(rates[name] ?? []), charged / elapsed]
      }
      for (const url of [large, small]) await collect(url, 'test', '', 2)
      for (let turn = 0; turn < TURNS; turn += 1) {
        note('large', await collect(large, 'test', '', SECONDS))
        note('empty', await collect(large, 'empty', '', SECONDS))
        note('small', await collect(small, 'test', '', SECONDS))
      }
      const api = await startApi(large)
      let errors = 0
      const sell = async (seconds = SALE_SECONDS) => {
        const bought = await runBuyers([api.url], offer, { buyers: BUYERS, seconds })
        errors += bought.errors
        return { charged: bought.flows, elapsed: bought.elapsed }
      }
      try {
        await sell(3)
        for (let turn = 0; turn < TURNS; turn += 1) {
          note('alone', await sell())
          const charging = collect(large, 'test', 'paced', START_SECONDS + SALE_SECONDS)
          await sleep(START_SECONDS * 1000)
          note('beside', await sell())
          note('paced', await charging)
        }
      } finally {
        await api.stop()
      }
      const rate = (name: string) => median(rates[name] ?? [])
      const ratioOf = (name: string, to: string) => Number((rate(name) / rate(to)).toFixed(3))
      const ratio = ratioOf('large', 'empty')
      const flat = ratioOf('large', 'small')
      const sale = ratioOf('beside', 'alone')
      return {
        targets: [
          atLeast('ratio', ratio, RATIO_LEAST),
          atLeast('large to small', flat, FLAT_LEAST),
          atLeast('sale kept', sale, SALE_LEAST),
          atMost('errors', errors, 0),
        ],
        figures: {
          members,
          'charges/s': Math.round(rate('large')),
          'charges/s by a provider that is never asked': Math.round(rate('empty')),
          ratio,
          'ratio wanted': RATIO_LEAST,
          'charges/s in a club of 20,000': Math.round(rate('small')),
          'large to small': flat,
          'large to small wanted': FLAT_LEAST,
          'sale alone, flows/s': Math.round(rate('alone')),
          'sale beside the worker, flows/s': Math.round(rate('beside')),
          'charges/s beside it': Math.round(rate('paced')),
          'sale kept': sale,
          'sale kept, wanted': SALE_LEAST,
          errors,
        },
      }
    })
  })

/** All of whose members owe an instalment since an hour ago. */
async function seedClub(url: string, members: number): Promise<void> {
  const sql = openDatabase(url, { poolSize: 1, statementTimeoutMs: 0 })
  try {
    await migrate(sql)
    const profile = { name: 'Plans', country: 'AU', timezone: 'UTC', currency: 'AUD', mode: 'test' as const }
    const orgId = await createOrganisation(sql, profile)
    const dueAt = new Date(Date.now() - HOUR_MS)
    await seedPlans(orgId, sql, { members, provider: 'test', account: null, methods: ['pm_test_ok'], dueAt })
    await keepStatistics(sql)
  } finally {
    await sql.end()
  }
}

/** A second database of the same server. */
async function withSecond<T>(first: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `grandstand_bench_second_${process.pid}`
  const url = new URL(first)
  url.pathname = name
  const sql = openDatabase(first, { poolSize: 1, statementTimeoutMs: 0 })
  try {
    await sql`create database ${sql(name)}`
    try {
      return await work(url.href)
    } finally {
      await sql`drop database ${sql(name)} with (force)`
    }
  } finally {
    await sql.end()
  }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
