import { requireRole } from '../../access/api-keys/grant.ts'
import { record } from '../../access/audit/record.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { RoleName } from './account.ts'
import { StaffMember, type StaffMemberRow, staffColumns, toStaffMember } from './staff-member.ts'
import { lockMember, memberObject, requireAnotherOwner } from './team-rules.ts'

const Params = Input({ staff_id: Id() })

export const changeTeamMember: Operation = (app, deps) =>
  app.patch(
    '/v1/manage/team/:staff_id',
    {
      config: { scope: 'team:manage', needsProof: true, effects: ['access'] },
      schema: {
        operationId: 'changeTeamMember',
        summary: 'Change a team member’s role',
        description: 'Holds everywhere within 5 seconds. There is always an owner left.',
        tags: ['Team'],
        params: Params,
        body: Input({ role: RoleName }),
        response: { 200: StaffMember },
      },
    },
    (request, reply) => {
      const { orgId, principal, params, body } = request
      requireRole(principal, body.role)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const before = await lockMember(orgId, tx, params.staff_id)
        requireRole(principal, before.role)
        if (body.role !== 'owner') await requireAnotherOwner(orgId, tx, before)
        const [member] = await tx<StaffMemberRow[]>`
          update staff_members
          set role = ${body.role}, is_role_by_group = false, changed_at = ${deps.clock(orgId)}
          where org_id = ${orgId}
            and staff_id = ${params.staff_id}
          returning ${staffColumns(tx)}`
        if (!member) throw new Error('a locked row is gone')
        const was = toStaffMember(before)
        const after = toStaffMember(member)
        await record(tx, deps.clock, request, {
          action: 'staff_member.changed',
          ...memberObject(member),
          before: was,
          after,
        })
        return after
      })
    },
  )
