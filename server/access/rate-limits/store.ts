import type { Sql } from '../../platform/postgres/database.ts'

/** What a process tells the store of one window, and asks of it. */
export type Claim = {
  subject: string
  startMs: number
  spanMs: number
  limit: number
  wanted: number
  returned: number
  used: number
}

export type Answer = { subject: string; startMs: number; granted: number; leased: number; used: number }

type AnswerRow = { subject: string; start_seconds: number; granted: number; leased: number; used: number }

/**
 * Gives back, reports and leases in one statement. The grant is kept in the row, since RETURNING cannot see the row as it
 * was before PostgreSQL 18. All statements take their rows in one order, so that two of them cannot deadlock.
 */
export async function settleClaims(orgId: number, sql: Sql, claims: Claim[]): Promise<Answer[]> {
  const rows = await sql<AnswerRow[]>`
    insert into rate_limit_windows as w (
      org_id, subject, window_start, window_end, ceiling, leased, used, granted, returned
    )
    select ${orgId}::bigint, c.subject, to_timestamp(c.start_seconds), to_timestamp(c.end_seconds), c.ceiling,
      least(c.wanted, c.ceiling), c.used, least(c.wanted, c.ceiling), c.returned
    from unnest(
      ${claims.map((claim) => claim.subject)}::text[],
      ${claims.map((claim) => claim.startMs / 1000)}::bigint[],
      ${claims.map((claim) => (claim.startMs + claim.spanMs) / 1000)}::bigint[],
      ${claims.map((claim) => claim.limit)}::bigint[],
      ${claims.map((claim) => claim.wanted)}::bigint[],
      ${claims.map((claim) => claim.used)}::bigint[],
      ${claims.map((claim) => claim.returned)}::bigint[]
    ) as c(subject, start_seconds, end_seconds, ceiling, wanted, used, returned)
    order by c.subject, c.start_seconds
    on conflict (org_id, subject, window_start) do update
    set ceiling = excluded.ceiling,
      leased = greatest(0, w.leased - excluded.returned)
        + greatest(0, least(excluded.granted, excluded.ceiling - greatest(0, w.leased - excluded.returned))),
      used = w.used + excluded.used,
      granted = greatest(0, least(excluded.granted, excluded.ceiling - greatest(0, w.leased - excluded.returned))),
      returned = excluded.returned
    returning w.subject, extract(epoch from w.window_start)::bigint as start_seconds, w.granted, w.leased, w.used`
  return rows.map((row) => ({
    subject: row.subject,
    startMs: row.start_seconds * 1000,
    granted: row.granted,
    leased: row.leased,
    used: row.used,
  }))
}
