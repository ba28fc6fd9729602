import { Type } from 'typebox'
import { actorOf, record } from '../../access/audit/record.ts'
import type { SettleNeeds } from '../../checkout/answers/settle-deps.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import { changeThen } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { invalid, missing } from '../../resources/constraints.ts'
import { lockOrder } from '../../tickets/orders/lock-order.ts'
import { BankLine, type BankLineRow, findBankLine, toBankLine } from './bank-line.ts'
import { type Booking, type BookingAt, type BookingOutcome, bookToDebt, bookToOrder, oweBack } from './book-line.ts'
import { bookToPayout } from './book-to-payout.ts'
import { finishBooking, lockLine } from './match-line.ts'

export const BankLineParams = Input({ bank_line_id: Id() })

const Body = Input({
  order_id: Type.Optional(
    Id({ description: 'that it pays, by the transfer that the order waits, or has waited, for' }),
  ),
  debt_id: Type.Optional(Id({ description: 'or the debt; of the organisation, where the money went out' })),
  payout_id: Type.Optional(
    Id({ description: 'or the payout of the payment provider that it is: it is set aside, since the books have it' }),
  ),
  as: OneOf(['payment', 'owed_back'], {
    default: 'payment',
    description: 'owed_back: it pays for nothing and is owed to the buyer of order_id, who is asked for an account',
  }),
  note: Type.Optional(Nullable(Text(255))),
})

export const bookBankLine: Operation<SettleNeeds> = (app, deps) =>
  app.post(
    '/v1/manage/bank_lines/:bank_line_id/book',
    {
      config: { scope: 'debts:manage' },
      schema: {
        operationId: 'bookBankLine',
        summary: 'Book an unclear bank line',
        description: [
          'To an order, a debt or a payout. Less than it costs leaves an order waiting, and a debt open, for the rest; what is too much is owed back.',
          'What is paid already takes no more: book it as owed_back.',
        ].join(' '),
        tags: ['Bank'],
        params: BankLineParams,
        body: Body,
        response: { 200: BankLine },
      },
    },
    (request, reply) => {
      const { orgId, body, params } = request
      const named = [body.order_id, body.debt_id, body.payout_id].filter((id) => id !== undefined)
      if (named.length !== 1) throw invalid('order_id', 'Name an order, a debt or a payout.')()
      if (body.as === 'owed_back' && body.order_id === undefined)
        throw invalid('order_id', 'What is owed back is owed to the buyer of an order.')()
      return changeThen(
        { ...deps, orgId, request, reply },
        async (tx) => {
          const line = await lockLine(orgId, tx, params.bank_line_id)
          if (!line) throw new ApiError('resource_missing')
          if (line.line_status !== 'unclear')
            throw new ApiError('state_conflict', { message: 'The line is not unclear.' })
          const actor = actorOf(request)
          const at: BookingAt = {
            orgId,
            tx,
            clock: deps.clock,
            by: { actor, actorName: actor.name ?? 'API', note: body.note ?? null },
          }
          const booking = await book(at, line, body)
          await record(tx, deps.clock, request, {
            action: 'bank_line.booked',
            objectType: 'bank_line',
            objectId: line.bank_line_id,
            before: { status: line.line_status },
            after: {
              order_id: body.order_id ?? null,
              debt_id: body.debt_id ?? null,
              payout_id: body.payout_id ?? null,
              as: body.as,
            },
          })
          return { booking: booking ?? null }
        },
        async ({ booking }) => {
          if (booking) await finishBooking(deps, orgId, booking)
          const [line] = await findBankLine(orgId, deps.sql, params.bank_line_id)
          if (!line) throw new Error('a bank line was lost')
          return toBankLine(line)
        },
      )
    },
  )

type Wanted = { order_id?: number; debt_id?: number; payout_id?: number; as: 'payment' | 'owed_back' }

async function book(at: BookingAt, line: BankLineRow, wanted: Wanted): Promise<Booking | undefined> {
  const { order_id, debt_id, payout_id, as } = wanted
  if (payout_id !== undefined) return taken(await bookToPayout(at, line, payout_id), 'payout_id')
  if (debt_id !== undefined) return taken(await bookToDebt(at, line, debt_id), 'debt_id')
  const orderId = order_id ?? 0
  if (as === 'payment') return taken(await bookToOrder(at, line, { orderId }), 'order_id')
  if (line.amount_minor <= 0) throw new ApiError('state_conflict', { message: 'It went out, and is owed to no one.' })
  const locked = await lockOrder(at.orgId, at.tx, orderId)
  if (locked.count === 0) throw missing('order_id')()
  await oweBack(at, line, orderId)
  return undefined
}

function taken(outcome: BookingOutcome, param: 'order_id' | 'debt_id' | 'payout_id'): Booking | undefined {
  if (outcome.kind === 'missing') throw missing(param)()
  if (outcome.kind === 'booked') return outcome.booking
  const { decision } = outcome
  const why = 'reason' in decision ? decision.reason : decision.kind
  throw new ApiError('state_conflict', { param, message: `It cannot be booked to this: ${why}.` })
}
