import type { OrgId } from '../server/access/principal.ts'
import type { Sql } from '../server/platform/postgres/database.ts'
import type { Result } from './run.ts'
import { asker, medians, rounded } from './seed/ask.ts'
import { withSeeded } from './seed/seeded.ts'
import { startApi } from './server.ts'
import { atMost } from './targets.ts'

const FLAT_MOST = 1.3
const ROUNDS = 45

/** The scans of the largest event: its last page by cursor against its first, which counts them all. */
export const run = (args: string[]): Promise<Result> =>
  withSeeded(args, async ({ url, sql, key, orgId, mainEventId }) => {
    const api = await startApi(url)
    const { ask, close } = asker(api.url, key)
    const path = `/v1/events/${mainEventId}/scans?limit=100`
    try {
      const { total, position } = await lastPage(orgId, sql, mainEventId)
      const cursor = moved(await secondPage(`${api.url}${path}`, key), position)
      const pages = Math.ceil(total / 100)
      const paths = [path, `${path}&cursor=${cursor}`, `${path}&page_number=${pages}`, `${path}&include_sales=true`]
      await medians(ask, paths, 5)
      const [first = 1, deep = 0, numbered = 0, withSales = 0] = await medians(ask, paths, ROUNDS)
      const flat = deep / first
      return {
        targets: [atMost('last page by cursor to the first', flat, FLAT_MOST)],
        figures: {
          'scans of the event': total,
          'ms of the first page, counting them': rounded(first),
          [`page ${pages} by cursor to the first`]: rounded(flat),
          'wanted at most': FLAT_MOST,
          [`page ${pages} by number to the first`]: rounded(numbered / first),
          'with include_sales to the first': rounded(withSales / first),
        },
      }
    } finally {
      close()
      await api.stop()
    }
  })

/** The cursor of the second page: only the server can write one, for the total in it is sealed. */
async function secondPage(url: string, key: string): Promise<string> {
  const { headers } = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  const [, cursor] = /[?&]cursor=([^&>]+)/.exec(headers.get('link') ?? '') ?? []
  if (!cursor) throw new Error('the scans are all on one page')
  return cursor
}

function moved(cursor: string, position: number[]): string {
  const [version, filters, , , ...rest] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  return Buffer.from(JSON.stringify([version, filters, ...position, ...rest])).toString('base64url')
}

/** Where the page before the last ends. */
async function lastPage(orgId: OrgId, sql: Sql, eventId: number) {
  const [row] = await sql<{ at: number; scan_id: number; total: number }[]>`
    select (extract(epoch from scanned_at) * 1000000)::bigint as at, scan_id, count(*) over () as total
    from scans
    where org_id = ${orgId}
      and event_id = ${eventId}
    order by scanned_at, scan_id
    offset 100
    limit 1`
  if (!row) throw new Error('the event has too few scans')
  return { total: row.total, position: [row.at, row.scan_id] }
}
