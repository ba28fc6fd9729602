import { LRUCache } from 'lru-cache'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import { askReached } from '../../platform/postgres/reach.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import { AccessError } from '../errors.ts'
import { ownedRows } from '../organisations.ts'
import {
  type OrganisationMode,
  type OrgId,
  orgIdOf,
  type Principal,
  type StaffIdentity,
  type StaffPerson,
  type StaffPrincipal,
} from '../principal.ts'
import { isRole, rightsByRole, rightsOn } from '../roles.ts'
import { findSession, hashToken, IDLE_MAX_MS, type SessionRow } from './session-store.ts'

/** As with keys: a session that was ended, or a role that was taken away, is gone everywhere within 5 s. */
const TRUST_MS = 4_000
const READINGS_MAX = 20_000
/** A confirmed identity stays valid for this long. */
const PROOF_MS = 10 * MINUTE_MS

/** A budget for each person, apart from the organisation's: an open dashboard asks all day long. */
export const STAFF_REQUESTS_PER_MINUTE = 1_200
export const STAFF_REQUESTS_PER_DAY = 200_000

type Reading<T> = { readonly readAt: number; readonly answer: Promise<T> }

export type Sessions = {
  /** Whether this process has found the session before: looking for one costs the database a read, and any caller can make one up. */
  isKnown(token: string): boolean
  /** Who is signed in. */
  person(token: string): Promise<StaffPerson>
  /** The same person in the organisation that the request names, or in the only one that they have. */
  staff(person: StaffPerson, named: string | undefined): Promise<StaffPrincipal>
  /** Refuses staff who have not confirmed their identity lately. A key belongs to software, which cannot be asked. */
  requireProof(principal: Principal): Promise<void>
  requireProofOf(person: StaffPerson): Promise<void>
  /** What this process has read of the session is not trusted any more. */
  forget(token: string): void
}

export type SessionDeps = { sessions: Sessions }

export function createSessions({ sql, systemClock }: { sql: Sql; systemClock: SystemClock }): Sessions {
  const sessions = new LRUCache<string, Reading<SessionRow | undefined>>({ max: READINGS_MAX })
  const memberships = new LRUCache<string, Reading<StaffPrincipal>>({ max: READINGS_MAX })

  /** What was read lately, or reads it now; what could not be read is not remembered. */
  function trusted<T>(cache: LRUCache<string, Reading<T>>, name: string, read: () => Promise<T>): Promise<T> {
    const now = systemClock().getTime()
    const last = cache.get(name)
    // A clock that went backwards must not make an old reading trusted for longer.
    if (last && now >= last.readAt && now - last.readAt < TRUST_MS) return last.answer
    const reading = { readAt: now, answer: read() }
    cache.set(name, reading)
    reading.answer.catch(() => {
      if (cache.get(name) === reading) cache.delete(name)
    })
    return reading.answer
  }

  const requireProofOf = async ({ sessionId }: StaffPerson): Promise<void> => {
    // Always asked anew: the proof may have been given at another process, a moment ago.
    const [session] = await sql<{ proved_at: Date }[]>`
      select proved_at
      from staff_sessions
      where session_id = ${sessionId}`
    if (!session) throw new AccessError('session_invalid')
    if (systemClock().getTime() - session.proved_at.getTime() >= PROOF_MS) throw new AccessError('proof_required')
  }

  return {
    isKnown: (token) => sessions.has(token),
    async person(token) {
      const session = await trusted(sessions, token, () => findSession(sql, systemClock(), hashToken(token)))
      if (!session || !isStillOpen(session, systemClock())) {
        sessions.delete(token)
        throw new AccessError('session_invalid')
      }
      return {
        ...identityOf(session),
        accountId: session.account_id,
        name: session.name,
        sessionId: session.session_id,
        provedAt: session.proved_at,
        surface: session.surface,
      }
    },
    async staff(person, named) {
      const name = `${person.accountId} ${named ?? ''}`
      const principal = await trusted(memberships, name, () => findStaff(sql, person, named))
      return { ...principal, ...rightsOn(person, principal), person }
    },
    async requireProof(principal) {
      if (principal.kind === 'staff') await requireProofOf(principal.person)
    },
    requireProofOf,
    forget(token) {
      sessions.delete(token)
    },
  }
}

