import { requireRole } from '../../access/api-keys/grant.ts'
import { record } from '../../access/audit/record.ts'
import { endSessions } from '../../access/staff/session-store.ts'
import { organisationsOf } from '../../access/staff/sessions.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { findAccount } from './account.ts'
import { StaffMember, type StaffMemberRow, staffColumns, toStaffMember } from './staff-member.ts'
import { lockMember, memberObject, requireAnotherOwner } from './team-rules.ts'

const Params = Input({ staff_id: Id() })

export const removeTeamMember: Operation = (app, deps) =>
  app.delete(
    '/v1/manage/team/:staff_id',
    {
      config: { scope: 'team:manage', needsProof: true, effects: ['access'] },
      schema: {
        operationId: 'removeTeamMember',
        summary: 'Remove a person from the team',
        description:
          'Holds everywhere within 5 seconds, and takes back an invitation too. A person with no role left anywhere is signed out. There is always an owner left.',
        tags: ['Team'],
        params: Params,
        response: { 200: StaffMember },
      },
    },
    (request, reply) => {
      const { orgId, principal, params } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const before = await lockMember(orgId, tx, params.staff_id)
        requireRole(principal, before.role)
        await requireAnotherOwner(orgId, tx, before)
        const [member] = await tx<StaffMemberRow[]>`
          update staff_members
          set staff_status = 'removed', invitation_hash = null, invitation_expires_at = null, issuer = null, subject = null,
            is_role_by_group = false, changed_at = ${deps.clock(orgId)}
          where org_id = ${orgId}
            and staff_id = ${params.staff_id}
          returning ${staffColumns(tx)}`
        if (!member) throw new Error('a locked row is gone')
        await signOutOfAll(tx, member.email_address)
        const was = toStaffMember(before)
        const after = toStaffMember(member)
        await record(tx, deps.clock, request, {
          action: 'staff_member.removed',
          ...memberObject(member),
          before: was,
          after,
        })
        return after
      })
    },
  )

async function signOutOfAll(tx: Tx, email: string): Promise<void> {
  const account = await findAccount(tx, email)
  if (account && (await organisationsOf(tx, { email, signOn: null })).length === 0)
    await endSessions(tx, account.account_id)
}
