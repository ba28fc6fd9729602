import { Type } from 'typebox'
import { actorOf, record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { Id, Input, Nullable, Paragraphs } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { conflict } from '../../resources/constraints.ts'
import { READER_PREFIX } from '../payments/provider.ts'
import { CashAmount, minorOf } from './cash-amount.ts'
import { signTill } from './sign-till.ts'
import { findTill, reportOn, TillReport } from './till.ts'
import { superviseTill } from './use-till.ts'
import { writeClose } from './write-close.ts'

const path = '/v1/manage/tills'

const Params = Input({ till_id: Id() })

const Count = Input({
  counted: CashAmount('cash that was counted in the drawer'),
  note: Type.Optional(Nullable(Paragraphs(1000))),
})

export const closeTill: Operation = (app, deps) =>
  app.post(
    `${path}/:till_id/close`,
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'closeTill',
        summary: 'Close a till with a count',
        description:
          'The answer is its report, with the difference. Nothing is sold from it any more; its close is kept for ever, by the next number of the counter. ' +
          'A till that another person or key opened needs the scope tills:manage.',
        tags: ['Box office'],
        params: Params,
        body: Count,
        response: { 200: TillReport },
      },
    },
    async (request, reply) => {
      const { orgId, params, body } = request
      const closed = await change({ ...deps, orgId, request, reply }, async (tx) => {
        const open = await superviseTill(orgId, tx, request, params.till_id)
        await requireNothingUnderWay(orgId, tx, open.till_id)
        const close = await writeClose(orgId, tx, open, {
          countedMinor: minorOf('counted', body.counted, open.currency),
          note: body.note ?? null,
          closedByName: actorOf(request).name ?? null,
          now: deps.clock(orgId),
        })
        const { number, expected, counted, difference } = close
        await record(tx, deps.clock, request, {
          action: 'till.closed',
          objectType: 'till',
          objectId: open.till_id,
          after: { number, expected, counted, difference },
        })
        const row = await findTill(orgId, tx, open.till_id)
        if (!row) throw new Error('a till was lost while it was closed')
        return (await reportOn(orgId, tx, request, row)).report
      })
      await signTill(deps, orgId, params.till_id)
      return closed
    },
  )

/** A sale whose end is not written yet would be missing in the count; it takes seconds. A card on a reader is not in the drawer. */
async function requireNothingUnderWay(orgId: OrgId, tx: Tx, tillId: number): Promise<void> {
  const [pending] = await tx<{ order_id: number }[]>`
    select o.order_id
    from till_orders t
    join orders o on o.org_id = ${orgId} and o.order_id = t.order_id
    where t.org_id = ${orgId}
      and t.till_id = ${tillId}
      and o.order_status = 'pending'
      and not exists (
        select 1
        from payments p
        where p.org_id = ${orgId}
          and p.order_id = o.order_id
          and starts_with(p.payment_method, ${READER_PREFIX})
      )
    limit 1`
  if (pending) throw conflict(`Order ${pending.order_id} is still being sold from it. Try again in a moment.`)()
}
