import { Type } from 'typebox'
import { requireScope } from '../../access/require-scope.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { requireEvent } from '../../programme/events/require-event.ts'
import { inFours } from '../rules/leave-code.ts'
import { leaveCode } from './leave-code.ts'
import { supervisorCode } from './supervisor-code.ts'

const Params = Input({ event_id: Id() })

const SupervisorCode = Type.Object(
  {
    code: Type.String({ description: 'lets in whom the rules refuse' }),
    leave_code: Type.String({ description: 'of today (UTC): ends turnstile mode of a scanner without a network' }),
  },
  { title: 'SupervisorCode' },
)

export const retrieveSupervisorCode: Operation = (app, { sql, seal, clock }) =>
  app.get(
    '/v1/manage/events/:event_id/supervisor_code',
    {
      config: { scope: 'gates:manage' },
      schema: {
        operationId: 'retrieveSupervisorCode',
        summary: 'Retrieve the supervisor’s code of an event',
        description:
          'Typed on a scanner, it lets a fan in whom the rules refuse. The last digit is a check (Luhn). A new signing key makes a new one. A role that only reads the gates is not told.',
        tags: ['Gates'],
        params: Params,
        response: { 200: SupervisorCode },
      },
    },
    async ({ orgId, principal, params }) => {
      // It opens a gate: a role that may only look would gain by reading it more than all that it is refused.
      requireScope(principal, 'gates:manage')
      await requireEvent(orgId, sql, params.event_id)
      return {
        code: await supervisorCode(orgId, sql, seal, params.event_id),
        leave_code: inFours(leaveCode(orgId, seal, params.event_id, clock(orgId))),
      }
    },
  )
