import { Instalment, instalments } from '../../ledger/instalments/instalment.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { inChange } from '../../resources/change-row.ts'
import { CalendarDate } from '../../resources/fields.ts'
import { moveDay } from './move-day.ts'

export const moveInstalment: Operation = (app, deps) =>
  app.post(
    '/v1/manage/instalments/:instalment_id/move',
    {
      config: { scope: 'members:manage' },
      schema: {
        operationId: 'moveInstalment',
        summary: 'Move an instalment to another day',
        description:
          'Today or later, and not while it is being collected. It is charged on its new day, where its plan is, and the ladder begins anew from there; a debit that was announced is announced anew.',
        tags: [instalments.tag],
        params: Input({ instalment_id: Id() }),
        body: Input({ due_on: CalendarDate({ description: 'YYYY-MM-DD, on the calendar of the organisation' }) }),
        response: { 200: Instalment },
      },
    },
    (request, reply) =>
      inChange(instalments, deps, request, reply, (at) =>
        moveDay(at, request.params.instalment_id, request.body.due_on),
      ),
  )
