import type { FastifyRequest } from 'fastify'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { finish } from '../../platform/batches/begin-batch.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { resumable } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { GivenAnswer } from '../../programme/questions/answer.ts'
import type { SettleDeps, SettleNeeds } from '../answers/settle-deps.ts'
import { payDrafted } from '../answers/settle-payment.ts'
import { draftOrders } from '../sale/draft-orders.ts'
import type { CheckoutDetails, TicketHolder } from '../sale/holders.ts'
import type { Buyer, CheckoutRequest } from '../sale/stages.ts'
import { requireCardReaders } from './card-readers.ts'
import { ReaderId } from './order-body.ts'
import { findReaderPayment, followReader, ReaderPayment, readReaderPayment } from './reader-payment.ts'

const path = '/v1/manage/orders/:order_id/reader_payment'

const Params = Input({ order_id: Id() })

export const retryReaderPayment: Operation<SettleNeeds> = (app, deps) =>
  app.post(
    path,
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'retryReaderPayment',
        summary: 'Send a declined order to a reader again',
        description: 'For another card, or to another reader. While the last payment is undecided, nothing is sent.',
        tags: ['Box office'],
        params: Params,
        body: Input({ reader_id: ReaderId }),
        response: { 200: ReaderPayment },
      },
    },
    (request, reply) => {
      const { orgId, params, body } = request
      return resumable(
        { ...deps, orgId, request, reply },
        () => true,
        async () => {
          await requireCardReaders(deps, orgId)
          await sendAgain(deps, request, { orgId, orderId: params.order_id, readerId: body.reader_id })
          return readReaderPayment(orgId, deps.sql, deps.clock(orgId), params.order_id)
        },
      )
    },
  )

/** The same order again, with all that was told of it, and a payment of its own: the last one can no longer be paid. */
async function sendAgain(
  deps: SettleDeps,
  request: FastifyRequest,
  { orgId, orderId, readerId }: { orgId: OrgId; orderId: number; readerId: string },
): Promise<void> {
  await findReaderPayment(orgId, deps.sql, orderId)
  const checkout = await findCheckout(deps, orgId, orderId, readerId)
  const draft = await deps.sql.begin(async (tx) => {
    const [drafted] = await finish(await draftOrders(deps, orgId, tx, [checkout]))
    if (!drafted || drafted instanceof Error) throw drafted ?? new Error('an order was not drafted')
    if ('order' in drafted)
      await record(tx, deps.clock, request, {
        action: 'order.sent_to_reader',
        objectType: 'order',
        objectId: orderId,
        after: { reader_id: readerId },
      })
    return drafted
  })
  if ('order' in draft) await payDrafted(deps, draft)
  else await followReader(deps, orgId, orderId)
}

type CheckoutRow = Omit<Buyer, 'email' | 'marketing_emails'> & {
  basket_id: string | null
  email_address: string | null
  marketing_opt_in: boolean
  answers: GivenAnswer[] | null
  holders: TicketHolder[] | null
}

async function findCheckout(
  { sql }: SettleDeps,
  orgId: OrgId,
  orderId: number,
  readerId: string,
): Promise<CheckoutRequest> {
  const [row] = await sql<CheckoutRow[]>`
    select basket_id, first_name, last_name, email_address, mobile_number, postcode, country_id, marketing_opt_in, language, answers,
      (
        select jsonb_agg(h.holder order by l.order_line_id, h.nth)
        from order_lines l
        cross join lateral jsonb_array_elements(l.holders) with ordinality as h (holder, nth)
        where l.org_id = ${orgId}
          and l.order_id = ${orderId}
          and l.holders is not null
      ) as holders
    from orders
    where org_id = ${orgId}
      and order_id = ${orderId}`
  if (!row || row.basket_id === null) throw new ApiError('resource_missing')
  const { first_name, last_name, mobile_number, postcode, country_id, language, holders, answers } = row
  const buyer = { first_name, last_name, mobile_number, postcode, country_id, language }
  const details: CheckoutDetails = {
    ...(holders && { holders: holders.map(toldOf) }),
    ...(answers && { answers: answersOf(answers) }),
  }
  return {
    orgId,
    basketId: row.basket_id,
    buyer: { ...buyer, email: row.email_address, marketing_emails: row.marketing_opt_in },
    paymentMethod: readerId,
    ...(Object.keys(details).length > 0 && { details }),
    channel: 'boxoffice',
  }
}

const toldOf = ({ ticket_name, answers }: TicketHolder) => ({ ticket_name, answers: answersOf(answers ?? []) })

const answersOf = (given: GivenAnswer[]) => Object.fromEntries(given.map(({ key, answer }) => [key, answer]))
