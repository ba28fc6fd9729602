import { randomBytes } from 'node:crypto'
import type { StaffRole } from '../../server/access/roles.ts'
import { openSession } from '../../server/access/staff/session-store.ts'
import { totpContext } from '../../server/people/staff/second-factor.ts'
import type { House, Tenant } from '../harness/house.ts'
import { unique } from './rows.ts'

/** As a page of ours sends it. */
export const asOwnPage = { 'sec-fetch-site': 'same-origin' }

type NewStaff = { role?: StaffRole; email?: string; passwordHash?: string }

/** A signed-in person with a role in the organisation; the same person in another one, if they are there already. */
export async function addStaff(house: House, { orgId }: Tenant, options: NewStaff = {}) {
  const { role = 'owner', email = `${unique('person')}@club.test`, passwordHash = null } = options
  const { sql, clock } = house
  const [member] = await sql<{ staff_id: number }[]>`
    insert into staff_members (org_id, email_address, name, role, staff_status)
    values (${orgId}, ${email}, 'Sam Staff', ${role}, 'active')
    returning staff_id`
  const [account] = await sql<{ account_id: number }[]>`
    insert into staff_accounts (email_address, name, password_hash)
    values (${email}, 'Sam Staff', ${passwordHash})
    on conflict (email_address) do update
    set changed_at = now()
    returning account_id`
  if (!member || !account) throw new Error('no person was added')
  const from = { address: '127.0.0.1', userAgent: 'a browser' }
  const { token, sessionId } = await openSession(sql, clock, account.account_id, from)
  const headers = { ...asOwnPage, cookie: `gs=${token}` }
  return { email, role, token, sessionId, headers, staffId: member.staff_id, accountId: account.account_id }
}

/** An authenticator app of theirs; its secret. */
export async function addTotp(
  { sql, clock, seal }: House,
  { accountId }: { accountId: number },
  { isConfirmed = true } = {},
): Promise<Buffer> {
  const secret = randomBytes(20)
  await sql`
    update staff_accounts
    set totp_sealed = ${seal.close(secret.toString('base64'), totpContext(accountId))}, totp_step = null,
      totp_confirmed_at = ${isConfirmed ? clock() : null}
    where account_id = ${accountId}`
  return secret
}

/** The cookies that an answer sets, as a browser would send them back. */
export const cookiesOf = (setCookie: string): string =>
  setCookie
    .split(/,(?=[^;]+=)/)
    .map((cookie) => cookie.split(';', 1)[0]?.trim() ?? '')
    .join('; ')
