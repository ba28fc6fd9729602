import { grandstand } from '../sdk/src/index.ts'
import type { Result } from './run.ts'
import { rounded } from './seed/ask.ts'
import { withSeeded } from './seed/seeded.ts'
import { startApi } from './server.ts'
import { atMost } from './targets.ts'

const RATIO_MOST = 1.15
const GROWTH_MOST_MB = 32
/** As many as a page can have. */
const LIMIT = 500
/** Pages that one of the two reads before it is the other's turn. */
const PAGES_A_TURN = 20

type Page = { data: unknown[]; next_cursor: string | null }
/** Reads so many members on; fewer at the end. */
type Reader = (most: number) => Promise<number>

/**
 * All members through the SDK and the same pages by bare `fetch` and `JSON.parse`, each a whole sync. They take turns of a few pages,
 * so that a slow moment of the machine falls on both alike; neither has a request under way while it is the other's turn.
 */
export const run = (args: string[]): Promise<Result> =>
  withSeeded(args, async ({ url, key, members }) => {
    const api = await startApi(url)
    try {
      const bySdk = new Account(sdkReader(api.url, key))
      const byFetch = new Account(fetchReader(api.url, key))
      for (let turn = 0; bySdk.count < members || byFetch.count < members; turn += 1) {
        const order = turn % 2 === 0 ? [byFetch, bySdk] : [bySdk, byFetch]
        for (const account of order) await account.takeTurn()
        if (Math.max(bySdk.count, byFetch.count) > members || turn > members) throw new Error('a page came twice')
      }
      const ratio = bySdk.ms / byFetch.ms
      const growthMb = grownMb(bySdk.heap)
      return {
        targets: [atMost('ratio', ratio, RATIO_MOST), atMost('growth of memory in MB', growthMb, GROWTH_MOST_MB)],
        figures: {
          members,
          'seconds, by the SDK': rounded(bySdk.ms / 1000),
          'seconds, by fetch and JSON.parse': rounded(byFetch.ms / 1000),
          ratio: rounded(ratio, 3),
          'ratio at most': RATIO_MOST,
          'seconds of processor, by the SDK': rounded(bySdk.cpuMs / 1000),
          'seconds of processor, by fetch and JSON.parse': rounded(byFetch.cpuMs / 1000),
          'ratio of processor': rounded(bySdk.cpuMs / byFetch.cpuMs, 3),
          'heap of the second half to the first, MB': growthMb,
          'at most, MB': GROWTH_MOST_MB,
          'heap at the peak, by the SDK, MB': peakMb(bySdk.heap),
          'heap at the peak, by fetch and JSON.parse, MB': peakMb(byFetch.heap),
        },
      }
    } finally {
      await api.stop()
    }
  })

/** What a reader has read, and what it took. */
class Account {
  count = 0
  ms = 0
  cpuMs = 0
  readonly heap: number[] = []
  readonly #read: Reader

  constructor(read: Reader) {
    this.#read = read
  }

  async takeTurn(): Promise<void> {
    const startedAt = performance.now()
    const cpu = process.cpuUsage()
    this.count += await this.#read(PAGES_A_TURN * LIMIT)
    const { user, system } = process.cpuUsage(cpu)
    this.ms += performance.now() - startedAt
    this.cpuMs += (user + system) / 1000
    this.heap.push(process.memoryUsage().heapUsed)
  }
}

function fetchReader(url: string, key: string): Reader {
  const headers = { authorization: `Bearer ${key}` }
  let cursor: string | null = ''
  return async (most) => {
    let count = 0
    while (cursor !== null && count < most) {
      const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const response: Response = await fetch(`${url}/v1/members?limit=${LIMIT}${query}`, { headers })
      const page = JSON.parse(await response.text()) as Page
      for (const _member of page.data) count += 1
      cursor = page.next_cursor
    }
    return count
  }
}

function sdkReader(url: string, key: string): Reader {
  const members = grandstand({ url, key }).members.list()[Symbol.asyncIterator]()
  return async (most) => {
    let count = 0
    while (count < most && !(await members.next()).done) count += 1
    return count
  }
}

/** Of the lowest points, since what the collector has not come to yet is not held by the program. */
function grownMb(heap: number[]): number {
  const half = Math.floor(heap.length / 2)
  return Math.round((Math.min(...heap.slice(half)) - Math.min(...heap.slice(0, half))) / 1e6)
}

const peakMb = (heap: number[]) => Math.round(Math.max(...heap) / 1e6)
