import type { OrgId } from '../../access/principal.ts'
import { type MailedCode, openMailedCode, sealMailedCode, TRIES_MAX } from '../../people/mailed-codes/mailed-code.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { isSameText } from '../../platform/values/same-text.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { memberStatus } from '../../programme/statuses.ts'

type CodeRow = { basketId: string; sealed: Buffer; expiresAt: Date }

const contextOf = (orgId: OrgId, basketId: string) => `member_codes ${orgId} ${basketId}`

export const sealMemberCode = (seal: Seal, orgId: OrgId, basketId: string, code: MailedCode): Buffer =>
  sealMailedCode(seal, contextOf(orgId, basketId), code)

/** The code of a basket, with its tries anew. */
export const storeMemberCode = (orgId: OrgId, tx: Tx, now: Date, { basketId, sealed, expiresAt }: CodeRow) => tx`
  insert into member_codes (org_id, basket_id, code_sealed, expires_at, created_at)
  values (${orgId}, ${basketId}, ${sealed}, ${expiresAt}, ${now})
  on conflict (org_id, basket_id) do update
  set code_sealed = excluded.code_sealed,
    tries = 0,
    expires_at = excluded.expires_at,
    created_at = excluded.created_at`

/**
 * The customer with the address that a code went to, if it is the right one; it is used up then. A wrong one costs a try, which
 * counts only if the caller commits.
 */
export async function redeemMemberCode(
  orgId: OrgId,
  tx: Tx,
  { seal, now }: { seal: Seal; now: Date },
  basketId: string,
  code: string,
): Promise<number | undefined> {
  const [row] = await tx<{ code_sealed: Buffer }[]>`
    update member_codes
    set tries = tries + 1
    where org_id = ${orgId}
      and basket_id = ${basketId}
      and expires_at > ${now}
      and tries < ${TRIES_MAX}
    returning code_sealed`
  const mailed = row && openMailedCode(seal, contextOf(orgId, basketId), row.code_sealed)
  if (!mailed || !isSameText(code, mailed.code)) return undefined
  await tx`
    delete from member_codes
    where org_id = ${orgId}
      and basket_id = ${basketId}`
  const [customer] = await tx<{ user_id: number }[]>`
    select c.user_id
    from customers c
    where c.org_id = ${orgId}
      and lower(c.email_address collate "C") = lower(${mailed.email} collate "C")
      and ${hasMember(orgId, tx)}`
  return customer?.user_id
}

/** Whether a member who is not cancelled stands behind a customer `c`. */
export const hasMember = (orgId: OrgId, sql: Db) => sql`exists (
  select 1
  from members m
  where m.org_id = ${orgId}
    and m.user_id = c.user_id
    and m.membership_member_status_id <> ${memberStatus.cancelled}
)`
