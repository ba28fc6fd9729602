import type { OrgId } from '../../access/principal.ts'
import { consoleLink } from '../../people/staff/links.ts'
import { newSignInToken } from '../../people/staff/sign-in-by-link.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { HARBOUR_CITY } from './harbour-city.ts'

const { owner: OWNER } = HARBOUR_CITY

/** Who runs the demo organisation. Without a password: only the link that a start prints signs in. */
export async function addDemoOwner(orgId: OrgId, tx: Db, now: Date): Promise<void> {
  await tx`
    insert into staff_members (org_id, email_address, name, role, staff_status, created_at, changed_at)
    values (${orgId}, ${OWNER.email}, ${OWNER.name}, 'owner', 'active', ${now}, ${now})`
  await tx`
    insert into staff_accounts (email_address, name, created_at, changed_at)
    values (${OWNER.email}, ${OWNER.name}, ${now}, ${now})
    on conflict (email_address) do nothing`
}

/** A link that signs the demo's owner in, once and within the hour; none where there is no such owner. */
export async function demoConsoleLink(
  sql: Sql,
  systemClock: SystemClock,
  address: string,
): Promise<string | undefined> {
  const [owner] = await sql<{ account_id: number }[]>`
    select account_id
    from staff_accounts
    where email_address = ${OWNER.email}`
  return owner && consoleLink(address, 'sign-in', await newSignInToken(sql, systemClock, owner.account_id))
}
