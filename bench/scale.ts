import { openDatabase } from '../server/platform/postgres/database.ts'
import { keepStatistics } from '../server/platform/postgres/keep-statistics.ts'
import { runBuyers } from './on-sale/run-buyers.ts'
import type { Result } from './run.ts'
import { postgresAt, postgresMs, processorMs } from './scale/processor-time.ts'
import { ORGANISATIONS, type Setup, withSetups } from './scale/setups.ts'
import { atMost } from './targets.ts'

const BUYERS = 8
const WARM_SECONDS = 4
const SECONDS = 8
const ROUNDS = 3
/** Of what a sale costs the coordinator when everything goes through it, so much is left when processes ask the nodes. */
const COORDINATOR_LEFT_MOST = 0.2

type Round = { sales: number; errors: number; seconds: number; apiMs: number; databaseMs: number[] }

/**
 * Eight organisations that sell at once, 8 buyers each: on one PostgreSQL, on Citus through its coordinator, on Citus by its
 * nodes, and on two cells; all on this machine, with two API processes each, which have half of the organisations. Rounds turn about, so that a slow
 * moment of the machine falls on all. Here all share the same cores, so sales a second tell little: what a sale costs each node
 * says how many of them a machine for each could sell.
 */
export const run = (): Promise<Result> =>
  withSetups(async (setups) => {
    const rounds = new Map<Setup, Round[]>(setups.map((setup) => [setup, []]))
    for (const setup of setups) {
      await sell(setup, WARM_SECONDS)
      for (const { url } of setup.databases) await analyse(url)
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const setup of setups) rounds.get(setup)?.push(await measure(setup))
    }
    const totals = new Map([...rounds].map(([{ name }, some]) => [name, total(some)]))
    const errors = [...totals.values()].reduce((sum, round) => sum + round.errors, 0)
    const coordinatorMs = (name: string) => perSale(totals.get(name))[0]
    const [through, left] = ['Citus through the coordinator', 'Citus by its nodes'].map(coordinatorMs)
    const ratio = through === undefined || left === undefined ? undefined : Number((left / through).toFixed(3))
    return {
      targets: [
        atMost('errors', errors, 0),
        atMost('left to the coordinator by the nodes', ratio ?? 0, COORDINATOR_LEFT_MOST),
      ],
      figures: {
        organisations: ORGANISATIONS,
        buyers: ORGANISATIONS * BUYERS,
        ...Object.fromEntries(setups.flatMap((setup) => figuresOf(setup, totals.get(setup.name)))),
        ...(ratio === undefined
          ? { 'not measured': 'Citus, which no PostgreSQL here has' }
          : { 'left to the coordinator by the nodes': ratio, 'left at most': COORDINATOR_LEFT_MOST }),
        errors,
      },
    }
  })

async function measure(setup: Setup): Promise<Round> {
  const firsts = await Promise.all(setup.databases.map(({ url }) => postgresAt(url)))
  const read = async () => ({
    apiMs: sum(await Promise.all(setup.apis.map(({ child }) => processorMs(child.pid ?? 0)))),
    databaseMs: await Promise.all(firsts.map(postgresMs)),
  })
  const before = await read()
  const sold = await sell(setup, SECONDS)
  const after = await read()
  return {
    ...sold,
    apiMs: after.apiMs - before.apiMs,
    databaseMs: after.databaseMs.map((ms, place) => ms - (before.databaseMs[place] ?? 0)),
  }
}

async function sell({ sellers }: Setup, seconds: number): Promise<Pick<Round, 'sales' | 'errors' | 'seconds'>> {
  const bought = await Promise.all(
    sellers.map(({ offer, url }) => runBuyers([url], offer, { buyers: BUYERS, seconds })),
  )
  return {
    sales: sum(bought.map(({ flows }) => flows)),
    errors: sum(bought.map(({ errors }) => errors)),
    seconds: Math.max(...bought.map(({ elapsed }) => elapsed)),
  }
}

const total = (rounds: Round[]): Round =>
  rounds.reduce((all, round) => ({
    sales: all.sales + round.sales,
    errors: all.errors + round.errors,
    seconds: all.seconds + round.seconds,
    apiMs: all.apiMs + round.apiMs,
    databaseMs: all.databaseMs.map((ms, place) => ms + (round.databaseMs[place] ?? 0)),
  }))

/** Milliseconds of each database for a sale. */
const perSale = (round: Round | undefined): number[] =>
  round === undefined ? [] : round.databaseMs.map((ms) => ms / round.sales)

function figuresOf({ name, databases }: Setup, round: Round | undefined): [string, number][] {
  if (!round) return []
  const ms = perSale(round)
  const rounded = (value: number | undefined) => Number((value ?? 0).toFixed(2))
  return [
    [`${name}, sales/s`, Math.round(round.sales / round.seconds)],
    ...databases.map((database, place): [string, number] => [
      `${name}, processor ms a sale, ${database.name}`,
      rounded(ms[place]),
    ]),
    ...(databases.length > 1
      ? [[`${name}, processor ms a sale, databases in all`, rounded(sum(ms))] satisfies [string, number]]
      : []),
    [`${name}, processor ms a sale, API`, rounded(round.apiMs / round.sales)],
  ]
}

async function analyse(url: string): Promise<void> {
  const sql = openDatabase(url, { poolSize: 1 })
  await keepStatistics(sql)
  await sql.end()
}

const sum = (numbers: number[]): number => numbers.reduce((all, number) => all + number, 0)
