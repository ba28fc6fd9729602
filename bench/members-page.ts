import { encodeCursor } from '../server/platform/http/cursor.ts'
import type { Result } from './run.ts'
import { type Ask, asker, medians, rounded } from './seed/ask.ts'
import { type Seeded, withSeeded } from './seed/seeded.ts'
import { startApi } from './server.ts'
import { atMost } from './targets.ts'

const FLAT_MOST = 1.3
const FILTERED_MOST = 3
const ROUNDS = 9

const unix = (date: string) => Date.parse(date) / 1000

/** Two values a filter, where there are two kinds: one that many members have, and one that few have. */
const filtersOf = async ({ sql, orgId }: Seeded): Promise<Record<string, number | string>[]> => {
  const types = await sql<{ id: number }[]>`
    select membership_type_id as id
    from membership_types
    where org_id = ${orgId}
    order by membership_type_id`
  const [map] = await sql<{ id: number }[]>`
    select min(seat_map_id) as id
    from seat_maps
    where org_id = ${orgId}`
  return [
    { updated_since: unix('2022-01-01') },
    { updated_since: unix('2026-05-25') },
    { updated_until: unix('2025-01-01') },
    { updated_until: unix('2021-01-15') },
    { created_since: unix('2022-01-01') },
    { created_since: unix('2026-03-01') },
    { created_until: unix('2025-01-01') },
    { created_until: unix('2021-01-15') },
    { membership_fulfilled: 'yes' },
    { membership_fulfilled: 'no' },
    { membership_member_status_id: 1 },
    { membership_member_status_id: 3 },
    { membership_type_id: types.at(0)?.id ?? 0 },
    { membership_type_id: types.at(-1)?.id ?? 0 },
    { membership_seat_map_id: map?.id ?? 0 },
  ]
}

/** The last page by cursor against the first, and a page of 500 by each filter and each pair against one without any. */
export const run = (args: string[]): Promise<Result> =>
  withSeeded(args, async (seeded) => {
    const api = await startApi(seeded.url)
    const { ask, close } = asker(api.url, seeded.key)
    try {
      const depth = await deepPage(ask, seeded.members)
      const { worst, path, unfiltered } = await slowestFilter(ask, await filtersOf(seeded))
      return {
        targets: [
          atMost('last page to the first', depth, FLAT_MOST),
          atMost('slowest filter or pair', worst, FILTERED_MOST),
        ],
        figures: {
          members: seeded.members,
          'last page of 100 to the first': rounded(depth),
          'wanted at most': FLAT_MOST,
          'ms of 500 members without a filter': rounded(unfiltered, 1),
          'slowest filter or pair to that': rounded(worst),
          'slowest is': path,
          'wanted at most, each': FILTERED_MOST,
        },
      }
    } finally {
      close()
      await api.stop()
    }
  })

async function deepPage(ask: Ask, members: number): Promise<number> {
  const cursor = encodeCursor({ list: 'members' }, [members - 100])
  const paths = ['/v1/members?limit=100', `/v1/members?limit=100&cursor=${cursor}`]
  await medians(ask, paths, ROUNDS)
  const [first = 0, last = 0] = await medians(ask, paths, 5 * ROUNDS)
  return last / first
}

async function slowestFilter(ask: Ask, filters: Record<string, number | string>[]) {
  const pairs = filters.flatMap((one, n) =>
    filters.slice(n + 1).flatMap((other) => {
      const together = { ...one, ...other }
      return Object.keys(together).length === 2 ? [together] : []
    }),
  )
  let worst = 0
  let path = ''
  let unfiltered = 0
  for (const filter of [...filters, ...pairs]) {
    const query = Object.entries(filter)
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
    const paths = ['/v1/members?limit=500', `/v1/members?limit=500&${query}`]
    const [plain = 0, filtered = 0] = await medians(ask, paths, ROUNDS)
    if (process.env.BENCH_VERBOSE) console.error(`${rounded(filtered / plain)} ${rounded(filtered)} ms ${query}`)
    if (filtered / plain > worst) [worst, path, unfiltered] = [filtered / plain, query, plain]
  }
  return { worst, path, unfiltered }
}
