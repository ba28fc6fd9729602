import { type Owned, organisationsWith } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import type { MailKind, STAFF_MAIL } from './notices.ts'

/** A mail in the hands of a worker. `attempts` is the token of the claim: who has lost the lease changes nothing. */
export type ClaimedMail = Owned<{
  org_id: number
  mail_id: number
  mail_message_id: string
  kind: MailKind | typeof STAFF_MAIL | null
  order_id: number | null
  about_id: number | null
  ticket_id: number | null
  /** Where staff chose it, in place of the one that the order has. */
  email_address: string | null
  content_sealed: Buffer | null
  urgent: boolean
  attempts: number
  give_up_at: Date
  handed_over_at: Date | null
}>

/** With `only`, mails of that organisation alone; the time is then its own. */
export type ClaimDeps = { sql: Sql; systemClock: SystemClock; mailsPerMinute: number; only?: number }

/** Longer than a batch can take, so that a mail is never in two hands. */
export const MAIL_LEASE_MS = 300_000
export const CODE_LEASE_MS = 60_000
const CODES_AT_ONCE = 10
export const MAILS_AT_ONCE = 50

/** Codes that a person waits for at a screen, fan or staff. */
export async function claimCodes({ sql, systemClock, only }: ClaimDeps): Promise<ClaimedMail[]> {
  const now = systemClock()
  const due = (isWorkedOn: Fragment) => sql`
    select org_id
    from mails
    where mail_status = 'pending'
      and urgent
      and due_at <= ${now}
      and ${isWorkedOn}
    order by due_at
    limit ${CODES_AT_ONCE}`
  const claimed: ClaimedMail[] = []
  for (const orgId of await organisationsWith(sql, now, due, only)) {
    const limit = CODES_AT_ONCE - claimed.length
    if (limit === 0) break
    claimed.push(...(await claim(orgId, sql, now, { urgent: true, mass: false, limit, leaseMs: CODE_LEASE_MS })))
  }
  return claimed
}

/**
 * Everything else: what tells one person of their own order before what tells thousands the same. Organisations that have something
 * due get equal shares, in whatever order they came; none gets more than its rate.
 */
export async function claimNotices(deps: ClaimDeps): Promise<ClaimedMail[]> {
  const { sql, systemClock, only } = deps
  const now = systemClock()
  const claimed: ClaimedMail[] = []
  for (const mass of [false, true]) {
    const room = MAILS_AT_ONCE - claimed.length
    if (room === 0) break
    const due = (isWorkedOn: Fragment) => sql`
      select org_id
      from mails
      where mail_status = 'pending'
        and not urgent
        and mass = ${mass}
        and due_at <= ${now}
        and ${isWorkedOn}`
    const organisations = shuffled(await organisationsWith(sql, now, due, only))
    const share = Math.ceil(room / organisations.length)
    for (const orgId of organisations) {
      const limit = Math.min(share, MAILS_AT_ONCE - claimed.length)
      if (limit === 0) break
      claimed.push(...(await claimWithinRate(deps, orgId, now, { mass, limit })))
    }
  }
  return claimed
}

/** The row of the rate is locked until the claim commits: workers that share it see what the others have taken. */
const claimWithinRate = (
  { sql, mailsPerMinute }: ClaimDeps,
  orgId: OrgId,
  now: Date,
  { mass, limit }: { mass: boolean; limit: number },
): Promise<ClaimedMail[]> =>
  sql.begin(async (tx) => {
    const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
    const [rate] = await tx<{ mails: number }[]>`
      insert into mail_rates as r (org_id, minute, mails)
      values (${orgId}, ${minute}, 0)
      on conflict (org_id) do update
      set mails = case when r.minute = excluded.minute then r.mails else 0 end, minute = excluded.minute
      returning mails`
    const left = Math.min(limit, mailsPerMinute - (rate?.mails ?? 0))
    if (left <= 0) return []
    const claimed = await claim(orgId, tx, now, { urgent: false, mass, limit: left, leaseMs: MAIL_LEASE_MS })
    await tx`
      update mail_rates
      set mails = mails + ${claimed.length}
      where org_id = ${orgId}`
    return claimed
  })

type Claim = { urgent: boolean; mass: boolean; limit: number; leaseMs: number }

async function claim(
  orgId: OrgId,
  sql: Db,
  now: Date,
  { urgent, mass, limit, leaseMs }: Claim,
): Promise<ClaimedMail[]> {
  const rows = await sql<Omit<ClaimedMail, 'org_id'>[]>`
    with due as (
      select mail_id
      from mails
      where org_id = ${orgId}
        and mail_status = 'pending'
        and urgent = ${urgent}
        and mass = ${mass}
        and due_at <= ${now}
      order by due_at
      limit ${limit}
      for update skip locked
    )
    update mails m
    set due_at = ${new Date(now.getTime() + leaseMs)}, attempts = m.attempts + 1, changed_at = ${now}
    from due
    where m.org_id = ${orgId}
      and m.mail_id = due.mail_id
    returning m.mail_id, m.mail_message_id, m.kind, m.order_id, m.about_id, m.ticket_id, m.email_address, m.content_sealed,
      m.urgent, m.attempts, m.give_up_at, m.handed_over_at`
  return rows.map((row) => ({ ...row, org_id: orgId }))
}

/** Where a batch does not reach every organisation, none is always last. */
function shuffled<T>(items: T[]): T[] {
  const order = items.map((item) => ({ item, at: Math.random() }))
  return order.sort((a, b) => a.at - b.at).map(({ item }) => item)
}
