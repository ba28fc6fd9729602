import { tmpdir } from 'node:os'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { findCitus, startCluster } from '../../tests/harness/citus.ts'
import { type Offer, seedOffer } from '../on-sale/seed-offer.ts'
import { startApi, withPostgres } from '../server.ts'

export const ORGANISATIONS = 8
const CAPACITY = 10_000_000

type Api = Awaited<ReturnType<typeof startApi>>
/** Where organisations sell: each has its API process, and of the databases some work for it. */
export type Setup = {
  name: string
  apis: Api[]
  sellers: { offer: Offer; url: string }[]
  /** What each PostgreSQL is called in the figures, and its address. */
  databases: { name: string; url: string }[]
}

/**
 * All four where there is Citus; else those that need none, on the PostgreSQL that `npm start` would run. What a sale costs is read
 * from the processes of each server, which run on this machine alone.
 */
export async function withSetups<T>(work: (setups: Setup[]) => Promise<T>): Promise<T> {
  if (process.env.BENCH_DATABASE_URL !== undefined)
    throw new Error('scale starts servers of its own, to tell their costs apart: leave --database out')
  if ((await findCitus()) === undefined) {
    console.error(
      'No PostgreSQL here has Citus (deploy/citus/install.sh builds it): measuring one PostgreSQL and two cells only.',
    )
    return withPostgres((one) =>
      withPostgres((other) => run([() => onePostgres(one), () => twoCells(one, other)], work)),
    )
  }
  const cluster = await startCluster(tmpdir(), undefined, { isDurable: true })
  try {
    const [first = '', second = ''] = cluster.workerUrls
    const coordinator = at(cluster.url, 'grandstand')
    const nodes = [
      { name: 'coordinator', url: coordinator },
      { name: 'first worker', url: first },
      { name: 'second worker', url: second },
    ]
    const offers = await balancedOffers(coordinator)
    const onCluster = (name: string, DATABASE_NODES: string) => async () => {
      const apis = await Promise.all([0, 1].map(() => startApi(coordinator, { DATABASE_NODES })))
      return { name, apis, databases: nodes, sellers: sellersOf(offers, apis) }
    }
    const starts = [
      () => onePostgres(first),
      onCluster('Citus through the coordinator', 'coordinator'),
      onCluster('Citus by its nodes', 'shards'),
      () => twoCells(first, second),
    ]
    return await run(starts, work)
  } finally {
    await cluster.stop()
  }
}

async function run<T>(starts: (() => Promise<Setup>)[], work: (setups: Setup[]) => Promise<T>): Promise<T> {
  const setups: Setup[] = []
  try {
    for (const start of starts) setups.push(await start())
    return await work(setups)
  } finally {
    await Promise.all(setups.flatMap(({ apis }) => apis.map((api) => api.stop())))
  }
}

async function onePostgres(server: string): Promise<Setup> {
  const url = await createDatabase(server, 'one')
  const apis = [await startApi(url), await startApi(url)]
  const offers = await seedOffers(url, ORGANISATIONS)
  return { name: 'one PostgreSQL', apis, databases: [{ name: 'PostgreSQL', url }], sellers: sellersOf(offers, apis) }
}

async function twoCells(first: string, second: string): Promise<Setup> {
  const urls = [await createDatabase(first, 'cell_0'), await createDatabase(second, 'cell_1')]
  const apis = await Promise.all(urls.map((url, cell) => startApi(url, { GRANDSTAND_CELL: String(cell) })))
  const offers = await Promise.all(urls.map((url) => seedOffers(url, ORGANISATIONS / 2)))
  return {
    name: 'two cells',
    apis,
    databases: urls.map((url, cell) => ({ name: `cell ${cell}`, url })),
    sellers: offers.flatMap((some, cell) => some.map((offer) => ({ offer, url: apis[cell]?.url ?? '' }))),
  }
}

/** Half of the organisations at each API process, as in two cells. */
const sellersOf = (offers: Offer[], apis: Api[]) =>
  offers.map((offer, place) => ({ offer, url: apis[place % apis.length]?.url ?? '' }))

async function seedOffers(url: string, count: number): Promise<Offer[]> {
  const offers: Offer[] = []
  while (offers.length < count) offers.push(await seedOffer(url, CAPACITY))
  return offers
}

/** As many at each worker: of organisations that come as they come, chance decides. */
async function balancedOffers(coordinator: string): Promise<Offer[]> {
  const sql = openDatabase(coordinator, { poolSize: 1 })
  const byNode = new Map<number, Offer[]>()
  const placed = () => [...byNode.values()].flatMap((offers) => offers.slice(0, ORGANISATIONS / 2))
  while (placed().length < ORGANISATIONS) {
    const offer = await seedOffer(coordinator, CAPACITY)
    const [row] = await sql<{ groupid: number }[]>`
      select groupid
      from pg_dist_placement
      where shardid = get_shard_id_for_distribution_column('organisation_anchors', ${offer.orgId}::bigint)`
    byNode.set(row?.groupid ?? 0, [...(byNode.get(row?.groupid ?? 0) ?? []), offer])
  }
  await sql.end()
  return placed()
}

async function createDatabase(server: string, name: string): Promise<string> {
  const sql = openDatabase(server, { poolSize: 1, statementTimeoutMs: 0 })
  await sql`create database ${sql(name)}`
  await sql.end()
  return at(server, name)
}

function at(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
