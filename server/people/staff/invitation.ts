import type { OrgId } from '../../access/principal.ts'
import type { StaffRole } from '../../access/roles.ts'
import { hashToken } from '../../access/staff/session-store.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock, SystemClock } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { base62 } from '../../platform/values/random.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { mailOnRequest } from '../mailed-codes/mail-on-request.ts'
import { linkMail } from './link-mail.ts'
import { consoleLink } from './links.ts'
import { STAFF_MAX, type StaffMemberRow, staffColumns } from './staff-member.ts'

const INVITED_FOR_MS = 7 * DAY_MS

/** Within an hour: a key for the team must not fill a stranger's mailbox, nor mail the world in the organisation's name. */
type Inviting = { clock: Clock; systemClock: SystemClock; seal: Seal; publicUrl: string }

/** The organisation, then 190 random bits. The number proves nothing: only a row of that organisation with the same hash does. */
const newToken = (orgId: OrgId): string => `${orgId}-${base62(32)}`

export const organisationNamedBy = (token: string): number | undefined => {
  const [, organisation] = /^([1-9][0-9]{0,14})-[0-9A-Za-z]{32}$/.exec(token) ?? []
  return organisation === undefined ? undefined : Number(organisation)
}

/**
 * Invites a person, anew if they were invited or removed before, and mails the link: the inviter does not get to see it, since
 * with it one can become that person. The operator does.
 */
export async function invite(
  orgId: OrgId,
  tx: Tx,
  deps: Inviting,
  { email, role }: { email: string; role: StaffRole },
): Promise<{ member: StaffMemberRow; link: string }> {
  const { systemClock, publicUrl } = deps
  const now = systemClock()
  const token = newToken(orgId)
  const expiresAt = new Date(now.getTime() + INVITED_FOR_MS)
  await requireRoom(orgId, tx)
  const [member] = await tx<StaffMemberRow[]>`
    insert into staff_members as s (
      org_id, email_address, role, staff_status, invitation_hash, invitation_expires_at, created_at, changed_at
    ) values (
      ${orgId}, ${email}, ${role}, 'invited', ${hashToken(token)}, ${expiresAt}, ${now}, ${now}
    )
    on conflict (org_id, email_address) do update
    set role = excluded.role,
      staff_status = 'invited',
      invitation_hash = excluded.invitation_hash,
      invitation_expires_at = excluded.invitation_expires_at,
      issuer = null,
      subject = null,
      is_role_by_group = false,
      changed_at = excluded.changed_at
    where s.staff_status <> 'active'
    returning ${staffColumns(tx)}`
  if (!member) throw new ApiError('state_conflict', { message: 'This person has a role already: change it.' })
  const link = consoleLink(publicUrl, 'invitation', token)
  const [organisation] = await tx<{ name: string }[]>`
    select name
    from organisations
    where org_id = ${orgId}`
  const name = organisation?.name ?? ''
  const words = {
    subject: `${name} invites you to work with Grandstand`,
    why: `${name} sells its tickets with Grandstand and has invited you as ${role.replaceAll('_', ' ')}. Open this link to join:`,
    link,
    until: 'It works once, for seven days.',
    otherwise: 'If you do not know what this is about, do nothing.',
  }
  await mailOnRequest(orgId, tx, deps, {
    purpose: 'invitation',
    recipient: email,
    asked: email,
    mail: { ...linkMail(name, words), give_up_after_ms: INVITED_FOR_MS },
  })
  return { member, link }
}

export async function requireRoom(orgId: OrgId, tx: Tx): Promise<void> {
  const [team] = await tx<{ size: number }[]>`
    select count(*)::integer as size
    from staff_members
    where org_id = ${orgId}
      and staff_status <> 'removed'`
  if ((team?.size ?? 0) >= STAFF_MAX) throw new ApiError('state_conflict', { message: 'The team is full.' })
}
