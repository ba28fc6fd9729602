import { type Owned, ownedRows, requireHere } from '../../access/organisations.ts'
import type { StaffRole } from '../../access/roles.ts'
import { hashToken } from '../../access/staff/session-store.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Text } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { organisationNamedBy } from './invitation.ts'

export const Token = Text(100, { description: 'what stands behind the # of the link' })

type InvitationRow = {
  org_id: number
  staff_id: number
  email_address: string
  role: StaffRole
  invitation_expires_at: Date
  organisation: string
}

export type FoundInvitation = Owned<InvitationRow> & { digest: Buffer }

export async function findInvitation(sql: Db, now: Date, token: string): Promise<FoundInvitation> {
  const digest = hashToken(token)
  const [row] = await ownedRows(sql<InvitationRow[]>`
    select s.org_id, s.staff_id, s.email_address, s.role, s.invitation_expires_at, o.name as organisation
    from staff_members s
    join organisations o using (org_id)
    where s.org_id = ${organisationNamedBy(token) ?? 0}
      and s.invitation_hash = ${digest}
      and s.staff_status = 'invited'
      and s.invitation_expires_at > ${now}`)
  if (!row) throw unusable()
  await requireHere(row.org_id, sql)
  return { ...row, digest }
}

export const unusable = () => {
  const message = 'The link is not known, was used already or has expired. Ask for a new one.'
  return invalidParameters([{ param: 'token', code: 'parameter_invalid', message }])
}
