import { Instalment, instalments } from '../../ledger/instalments/instalment.ts'
import { tryAgain } from '../../ledger/ladder/try-again.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { inChange } from '../../resources/change-row.ts'

export const retryInstalment: Operation = (app, deps) =>
  app.post(
    '/v1/manage/instalments/:instalment_id/retry',
    {
      config: { scope: 'members:manage' },
      schema: {
        operationId: 'retryInstalment',
        summary: 'Charge an instalment now',
        description:
          'Within minutes, by what the fan has left, whatever day the ladder has for it. Not of a plan that is paused, stopped or paid by hand, nor by means that the bank has refused for good. A debit is announced first.',
        tags: [instalments.tag],
        params: Input({ instalment_id: Id() }),
        response: { 200: Instalment },
      },
    },
    (request, reply) => inChange(instalments, deps, request, reply, (at) => tryAgain(at, request.params.instalment_id)),
  )
