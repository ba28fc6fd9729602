import { recordAs } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import type { StaffRole } from '../../access/roles.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { requireRoom } from '../staff/invitation.ts'
import { type StaffMemberRow, staffColumns, toStaffMember } from '../staff/staff-member.ts'
import { memberObject } from '../staff/team-rules.ts'
import type { Assertion } from './read-staff-token.ts'
import type { StaffProviderRow } from './staff-provider.ts'

type MemberRow = StaffMemberRow & { issuer: string | null; is_role_by_group: boolean }

/** Why a person whom the provider knows has no place in the team; or their place. */
type Admission = { refused: string } | { member: StaffMemberRow }

type Arrival = {
  assertion: Assertion
  provider: StaffProviderRow
  /** Of the account that is signed in in this browser, if one is. */
  signedInAs: string | null
  requestId: string
}

/**
 * Finds the member of the team whom the provider speaks of: by who they are there; at first by their address, if the provider answers for
 * it; or makes one, of a group that has a role. What a role by group has become is written down, even where it is none any more.
 */
export async function admit(orgId: OrgId, tx: Tx, deps: PlatformDeps, arrival: Arrival): Promise<Admission> {
  const { assertion, provider } = arrival
  const groupRole = provider.group_roles.find(({ group }) => assertion.groups.includes(group))?.role
  const known = await findByIdentity(orgId, tx, assertion)
  if (known) return settle(orgId, tx, deps, arrival, known, groupRole)
  if (assertion.email === null)
    return { refused: 'The provider does not vouch for an e-mail address of yours. Ask an owner of the organisation.' }
  const member = await findByAddress(orgId, tx, assertion.email)
  if (!member) return groupRole ? join(orgId, tx, deps, arrival, assertion.email, groupRole) : { refused: NO_ROLE }
  // Between the two looks they may have come by another tab.
  const meanwhile = member.issuer === null ? undefined : await findByIdentity(orgId, tx, assertion)
  if (meanwhile) return settle(orgId, tx, deps, arrival, meanwhile, groupRole)
  const why = whyNotTheirs(member, arrival)
  return why === undefined ? settle(orgId, tx, deps, arrival, member, groupRole) : { refused: why }
}

const NO_ROLE = 'The organisation has no role for you: ask an owner to invite you.'

/** An address alone is not enough for everything. */
function whyNotTheirs(member: MemberRow, { assertion, signedInAs }: Arrival): string | undefined {
  if (member.issuer !== null)
    return 'This address belongs to another person at the provider. Ask an owner to invite you anew.'
  if (member.staff_status === 'removed' && !member.is_role_by_group) return NO_ROLE
  // With an owner's role one can change the provider: no provider takes it without the owner.
  if (member.role === 'owner' && signedInAs !== assertion.email)
    return 'You are an owner: sign in by your password once, and sign on again in the same browser.'
  return undefined
}

/** The member as they are from now on. A role that was given by hand stays; one by group is what the groups say today. */
async function settle(
  orgId: OrgId,
  tx: Tx,
  deps: PlatformDeps,
  { assertion, requestId }: Arrival,
  before: MemberRow,
  groupRole: StaffRole | undefined,
): Promise<Admission> {
  const role = before.is_role_by_group ? groupRole : before.role
  const status = role === undefined ? 'removed' : 'active'
  const now = deps.systemClock()
  const [member] = await tx<StaffMemberRow[]>`
    update staff_members
    set role = ${role ?? before.role}, staff_status = ${status}, name = coalesce(name, ${assertion.name ?? assertion.email}),
      issuer = ${assertion.issuer}, subject = ${assertion.subject},
      invitation_hash = null, invitation_expires_at = null, changed_at = ${now}
    where org_id = ${orgId}
      and staff_id = ${before.staff_id}
    returning ${staffColumns(tx)}`
  if (!member) throw new Error('a locked row is gone')
  const was = toStaffMember(before)
  const after = toStaffMember(member)
  if (was.role !== after.role || was.status !== after.status) {
    const action = { active: 'joined', removed: 'removed', invited: 'changed' }[after.status]
    const isJoining = was.status !== 'active' || after.status !== 'active'
    await recordAs(tx, deps.clock, actorOf(orgId, member, requestId), {
      action: `staff_member.${isJoining ? action : 'changed'}`,
      ...memberObject(member),
      before: was,
      after,
    })
  }
  return role === undefined ? { refused: NO_ROLE } : { member }
}

async function join(
  orgId: OrgId,
  tx: Tx,
  deps: PlatformDeps,
  arrival: Arrival,
  email: string,
  role: StaffRole,
): Promise<Admission> {
  const { assertion, requestId } = arrival
  await requireRoom(orgId, tx)
  const now = deps.systemClock()
  const [member] = await tx<StaffMemberRow[]>`
    insert into staff_members (
      org_id, email_address, name, role, staff_status, issuer, subject, is_role_by_group, created_at, changed_at
    ) values (
      ${orgId}, ${email}, ${assertion.name ?? email}, ${role}, 'active', ${assertion.issuer}, ${assertion.subject}, true, ${now}, ${now}
    )
    on conflict do nothing
    returning ${staffColumns(tx)}`
  // The same person has just come by another tab: they are known now.
  if (!member) return admit(orgId, tx, deps, arrival)
  await recordAs(tx, deps.clock, actorOf(orgId, member, requestId), {
    action: 'staff_member.joined',
    ...memberObject(member),
    after: toStaffMember(member),
  })
  return { member }
}

const actorOf = (orgId: OrgId, { staff_id, name }: StaffMemberRow, requestId: string) =>
  ({ orgId, kind: 'staff', id: String(staff_id), name: name ?? '', requestId }) as const

async function findByIdentity(orgId: OrgId, tx: Tx, { issuer, subject }: Assertion): Promise<MemberRow | undefined> {
  const [row] = await tx<MemberRow[]>`
    select ${staffColumns(tx)}, issuer, is_role_by_group
    from staff_members
    where org_id = ${orgId}
      and issuer = ${issuer}
      and subject = ${subject}
    for no key update`
  return row
}

async function findByAddress(orgId: OrgId, tx: Tx, email: string): Promise<MemberRow | undefined> {
  const [row] = await tx<MemberRow[]>`
    select ${staffColumns(tx)}, issuer, is_role_by_group
    from staff_members
    where org_id = ${orgId}
      and email_address = ${email}
    for no key update`
  return row
}
