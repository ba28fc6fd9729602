import { Type } from 'typebox'
import { actorOf, record } from '../../access/audit/record.ts'
import { Id, Input, Nullable, OneOf, Paragraphs } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { conflict } from '../../resources/constraints.ts'
import { CashAmount, minorOf } from './cash-amount.ts'
import { MOVEMENTS_MAX, reportOn, TillReport } from './till.ts'
import { superviseTill } from './use-till.ts'

const path = '/v1/manage/tills'

const Params = Input({ till_id: Id() })

const Movement = Input({
  movement: OneOf(['deposit', 'drop', 'payout'], {
    description: 'deposit: into the drawer; drop: to the safe; payout: for something bought',
  }),
  amount: CashAmount('major unit of the currency', 0.001),
  reason: Type.Optional(Nullable(Paragraphs(500))),
})

export const moveCash: Operation = (app, deps) =>
  app.post(
    `${path}/:till_id/movements`,
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'moveCash',
        summary: 'Put cash into a till, or take some out',
        tags: ['Box office'],
        description:
          'Sales and refunds count by themselves. A till that another person or key opened needs the scope tills:manage.',
        params: Params,
        body: Movement,
        response: { 201: TillReport },
      },
    },
    (request, reply) => {
      const { orgId, params, body } = request
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const row = await superviseTill(orgId, tx, request, params.till_id)
        const amountMinor = minorOf('amount', body.amount, row.currency)
        const before = await reportOn(orgId, tx, request, row)
        if (before.report.movements.length >= MOVEMENTS_MAX)
          throw conflict('The till has had too many movements: close it.')()
        if (body.movement !== 'deposit' && amountMinor > before.cashMinor)
          throw conflict('There is less than that in the till.')()
        const { name = null } = actorOf(request)
        await tx`
          insert into till_movements (org_id, till_id, movement, amount_minor, reason, actor_name, created_at)
          values (${orgId}, ${row.till_id}, ${body.movement}, ${amountMinor}, ${body.reason ?? null}, ${name}, ${deps.clock(orgId)})`
        await record(tx, deps.clock, request, {
          action: 'till.moved',
          objectType: 'till',
          objectId: row.till_id,
          after: { movement: body.movement, amount: body.amount, reason: body.reason },
        })
        return (await reportOn(orgId, tx, request, row)).report
      })
    },
  )
