import { type Static, Type } from 'typebox'
import { Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { findAccount, RoleName } from './account.ts'
import { findInvitation, Token } from './find-invitation.ts'

const Invitation = Type.Object(
  {
    organisation: Type.String(),
    email_address: Type.String(),
    role: RoleName,
    has_account: Type.Boolean({
      description: 'a person with one signs in and accepts; else name and password make one',
    }),
    expires_at: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'StaffInvitation' },
)

export const lookAtInvitation: Operation = (app, { sql, systemClock }) =>
  app.post(
    '/v1/staff/invitations/look',
    {
      config: { scope: 'public', ownPagesOnly: true, idempotent: false },
      schema: {
        operationId: 'lookAtInvitation',
        summary: 'Look at an invitation',
        description: 'What the link of an invitation is for. It can be looked at until it is accepted.',
        tags: ['Staff'],
        body: Input({ token: Token }),
        response: { 200: Invitation },
      },
    },
    async ({ body }) => {
      const invitation = await findInvitation(sql, systemClock(), body.token)
      return {
        organisation: invitation.organisation,
        email_address: invitation.email_address,
        role: invitation.role,
        has_account: (await findAccount(sql, invitation.email_address)) !== undefined,
        expires_at: unixSeconds(invitation.invitation_expires_at),
      } satisfies Static<typeof Invitation>
    },
  )
