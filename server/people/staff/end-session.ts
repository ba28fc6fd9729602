import { Type } from 'typebox'
import { endSessionOf } from '../../access/staff/session-store.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'

const Ended = Type.Object({ session_id: Type.Integer(), ended: Type.Boolean() }, { title: 'EndedSession' })

export const endSession: Operation = (app, { sql }) =>
  app.delete(
    '/v1/staff/sessions/:session_id',
    {
      config: { scope: 'session', idempotent: false, onSignOn: true },
      schema: {
        operationId: 'endSession',
        summary: 'End a session',
        description: 'Of one’s own; everywhere within 5 seconds.',
        tags: ['Staff'],
        params: Input({ session_id: Id() }),
        response: { 200: Ended },
      },
    },
    async ({ person, params }) => {
      const ended = await endSessionOf(sql, person.accountId, params.session_id)
      if (!ended) throw new ApiError('resource_missing')
      return { session_id: params.session_id, ended }
    },
  )
