import type { Sql } from '../../platform/postgres/database.ts'
import { purgeExpired } from '../../platform/postgres/purge.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'

/** What a process tells the store of one window, and asks of it. */
export type LeaseRequest = {
  name: string
  startMs: number
  spanMs: number
  limit: number
  wanted: number
  returned: number
  used: number
}

/** The tokens that it got, and how the window stands since. */
export type LeaseGrant = { name: string; startMs: number; granted: number; leased: number; used: number }

type GrantRow = { subject: string; start_seconds: number; granted: number; leased: number; used: number }

/**
 * Gives back, reports and leases in one statement. The grant is kept in the row, since RETURNING cannot see the row as it
 * was before PostgreSQL 18. All statements take their rows in one order, so that two of them cannot deadlock.
 */
export async function leaseTokens(orgId: number, sql: Sql, requests: LeaseRequest[]): Promise<LeaseGrant[]> {
  const rows = await sql<GrantRow[]>`
    insert into rate_limit_windows as w (
      org_id, subject, window_start, window_end, ceiling, leased, used, granted, returned
    )
    select ${orgId}::bigint, r.subject, to_timestamp(r.start_seconds), to_timestamp(r.end_seconds), r.ceiling,
      least(r.wanted, r.ceiling), r.used, least(r.wanted, r.ceiling), r.returned
    from unnest(
      ${requests.map((request) => request.name)}::text[],
      ${requests.map((request) => request.startMs / 1000)}::bigint[],
      ${requests.map((request) => (request.startMs + request.spanMs) / 1000)}::bigint[],
      ${requests.map((request) => request.limit)}::bigint[],
      ${requests.map((request) => request.wanted)}::bigint[],
      ${requests.map((request) => request.used)}::bigint[],
      ${requests.map((request) => request.returned)}::bigint[]
    ) as r(subject, start_seconds, end_seconds, ceiling, wanted, used, returned)
    order by r.subject, r.start_seconds
    on conflict (org_id, subject, window_start) do update
    set ceiling = excluded.ceiling,
      leased = greatest(0, w.leased - excluded.returned)
        + greatest(0, least(excluded.granted, excluded.ceiling - greatest(0, w.leased - excluded.returned))),
      used = w.used + excluded.used,
      granted = greatest(0, least(excluded.granted, excluded.ceiling - greatest(0, w.leased - excluded.returned))),
      returned = excluded.returned
    returning w.subject, extract(epoch from w.window_start)::bigint as start_seconds, w.granted, w.leased, w.used`
  return rows.map((row) => ({
    name: row.subject,
    startMs: row.start_seconds * 1000,
    granted: row.granted,
    leased: row.leased,
    used: row.used,
  }))
}

/** Rows stay this long after their window, for processes whose clock is behind. */
const GRACE_MS = 5 * MINUTE_MS

/** Deletes the rows of windows that are over. Returns how many. */
export function purgeRateLimitWindows(sql: Sql, systemClock: SystemClock): Promise<number> {
  const before = new Date(systemClock().getTime() - GRACE_MS)
  return purgeExpired(sql, { table: 'rate_limit_windows', column: 'window_end', isOver: sql`window_end < ${before}` })
}
