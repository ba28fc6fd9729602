import { actorOf, record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { Input, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { conflict, explain } from '../../resources/constraints.ts'
import { CashAmount, minorOf } from './cash-amount.ts'
import { counterNamed } from './counter.ts'
import { reportOn, TillReport, type TillRow, tillColumns } from './till.ts'

const path = '/v1/manage/tills'

export const openTill: Operation = (app, deps) =>
  app.post(
    path,
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'openTill',
        summary: 'Open a till',
        description: 'With the cash that is in the drawer. A person has one open till, and so has a counter.',
        tags: ['Box office'],
        body: Input({
          name: Text(100, { description: 'the counter or the device' }),
          float: CashAmount('cash in the drawer'),
        }),
        response: { 201: TillReport },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = deps.clock(orgId)
        const currency = await currencyOf(orgId, tx)
        const { kind, id, name = null } = actorOf(request)
        const floatMinor = minorOf('float', body.float, currency)
        const counterId = await counterNamed(orgId, tx, { name: body.name, currency, now })
        const [row] = await explainTillConflict(tx<TillRow[]>`
          insert into tills (
            org_id, name, counter_id, currency, float_minor, opened_by_kind, opened_by_id, opened_by_name, created_at, changed_at
          ) values (
            ${orgId}, ${body.name}, ${counterId}, ${currency}, ${floatMinor}, ${kind}, ${id}, ${name}, ${now}, ${now}
          )
          returning ${tillColumns(tx)}`)
        if (!row) throw new Error('a till left no row')
        await record(tx, deps.clock, request, {
          action: 'till.opened',
          objectType: 'till',
          objectId: row.till_id,
          after: { name: row.name, float: body.float },
        })
        return (await reportOn(orgId, tx, request, row)).report
      })
    },
  )

/** The indexes say which drawer is in the way. */
async function explainTillConflict<Rows>(rows: PromiseLike<Rows>): Promise<Rows> {
  try {
    return await rows
  } catch (error) {
    throw explain(error, {
      tills_one_a_person: conflict('You have an open till: close it first.'),
      tills_one_a_counter: conflict('There is an open till of this name.'),
    })
  }
}

async function currencyOf(orgId: OrgId, tx: Tx): Promise<string> {
  const [organisation] = await tx<{ currency: string }[]>`
    select currency
    from organisations
    where org_id = ${orgId}`
  if (!organisation) throw new Error(`organisation ${orgId} has no row`)
  return organisation.currency
}
