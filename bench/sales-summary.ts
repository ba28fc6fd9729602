import type { Result } from './run.ts'
import { asker, medians, rounded } from './seed/ask.ts'
import { withSeeded } from './seed/seeded.ts'
import { startApi } from './server.ts'
import { below } from './targets.ts'

const MOST_MS = 100
const ROUNDS = 25

/** The summary of the event with the most tickets, whole and of half its sale. */
export const run = (args: string[]): Promise<Result> =>
  withSeeded(args, async ({ url, sql, key, orgId, mainEventId }) => {
    const api = await startApi(url)
    const { ask, close } = asker(api.url, key)
    try {
      const [{ tickets, middle } = { tickets: 0, middle: 0 }] = await sql<{ tickets: number; middle: number }[]>`
        select count(*)::int as tickets, extract(epoch from min(created_at) + (max(created_at) - min(created_at)) / 2)::int as middle
        from tickets
        where org_id = ${orgId}
          and event_id = ${mainEventId}`
      const path = `/v1/events/${mainEventId}/sales_summary`
      const paths = [path, `${path}?unix_start=0`, `${path}?unix_start=${middle}`, `${path}?unix_end=${middle}`]
      await medians(ask, paths, 3)
      const times = await medians(ask, paths, ROUNDS)
      const slowest = Math.max(...times)
      return {
        targets: [below('ms of the slowest', slowest, MOST_MS)],
        figures: {
          tickets,
          'ms without a window': rounded(times[0] ?? 0, 1),
          'ms of the slowest': rounded(slowest, 1),
          'slowest is': paths[times.indexOf(slowest)] ?? '',
          'ms wanted below': MOST_MS,
        },
      }
    } finally {
      close()
      await api.stop()
    }
  })
