import { requireGrantable } from '../../access/api-keys/grant.ts'
import { record } from '../../access/audit/record.ts'
import type { OrgId, Principal } from '../../access/principal.ts'
import { rightsByRole, type StaffRole } from '../../access/roles.ts'
import { endSessions } from '../../access/staff/session-store.ts'
import { organisationsOf } from '../../access/staff/sessions.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { ListOf } from '../../platform/http/lists.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { EmailAddress } from '../../resources/fields.ts'
import { foldEmail } from '../customers/customer.ts'
import { findAccount, RoleName } from './account.ts'
import { invite } from './invitation.ts'
import { findTeam, StaffMember, type StaffMemberRow, staffColumns, toStaffMember } from './staff-member.ts'

const Params = Input({ staff_id: Id() })

export const listTeam: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/team',
    {
      config: { scope: 'team:manage' },
      schema: {
        operationId: 'listTeam',
        summary: 'List the team',
        description: 'Everybody who has a role or was invited, in the order in which they came; at most 1,000.',
        tags: ['Team'],
        response: { 200: ListOf('team', StaffMember) },
      },
    },
    async ({ orgId }) => {
      const rows = await findTeam(orgId, sql)
      return { object: 'team', url: '/v1/manage/team', has_more: false, data: rows.map(toStaffMember) }
    },
  )

export const inviteTeamMember: Operation = (app, deps) =>
  app.post(
    '/v1/manage/team',
    {
      config: { scope: 'team:manage', needsProof: true },
      schema: {
        operationId: 'inviteTeamMember',
        summary: 'Invite somebody',
        description:
          'Mails a link that works once, for seven days. Whoever was invited before gets a new one, and the old one stops working. Nobody gives a role that can do more than they can.',
        tags: ['Team'],
        body: Input({ email_address: EmailAddress, role: RoleName }),
        response: { 201: StaffMember },
      },
    },
    (request, reply) => {
      const { orgId, principal, body } = request
      requireRoleToGive(principal, body.role)
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const { member } = await invite(orgId, tx, deps, { email: foldEmail(body.email_address), role: body.role })
        const after = toStaffMember(member)
        await record(tx, deps.clock, request, { action: 'staff_member.invited', ...objectOf(member), after })
        return after
      })
    },
  )

export const changeTeamMember: Operation = (app, deps) =>
  app.patch(
    '/v1/manage/team/:staff_id',
    {
      config: { scope: 'team:manage', needsProof: true },
      schema: {
        operationId: 'changeTeamMember',
        summary: 'Change somebody’s role',
        description: 'Holds everywhere within 5 seconds. There is always an owner left.',
        tags: ['Team'],
        params: Params,
        body: Input({ role: RoleName }),
        response: { 200: StaffMember },
      },
    },
    (request, reply) => {
      const { orgId, principal, params, body } = request
      requireRoleToGive(principal, body.role)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const before = await lockMember(orgId, tx, params.staff_id)
        requireRoleToGive(principal, before.role)
        if (body.role !== 'owner') await requireAnotherOwner(orgId, tx, before)
        const [member] = await tx<StaffMemberRow[]>`
          update staff_members
          set role = ${body.role}, changed_at = ${deps.clock()}
          where org_id = ${orgId}
            and staff_id = ${params.staff_id}
          returning ${staffColumns(tx)}`
        if (!member) throw new Error('a locked row is gone')
        const [was, after] = [toStaffMember(before), toStaffMember(member)]
        await record(tx, deps.clock, request, {
          action: 'staff_member.changed',
          ...objectOf(member),
          before: was,
          after,
        })
        return after
      })
    },
  )

export const removeTeamMember: Operation = (app, deps) =>
  app.delete(
    '/v1/manage/team/:staff_id',
    {
      config: { scope: 'team:manage', needsProof: true },
      schema: {
        operationId: 'removeTeamMember',
        summary: 'Remove somebody from the team',
        description:
          'Holds everywhere within 5 seconds, and takes back an invitation too. Whoever has no role left anywhere is signed out. There is always an owner left.',
        tags: ['Team'],
        params: Params,
        response: { 200: StaffMember },
      },
    },
    (request, reply) => {
      const { orgId, principal, params } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const before = await lockMember(orgId, tx, params.staff_id)
        requireRoleToGive(principal, before.role)
        await requireAnotherOwner(orgId, tx, before)
        const [member] = await tx<StaffMemberRow[]>`
          update staff_members
          set staff_status = 'removed', invitation_hash = null, invitation_expires_at = null, changed_at = ${deps.clock()}
          where org_id = ${orgId}
            and staff_id = ${params.staff_id}
          returning ${staffColumns(tx)}`
        if (!member) throw new Error('a locked row is gone')
        await signOutOfAll(tx, member.email_address)
        const [was, after] = [toStaffMember(before), toStaffMember(member)]
        await record(tx, deps.clock, request, {
          action: 'staff_member.removed',
          ...objectOf(member),
          before: was,
          after,
        })
        return after
      })
    },
  )

const objectOf = ({ staff_id }: StaffMemberRow) => ({ objectType: 'staff_member', objectId: staff_id })

/** A key that can do less than an owner must not make itself one. */
const requireRoleToGive = (principal: Principal, role: StaffRole): void =>
  requireGrantable(principal, [...rightsByRole[role].write])

/**
 * The owners first, all of them and in one order: of two who take the role from each other at once, the second waits here, and then
 * finds that there would be no owner left.
 */
async function lockMember(orgId: OrgId, tx: Tx, staffId: number): Promise<StaffMemberRow> {
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

async function requireAnotherOwner(orgId: OrgId, tx: Tx, member: StaffMemberRow): Promise<void> {
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
    throw new ApiError('state_conflict', { message: 'The last owner stays: make somebody else owner first.' })
}

async function signOutOfAll(tx: Tx, email: string): Promise<void> {
  const account = await findAccount(tx, email)
  if (account && (await organisationsOf(tx, email)).length === 0) await endSessions(tx, account.account_id)
}
