import type { Result } from './run.ts'
import { asker, medians, rounded } from './seed/ask.ts'
import { withSeeded } from './seed/seeded.ts'
import { startApi } from './server.ts'
import { atMost, below } from './targets.ts'

const SEARCH_MOST_MS = 50
const FLAT_MOST = 1.3
const ROUNDS = 15

const sorts = ['add_date', 'updated_at', 'first_name', 'last_name', 'email_address']
/** What a help desk hears: an address, a telephone number, a name in part, a name that thousands have, and nothing at all. */
const searches = ['fan77777@', '0400007919', 'kowalski-1f', 'elena', 'evans-', 'nobody-of-that-name']

/** Pages in every order against the default one, and searches of all customers. */
export const run = (args: string[]): Promise<Result> =>
  withSeeded(args, async ({ url, key, members }) => {
    const api = await startApi(url)
    const { ask, close } = asker(api.url, key)
    try {
      const pages = sorts.map((field) => `/v1/customers?limit=100&sort_field=${field}&sort_direction=asc`)
      const recent = '/v1/customers?limit=100&sort_field=updated_at&updated_since=1779667200'
      await medians(ask, [...pages, recent], 3)
      const [first = 1, ...others] = await medians(ask, [...pages, recent], ROUNDS)
      const flat = Math.max(...others) / first
      const times = await medians(
        ask,
        searches.map((search) => `/v1/customers?limit=100&search=${encodeURIComponent(search)}`),
        ROUNDS,
      )
      const slowest = Math.max(...times)
      return {
        targets: [
          atMost('slowest order to the first', flat, FLAT_MOST),
          below('ms of the slowest search', slowest, SEARCH_MOST_MS),
        ],
        figures: {
          customers: members,
          'slowest order to the first': rounded(flat),
          'wanted at most': FLAT_MOST,
          'ms of the slowest search': rounded(slowest, 1),
          'slowest search is': searches[times.indexOf(slowest)] ?? '',
          'ms wanted below': SEARCH_MOST_MS,
        },
      }
    } finally {
      close()
      await api.stop()
    }
  })
