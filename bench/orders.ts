import type { Result } from './run.ts'
import { type Ask, asker, medians, rounded } from './seed/ask.ts'
import { withSeeded } from './seed/seeded.ts'
import { startApi } from './server.ts'
import { atMost } from './targets.ts'

const FLAT_MOST = 1.3
const ROUNDS = 45
const SEARCH_ROUNDS = 9

/** The orders of the largest event: its last page by cursor, and a page by each filter, against its first page. */
export const run = (args: string[]): Promise<Result> =>
  withSeeded(args, async ({ url, sql, key, orgId, mainEventId }) => {
    const api = await startApi(url)
    const { ask, close } = asker(api.url, key)
    const path = `/v1/events/${mainEventId}/orders?limit=100`
    try {
      const [{ orders, middle } = { orders: 0, middle: 0 }] = await sql<{ orders: number; middle: number }[]>`
        select count(*)::int as orders, extract(epoch from min(created_at) + (max(created_at) - min(created_at)) / 2)::int as middle
        from orders
        where org_id = ${orgId}
          and event_id = ${mainEventId}`
      const pages = Math.ceil(orders / 100)
      const last = `${path}&cursor=${await cursorOf(ask, `${path}&page_number=${pages - 1}`)}`
      const filtered = ['order_status=refunded', `unix_start=${middle}`, `unix_end=${middle}`].map(
        (filter) => `${path}&${filter}`,
      )
      const paths = [path, last, ...filtered, `${path}&page_number=${pages - 1}`]
      await medians(ask, paths, 5)
      const [first = 1, deep = 0, ...rest] = await medians(ask, paths, ROUNDS)
      const numbered = rest.pop() ?? 0
      const [common = 0, rare = 0, uuid = 0] = await medians(
        ask,
        ['search=ada', 'search=nobody-of-that-name', 'search=00000000-0000-4000-8000-000000000000'].map(
          (q) => `${path}&${q}`,
        ),
        SEARCH_ROUNDS,
      )
      const flat = deep / first
      const slowest = Math.max(...rest) / first
      return {
        targets: [
          atMost('last page by cursor to the first', flat, FLAT_MOST),
          atMost('slowest filter to the first page', slowest, FLAT_MOST),
        ],
        figures: {
          'orders of the event': orders,
          'ms of the first page': rounded(first),
          [`page ${pages} by cursor to the first`]: rounded(flat),
          'slowest filter to the first page': rounded(slowest),
          'wanted at most, each': FLAT_MOST,
          [`page ${pages - 1} by number to the first`]: rounded(numbered / first),
          'ms of a search that many match': rounded(common, 1),
          'ms of a search that none matches': rounded(rare, 1),
          'ms of a search by UUID': rounded(uuid, 1),
        },
      }
    } finally {
      close()
      await api.stop()
    }
  })

const cursorOf = async (ask: Ask, path: string): Promise<string> => JSON.parse((await ask(path)).text).next_cursor
