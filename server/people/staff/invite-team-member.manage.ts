import { requireRole } from '../../access/api-keys/grant.ts'
import { record } from '../../access/audit/record.ts'
import { Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { EmailAddress } from '../../resources/fields.ts'
import { foldEmail } from '../customers/customer.ts'
import { RoleName } from './account.ts'
import { invite } from './invitation.ts'
import { StaffMember, toStaffMember } from './staff-member.ts'
import { memberObject } from './team-rules.ts'

export const inviteTeamMember: Operation = (app, deps) =>
  app.post(
    '/v1/manage/team',
    {
      config: { scope: 'team:manage', needsProof: true, effects: ['access'] },
      schema: {
        operationId: 'inviteTeamMember',
        summary: 'Invite a person to the team',
        description:
          'Mails a link that works once, for seven days. A person who was invited before gets a new one, and the old one stops working. No role can be given that can do more than the caller.',
        tags: ['Team'],
        body: Input({ email_address: EmailAddress, role: RoleName }),
        response: { 201: StaffMember },
      },
    },
    (request, reply) => {
      const { orgId, principal, body } = request
      requireRole(principal, body.role)
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const { member } = await invite(orgId, tx, deps, { email: foldEmail(body.email_address), role: body.role })
        const after = toStaffMember(member)
        await record(tx, deps.clock, request, { action: 'staff_member.invited', ...memberObject(member), after })
        return after
      })
    },
  )
