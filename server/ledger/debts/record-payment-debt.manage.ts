import { type Static, Type } from 'typebox'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { drawReceiptsOf } from '../../payments/tills/draw-receipts.ts'
import { signTill } from '../../payments/tills/sign-till.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { toMinor } from '../../platform/values/money.ts'
import { type ChangeContext, inChange } from '../../resources/change-row.ts'
import { invalid, missing } from '../../resources/constraints.ts'
import { Debt, debts } from '../ledger/debt.ts'
import { type LockedDebt, lockDebts } from '../ledger/lock-debts.ts'
import { payOutDebt } from '../refunds/pay-out-debt.ts'
import { requireRefundProof } from '../refunds/require-refund-proof.ts'
import { afterPayment, announceDebts, type Logged } from './after-payment.ts'
import { type DebtPart, recordedMethods, recordPayment, requirePayable } from './record-payment.ts'

const Params = Input({ debt_id: Id() })
export const DebtAmount = (description: string) =>
  Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000, description }))

/** Debts that one payment pays beside the one that is named by the path. */
const OTHERS_MAX = 50

const Body = Input({
  amount: DebtAmount('major unit of the currency; without it, all that is open'),
  payment_method: OneOf([...recordedMethods]),
  reference: Type.Optional(Nullable(Text(255, { description: 'of the transfer, the receipt or the cheque' }))),
  till_id: Type.Optional(Nullable(Id({ description: 'your open till, which the cash goes into' }))),
  also: Type.Optional(
    Type.Array(Input({ debt_id: Id(), amount: DebtAmount('without it, all that is open') }), {
      minItems: 1,
      maxItems: OTHERS_MAX,
      description: 'further debts that the same money pays, of this order or of others',
    }),
  ),
})
type Body = Static<typeof Body>

export const recordPaymentDebt: Operation<SessionDeps> = (app, deps) =>
  app.post(
    '/v1/manage/debts/:debt_id/record_payment',
    {
      config: { scope: 'debts:manage', needsProof: 'sometimes', effects: ['owed_less'] },
      schema: {
        operationId: 'recordPaymentDebt',
        summary: 'Record that a debt was paid',
        description:
          'Of a fan’s: money that staff have received for it, in whole or in part, on the day that it is recorded. Of the ' +
          'organisation’s: that it was handed back, all of it, from a till or not, or transferred under a reference. The answer is the debt.',
        tags: [debts.tag],
        params: Params,
        body: Body,
        response: { 200: Debt },
      },
    },
    async (request, reply) => {
      const debt = await inChange(debts, deps, request, reply, async (at) => {
        const { body, params } = request
        const parts = await lockParts(at, params.debt_id, body)
        const logged = await requireProofOfRecording(at, deps, parts, body.till_id ?? null)
        if (parts.some(({ debt }) => debt.owed_by === 'club')) {
          await payOut(at, parts, body)
          const paidOut = parts.map(({ debt }) => debt)
          return debtAmong(await announceDebts(at, paidOut, 'paid_out', logged), params.debt_id)
        }
        const { payment_method: paymentMethod, reference = null, till_id: tillId = null } = body
        if (tillId !== null && paymentMethod !== 'cash') throw invalid('till_id', 'Only cash goes into a till.')()
        await recordPayment(at, parts, { paymentMethod, reference, tillId })
        return debtAmong(
          await afterPayment(
            at,
            parts.map(({ debt }) => debt),
            'payment_recorded',
            logged,
          ),
          params.debt_id,
        )
      })
      await signTill(deps, request.orgId, request.body.till_id ?? null)
      return debt
    },
  )

/**
 * Money that a drawer counts is vouched for by its count. Any other is the word of the caller: recording it is as good as writing the debt
 * off, and counts as that. The answer is what the audit log keeps of it, by which the next one is counted.
 */
async function requireProofOfRecording(
  { orgId, tx, request }: ChangeContext,
  deps: SessionDeps & { clock: Clock },
  parts: DebtPart[],
  tillId: number | null,
): Promise<Logged> {
  if (tillId !== null) return {}
  const amounts = new Map(parts.map(({ debt, amountMinor }) => [debt.debt_id, amountMinor]))
  const sumMinor = parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  await requireRefundProof(orgId, tx, deps, request.principal, sumMinor)
  return (debtId) => ({ amount_minor: amounts.get(debtId) })
}

/** What the organisation owes goes out whole: cash, or a transfer that says which. */
async function payOut(at: ChangeContext, parts: DebtPart[], body: Body): Promise<void> {
  const { payment_method: way, reference = null, till_id: tillId = null } = body
  if (way !== 'cash' && way !== 'transfer') throw invalid('payment_method', 'It goes out by cash or transfer.')()
  if (way === 'transfer' && reference === null) throw invalid('reference', 'A transfer has a reference.')()
  if (tillId !== null && way !== 'cash') throw invalid('till_id', 'Only cash comes out of a till.')()
  for (const { debt, amountMinor } of parts) {
    if (debt.owed_by !== 'club')
      throw invalid('also', 'Fans and the organisation do not owe each other in one payment.')()
    if (amountMinor < debt.open_minor)
      throw new ApiError('state_conflict', {
        param: 'amount',
        message: 'What the organisation owes is paid out whole.',
      })
    await payOutDebt(at, debt, { way, reference, tillId })
  }
  if (tillId !== null) await drawReceiptsOf(at.orgId, at.tx, at.clock(at.orgId), tillId)
}

/** What is paid of each debt; the same one twice, or one in another currency, is refused. */
async function lockParts(at: ChangeContext, debtId: number, { amount, also = [] }: Body): Promise<DebtPart[]> {
  const wanted = new Map([
    [debtId, amount],
    ...also.map((part): [number, number | undefined] => [part.debt_id, part.amount]),
  ])
  if (wanted.size < also.length + 1) throw invalid('also', 'also names a debt twice.')()
  const locked = await lockDebts(at.orgId, at.tx, [...wanted.keys()])
  const first = locked.find(({ debt_id }) => debt_id === debtId)
  if (!first) throw new ApiError('resource_missing')
  if (locked.length < wanted.size) throw missing('also')()
  if (locked.some(({ currency }) => currency !== first.currency))
    throw invalid('also', `All debts of one payment are in ${first.currency}.`)()
  return locked.map((debt) => ({
    debt,
    amountMinor: requirePayable(debt, debtAmountMinor(debt, wanted.get(debt.debt_id))),
  }))
}

export function debtAmountMinor({ currency }: LockedDebt, amount: number | undefined): number | undefined {
  const minor = amount === undefined ? undefined : toMinor(amount, currency)
  if (amount !== undefined && minor === undefined) throw invalid('amount', `amount is finer than ${currency} allows.`)()
  return minor
}

/** Of the debts that a change was about, the one that the path names. */
export function debtAmong(changed: Debt[], debtId: number): Debt {
  const debt = changed.find(({ debt_id }) => debt_id === debtId)
  if (!debt) throw new Error('a debt was lost while it was changed')
  return debt
}
