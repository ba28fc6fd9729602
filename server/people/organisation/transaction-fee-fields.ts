import { Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import { Nullable } from '../../platform/http/schema.ts'
import { toMinor } from '../../platform/values/money.ts'
import { invalid } from '../../resources/constraints.ts'
import type { OrganisationRow } from './organisation.ts'

const AMOUNT_MAX = 1_000_000

/** What an organisation may set of the fee that an order bears as a whole, and the amount from which refunds ask for a proof. */
export const transactionFeeFields = {
  refund_proof_amount: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: AMOUNT_MAX,
      description: 'refunds of more than this ask staff to prove again who they are, and so does raising it',
    }),
  ),
  transaction_fee_fixed: Type.Optional(
    Type.Number({ minimum: 0, maximum: AMOUNT_MAX, description: 'on every order; major unit of the currency' }),
  ),
  transaction_fee_percentage: Type.Optional(
    Type.Number({ minimum: 0, maximum: 100, description: 'of what an order costs without it; two decimals at most' }),
  ),
  transaction_fee_max: Type.Optional(
    Nullable(
      Type.Number({ minimum: 0, maximum: AMOUNT_MAX, description: 'the most that both are together; null: no cap' }),
    ),
  ),
  transaction_fee_free_orders: Type.Optional(
    Type.Boolean({ description: 'also on orders that cost nothing otherwise' }),
  ),
  transaction_fee_boxoffice: Type.Optional(Type.Boolean({ description: 'also at the box office' })),
}

type FeeBody = {
  currency?: string
  refund_proof_amount?: number
  transaction_fee_fixed?: number
  transaction_fee_percentage?: number
  transaction_fee_max?: number | null
}

/** The columns of the amounts and the percentage that were sent. Amounts are of the currency that the organisation has then. */
export function transactionFeeColumns(body: FeeBody, before: OrganisationRow): Partial<OrganisationRow> {
  const { transaction_fee_fixed: fixed, transaction_fee_percentage: percentage, transaction_fee_max: max } = body
  const currency = body.currency ?? before.currency
  if (currency !== before.currency) refuseLeftBehind(body, before)
  const proof = body.refund_proof_amount
  return {
    ...(proof === undefined ? {} : { refund_proof_minor: minorOf('refund_proof_amount', proof, currency) }),
    ...(fixed === undefined ? {} : { transaction_fee_fixed_minor: minorOf('transaction_fee_fixed', fixed, currency) }),
    ...(percentage === undefined ? {} : { transaction_fee_basis_points: basisPointsOf(percentage) }),
    ...(max === undefined
      ? {}
      : { transaction_fee_max_minor: max === null ? null : minorOf('transaction_fee_max', max, currency) }),
  }
}

/** A stored amount would mean something else under another currency. */
function refuseLeftBehind(body: FeeBody, before: OrganisationRow): void {
  const isFixedLeft = before.transaction_fee_fixed_minor > 0 && body.transaction_fee_fixed === undefined
  const isMaxLeft = before.transaction_fee_max_minor !== null && body.transaction_fee_max === undefined
  if (!isFixedLeft && !isMaxLeft) return
  const message = 'The transaction fee has amounts of the present currency: send them anew, or take them away.'
  throw new ApiError('state_conflict', { param: 'currency', message })
}

function minorOf(param: string, amount: number, currency: string): number {
  const minor = toMinor(amount, currency)
  if (minor === undefined) throw invalid(param, `${param} is finer than ${currency} allows.`)()
  return minor
}

function basisPointsOf(percentage: number): number {
  const points = Math.round(percentage * 100)
  if (points / 100 === percentage) return points
  throw invalid('transaction_fee_percentage', 'transaction_fee_percentage has two decimals at most.')()
}
