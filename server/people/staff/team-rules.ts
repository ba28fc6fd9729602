import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type StaffMemberRow, staffColumns } from './staff-member.ts'

export const memberObject = ({ staff_id }: StaffMemberRow) => ({ objectType: 'staff_member', objectId: staff_id })

/**
 * The owners first, all of them and in one order: of two who take the role from each other at once, the second waits here, and then
 * finds that there would be no owner left.
 */
export async function lockMember(orgId: OrgId, tx: Tx, staffId: number): Promise<StaffMemberRow> {
  await tx`
    select 1
    from staff_members
    where org_id = ${orgId}
      and role = 'owner'
      and staff_status = 'active'
    order by staff_id
    for no key update`
  const [member] = await tx<StaffMemberRow[]>`
    select ${staffColumns(tx)}
    from staff_members
    where org_id = ${orgId}
      and staff_id = ${staffId}
      and staff_status <> 'removed'
    for no key update`
  if (!member) throw new ApiError('resource_missing')
  return member
}

export async function requireAnotherOwner(orgId: OrgId, tx: Tx, member: StaffMemberRow): Promise<void> {
  if (member.role !== 'owner' || member.staff_status !== 'active') return
  const [another] = await tx`
    select 1 as one
    from staff_members
    where org_id = ${orgId}
      and role = 'owner'
      and staff_status = 'active'
      and staff_id <> ${member.staff_id}
    limit 1`
  if (!another)
    throw new ApiError('state_conflict', { message: 'The last owner stays: make another person owner first.' })
}
