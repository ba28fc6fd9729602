import { hash } from 'node:crypto'
import type { Db } from '../../platform/postgres/database.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { systemRandom } from '../../platform/values/random.ts'
import type { Surface } from './cookies.ts'

export const IDLE_MAX_MS = 12 * HOUR_MS
const SESSION_MAX_MS = 7 * DAY_MS
/** A shift. */
const SCAN_SESSION_MAX_MS = 12 * HOUR_MS
/** Of staff who came by their club's provider: a person who has left the club is kept out at the next sign-on, which is then soon. */
export const SIGN_ON_SESSION_MS = 12 * HOUR_MS
export const sessionMs = (surface: Surface): number => (surface === 'scan' ? SCAN_SESSION_MAX_MS : SESSION_MAX_MS)
/** Of one account; the one that was seen longest ago makes room. */
const SESSIONS_MAX = 50
/** A session that is in use is noted as seen so often. */
const SEEN_EVERY_MS = MINUTE_MS

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Where a session is from, for its owner to recognise. */
export type Origin = { address: string; userAgent: string | undefined }

/** What is not as usual with it. */
export type SessionKind = { surface?: Surface; lastsMs?: number; provedAt?: Date }

/** A session and its token, which is in the answer and nowhere else: 256 random bits, of which the hash is kept. */
export async function openSession(
  sql: Db,
  systemClock: SystemClock,
  accountId: number,
  { address, userAgent }: Origin,
  { surface = null, lastsMs = sessionMs(surface), provedAt }: SessionKind = {},
): Promise<{ sessionId: number; token: string }> {
  const now = systemClock()
  const token = systemRandom(32).toString('base64url')
  const [session] = await sql<{ session_id: number }[]>`
    insert into staff_sessions (
      account_id, token_hash, last_seen_at, proved_at, expires_at, address, user_agent, surface, created_at
    ) values (
      ${accountId}, ${hashToken(token)}, ${now}, ${provedAt ?? now}, ${new Date(now.getTime() + lastsMs)},
      ${address.slice(0, 60)}, ${userAgent?.slice(0, 300) ?? null}, ${surface}, ${now}
    )
    returning session_id`
  if (!session) throw new Error('insert into staff_sessions returned no row')
  await sql`
    delete from staff_sessions
    where account_id = ${accountId}
      and session_id not in (
        select s.session_id
        from staff_sessions s
        where s.account_id = ${accountId}
        order by s.last_seen_at desc, s.session_id desc
        limit ${SESSIONS_MAX}
      )`
  return { sessionId: session.session_id, token }
}

export type SessionRow = {
  session_id: number
  account_id: number
  email_address: string | null
  sign_on_org: number
  issuer: string
  subject: string
  said_email: string
  name: string
  last_seen_at: Date
  proved_at: Date
  expires_at: Date
  surface: Surface
}

/** The session of a token, unless it is over; one that is in use is noted as seen. */
export async function findSession(sql: Db, now: Date, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const [row] = await sql<SessionRow[]>`
    select s.session_id, s.account_id, a.email_address, a.sign_on_org, a.issuer, a.subject, a.said_email, a.name, s.last_seen_at, s.proved_at, s.expires_at, s.surface
    from staff_sessions s
    join staff_accounts a using (account_id)
    where s.token_hash = ${tokenHash}
      and ${isSessionOpen(sql, now)}`
  if (row && now.getTime() - row.last_seen_at.getTime() >= SEEN_EVERY_MS) {
    await sql`
      update staff_sessions
      set last_seen_at = ${now}
      where session_id = ${row.session_id}
        and last_seen_at < ${now}`
  }
  return row
}

/** Neither idle for too long nor too old. */
export const isSessionOpen = (sql: Db, now: Date) => sql`
  s.expires_at > ${now}
  and s.last_seen_at > ${new Date(now.getTime() - IDLE_MAX_MS)}`

/** All sessions of an account but one, or without exception. Ends them everywhere within 5 s. */
export async function endSessions(sql: Db, accountId: number, but?: number): Promise<void> {
  await sql`
    delete from staff_sessions
    where account_id = ${accountId}
      and session_id is distinct from ${but ?? null}::bigint`
}

export async function endSessionOf(sql: Db, accountId: number, sessionId: number): Promise<boolean> {
  const rows = await sql`
    delete from staff_sessions
    where account_id = ${accountId}
      and session_id = ${sessionId}
    returning session_id`
  return rows.length > 0
}
