import { grandstand } from '../sdk/src/index.ts'
import type { Result } from './run.ts'
import { median, rounded } from './seed/ask.ts'
import { withSeeded } from './seed/seeded.ts'
import { startApi } from './server.ts'

const RATIO_MOST = 1.15
const GROWTH_MOST_MB = 32
const ROUNDS = 3
/** As many as a page can have. */
const LIMIT = 500

type Page = { data: unknown[]; next_cursor: string | null }

/** All members through the SDK against the same pages by bare `fetch` and `JSON.parse`, in turns. */
export const run = (args: string[]): Promise<Result> =>
  withSeeded(args, async ({ url, key, members }) => {
    const api = await startApi(url)
    try {
      const ours: number[] = []
      const theirs: number[] = []
      const heap: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        theirs.push(await timed(() => byFetch(api.url, key), members))
        ours.push(await timed(() => bySdk(api.url, key, heap), members))
      }
      const ratio = median(ours) / median(theirs)
      const growthMb = grownMb(heap)
      return {
        passed: ratio <= RATIO_MOST && growthMb <= GROWTH_MOST_MB,
        figures: {
          members,
          'seconds, by the SDK': rounded(median(ours) / 1000),
          'seconds, by fetch and JSON.parse': rounded(median(theirs) / 1000),
          ratio: rounded(ratio, 3),
          'ratio at most': RATIO_MOST,
          'heap of the second half to the first, MB': growthMb,
          'at most, MB': GROWTH_MOST_MB,
        },
      }
    } finally {
      await api.stop()
    }
  })

async function timed(read: () => Promise<number>, members: number): Promise<number> {
  const startedAt = performance.now()
  const count = await read()
  if (count !== members) throw new Error(`${count} of ${members} members were read`)
  return performance.now() - startedAt
}

async function byFetch(url: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` }
  let count = 0
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const response: Response = await fetch(`${url}/v1/members?limit=${LIMIT}${query}`, { headers })
    const page = JSON.parse(await response.text()) as Page
    for (const _member of page.data) count += 1
    cursor = page.next_cursor
  }
  return count
}

async function bySdk(url: string, key: string, heap: number[]): Promise<number> {
  let count = 0
  for await (const _member of grandstand({ url, key }).members.list()) {
    count += 1
    if (count % 20_000 === 0) heap.push(process.memoryUsage().heapUsed)
  }
  return count
}

/** Of the lowest points, since what the collector has not come to yet is not kept by anybody. */
function grownMb(heap: number[]): number {
  const half = Math.floor(heap.length / 2)
  return Math.round((Math.min(...heap.slice(half)) - Math.min(...heap.slice(0, half))) / 1e6)
}
