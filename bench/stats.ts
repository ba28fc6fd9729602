import type { Result } from './run.ts'
import { asker, medians, rounded } from './seed/ask.ts'
import { withSeeded } from './seed/seeded.ts'
import { startApi } from './server.ts'
import { below } from './targets.ts'

const MOST_MS = 100
const ROUNDS = 25

/** Both stats of the event with the most tickets, with and without the cancelled ones. */
export const run = (args: string[]): Promise<Result> =>
  withSeeded(args, async ({ url, sql, key, orgId, mainEventId }) => {
    const api = await startApi(url)
    const { ask, close } = asker(api.url, key)
    try {
      const paths = ['price_categories', 'prices'].flatMap((by) =>
        [false, true].map((all) => `/v1/events/${mainEventId}/stats/${by}?include_cancelled=${all}`),
      )
      await medians(ask, paths, 3)
      const times = await medians(ask, paths, ROUNDS)
      const slowest = Math.max(...times)
      const [counts] = await sql<{ tickets: number; scans: number }[]>`
        select
          (select count(*) from tickets where org_id = ${orgId} and event_id = ${mainEventId}) as tickets,
          (select count(*) from scans where org_id = ${orgId} and event_id = ${mainEventId} and result = 'admitted') as scans`
      return {
        targets: [below('ms of the slowest', slowest, MOST_MS)],
        figures: {
          tickets: counts?.tickets ?? 0,
          admissions: counts?.scans ?? 0,
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