/** At its very instant, without a further look at the database. */
const isStillOpen = ({ expires_at, last_seen_at }: SessionRow, now: Date): boolean =>
  expires_at > now && last_seen_at.getTime() + IDLE_MAX_MS > now.getTime()

const identityOf = (row: SessionRow): StaffIdentity =>
  row.email_address === null
    ? {
        email: null,
        signOn: {
          organisation: row.sign_on_org,
          issuer: row.issuer,
          subject: row.subject,
          saidEmail: row.said_email,
        },
      }
    : { email: row.email_address, signOn: null }

async function findStaff(sql: Sql, person: StaffPerson, named: string | undefined): Promise<StaffPrincipal> {
  const organisations = await organisationsOf(sql, person, named)
  if (organisations.length > 1) throw new AccessError('organisation_unnamed')
  const [orgId] = organisations
  const row = orgId === undefined ? undefined : await findMember(orgId, sql, person)
  if (orgId === undefined || !row || !isRole(row.role)) throw new AccessError('role_missing')
  if (person.signOn === null && row.needs_sign_on) throw new AccessError('sign_on_required')
  const { write, read } = rightsByRole[row.role]
  return {
    kind: 'staff',
    orgId,
    staffId: row.staff_id,
    role: row.role,
    person,
    mode: row.mode,
    scopes: write,
    readScopes: read,
    suspended: row.suspended,
    elsewhere: row.is_elsewhere ? { address: row.address } : null,
    requestsPerMinute: STAFF_REQUESTS_PER_MINUTE,
    requestsPerDay: STAFF_REQUESTS_PER_DAY,
    organisationRequestsPerDay: null,
  }
}

/**
 * Those where they have a role: the one that is named, or all whose node answers; of staff who came by a provider the one that it belongs to. The number
 * that is named proves nothing.
 */
export async function organisationsOf(sql: Db, person: StaffIdentity, named?: string): Promise<OrgId[]> {
  if (named !== undefined && !/^[1-9][0-9]{0,14}$/.test(named)) return []
  if (person.signOn !== null && named !== undefined && Number(named) !== person.signOn.organisation) return []
  const only = person.signOn?.organisation ?? (named === undefined ? undefined : Number(named))
  const rows =
    only === undefined
      ? await askReached(
          sql,
          (isReached) => sql<{ org_id: number }[]>`
          select org_id
          from staff_members
          where ${isPerson(sql, person)}
            and staff_status = 'active'
            and ${isReached}
          order by org_id
          limit 200`,
        ).then((members) => members.map(({ org_id }) => ({ org_id: orgIdOf(org_id) })))
      : await ownedRows(sql<{ org_id: number }[]>`
          select org_id
          from staff_members
          where org_id = ${only}
            and ${isPerson(sql, person)}
            and staff_status = 'active'`)
  return rows.map(({ org_id }) => org_id)
}

/** Of rows of staff_members in one organisation; an address also over all. */
export const isPerson = (sql: Db, { email, signOn }: StaffIdentity) =>
  signOn === null ? sql`email_address = ${email}` : sql`issuer = ${signOn.issuer} and subject = ${signOn.subject}`

/**
 * Whether the club has these people come by its provider alone. Owners are let in by password too: they could not mend a provider that has
 * failed otherwise.
 */
export const needsSignOn = (sql: Db, orgId: OrgId) => sql`
  role <> 'owner'
  and exists (
    select 1
    from staff_providers p
    where p.org_id = ${orgId}
      and p.is_enforced
      and substring(email_address from '[^@]*$') = any (p.domains)
  )`

type MemberRow = {
  staff_id: number
  role: string
  mode: OrganisationMode
  suspended: boolean
  needs_sign_on: boolean
  is_elsewhere: boolean
  address: string | null
}

async function findMember(orgId: OrgId, sql: Db, person: StaffIdentity): Promise<MemberRow | undefined> {
  const [row] = await sql<MemberRow[]>`
    select s.staff_id, s.role, o.mode, o.suspended_at is not null as suspended, ${needsSignOn(sql, orgId)} as needs_sign_on,
      coalesce(m.move_state <> 'leaving', false) as is_elsewhere, m.address
    from staff_members s
    join organisations o using (org_id)
    left join organisation_moves m using (org_id)
    where s.org_id = ${orgId}
      and ${isPerson(sql, person)}
      and s.staff_status = 'active'`
  return row
}
