import type { OrgId } from '../../access/principal.ts'
import { type CreditRow, lockCredit, takeCredit } from '../../ledger/ledger/credit.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import type { DraftedOrder } from './stages.ts'

type Spending = { draft: DraftedOrder; account: CreditRow; amountMinor: number }

/** Which drafts can be paid by as much credit as they ask for, with their accounts locked; and who has not so much. */
export async function lockCredits(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  drafts: DraftedOrder[],
): Promise<{ spending: Spending[]; refusals: Map<DraftedOrder, Error> }> {
  const refusals = new Map<DraftedOrder, Error>()
  const spending: Spending[] = []
  const accounts = new Map<string, { row: CreditRow; leftMinor: number }>()
  for (const draft of drafts.toSorted((a, b) => spenderOf(a) - spenderOf(b))) {
    const { currency, credit_minor: amountMinor } = draft.order
    if (amountMinor === null) continue
    const userId = spenderOf(draft)
    const name = `${userId} ${currency}`
    const row = accounts.get(name)?.row ?? (await lockCredit(orgId, tx, now, { userId, currency }))
    const leftMinor = accounts.get(name)?.leftMinor ?? row.balance_minor
    const isEnough = amountMinor <= leftMinor
    accounts.set(name, { row, leftMinor: isEnough ? leftMinor - amountMinor : leftMinor })
    if (isEnough) spending.push({ draft, account: row, amountMinor })
    else refusals.set(draft, tooLittle(leftMinor, currency))
  }
  return { spending, refusals }
}

/** Takes what was found to be there, once the orders that it is spent for are. */
export async function spendCredits(orgId: OrgId, tx: Tx, clock: Clock, spending: Spending[]): Promise<void> {
  for (const { draft, account, amountMinor } of spending) {
    const { order_id: orderId } = draft.order
    await takeCredit(orgId, tx, clock, account, { kind: 'spent', amountMinor, orderId, reason: null })
  }
}

function spenderOf({ request: { fan } }: DraftedOrder): number {
  if (fan?.provenUserId === undefined) throw new Error('nobody has proven to be whose credit this is')
  return fan.provenUserId
}

function tooLittle(leftMinor: number, currency: string): ApiError {
  const balance = toMajor(leftMinor, currency)
  return new ApiError('state_conflict', {
    param: 'credit',
    message: `There are only ${balance} ${currency} of credit.`,
    balance,
  })
}
