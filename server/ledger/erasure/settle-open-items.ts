import type { FastifyRequest } from 'fastify'
import { actorOf, record } from '../../access/audit/record.ts'
import { AccessError } from '../../access/errors.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { toMajor } from '../../platform/values/money.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { invalid } from '../../resources/constraints.ts'
import { announceDebts } from '../debts/after-payment.ts'
import { writeOff } from '../debts/write-off.ts'
import { LedgerError } from '../errors.ts'
import { type CreditRow, takeCredit } from '../ledger/credit.ts'
import { type LockedDebt, lockDebts } from '../ledger/lock-debts.ts'
import { payOutDebt } from '../refunds/pay-out-debt.ts'
import type { EraseBody } from './erase-customer.manage.ts'
import { findOpenSums, type OpenSums, openDebtIds } from './open-items.ts'

type Choice = Pick<
  EraseBody,
  'owed_by_customer' | 'owed_to_customer' | 'payment_method' | 'reference' | 'credit' | 'reason'
>

/** The reason where staff give none. */
const ERASED_REASON = 'customer erased'

/** Staff who may erase a person need not be among those who may let money go. */
export function requireRightToSettle({ principal }: Pick<FastifyRequest, 'principal'>, choice: Choice): void {
  const { owed_by_customer, owed_to_customer, credit, payment_method, reference } = choice
  const isAnySettled = [owed_by_customer, owed_to_customer, credit].some((each) => each !== 'settle_first')
  if (isAnySettled && !principal.scopes.has('debts:manage'))
    throw new AccessError('scope_missing', { message: 'Settling what is open needs the scope debts:manage.' })
  if (owed_to_customer === 'pay_out' && payment_method === 'transfer' && (reference ?? null) === null)
    throw invalid('reference', 'A transfer has a reference.')()
}

/** Open debts of a customer with their orders, locked before the customer and the members, as payments lock them. */
export async function lockOpenItems({ orgId, tx }: ChangeContext, userId: number): Promise<LockedDebt[]> {
  const rows = await tx<{ debt_id: number }[]>`${openDebtIds(orgId, tx, userId)}`
  const debtIds = rows.map(({ debt_id }) => debt_id)
  return lockDebts(orgId, tx, debtIds)
}

/**
 * Does with what is open what the request says, or refuses with the sums. The caller has locked the customer, and before that the debts.
 */
export async function settleOpenItems(
  at: ChangeContext,
  userId: number,
  lockedDebts: LockedDebt[],
  choice: Choice,
): Promise<void> {
  const { orgId, tx } = at
  const accounts = await lockCredits(at, userId)
  const sums = await findOpenSums(orgId, tx, userId)
  if (sums.length === 0) return
  requireChoice(sums, choice)
  // One more came to be while the customer was waited for. It is not locked, and comes with the next request.
  if ((await countOpenDebts(at, userId)) !== lockedDebts.filter(({ open_minor }) => open_minor > 0).length)
    throw new ApiError('service_unavailable', { headers: { 'retry-after': '1' } })
  const reason = choice.reason ?? ERASED_REASON
  for (const debt of lockedDebts.filter(({ open_minor }) => open_minor > 0)) await settleOne(at, debt, choice, reason)
  for (const account of accounts) await withdraw(at, account, reason)
}

function requireChoice(sums: OpenSums[], choice: Choice): void {
  const isLeft =
    (choice.owed_by_customer === 'settle_first' && sums.some(({ owed_by_customer }) => owed_by_customer > 0)) ||
    (choice.owed_to_customer === 'settle_first' && sums.some(({ owed_to_customer }) => owed_to_customer > 0)) ||
    (choice.credit === 'settle_first' && sums.some(({ credit }) => credit > 0))
  if (isLeft) throw new LedgerError('customer_has_open_items', { sums })
  // Nothing that a payment is just collecting is written off: its money would have to go back to a person who is gone.
  if (sums.every(({ being_collected }) => being_collected === 0)) return
  const message = 'A payment is just collecting what the customer owes. Try again once it has ended.'
  throw new LedgerError('customer_has_open_items', { message, sums })
}

async function countOpenDebts({ orgId, tx }: ChangeContext, userId: number): Promise<number> {
  const rows = await tx`${openDebtIds(orgId, tx, userId)}`
  return rows.length
}

async function settleOne(at: ChangeContext, debt: LockedDebt, choice: Choice, reason: string): Promise<void> {
  const { open_minor: amountMinor } = debt
  const { name: actorName = null } = actorOf(at.request)
  if (debt.owed_by === 'fan' || choice.owed_to_customer === 'write_off') {
    await writeOff(at, debt, { amountMinor, reason, actorName })
    return
  }
  const { payment_method: way, reference = null } = choice
  await payOutDebt(at, debt, { way, reference, tillId: null })
  await announceDebts(at, [debt], 'paid_out', { amount_minor: amountMinor })
}

const lockCredits = ({ orgId, tx }: ChangeContext, userId: number) => tx<CreditRow[]>`
  select credit_account_id, user_id, currency, balance_minor, changed_at
  from credit_accounts
  where org_id = ${orgId}
    and user_id = ${userId}
    and balance_minor > 0
  order by credit_account_id
  for no key update`

async function withdraw(
  { orgId, tx, clock, request }: ChangeContext,
  account: CreditRow,
  reason: string,
): Promise<void> {
  const amountMinor = account.balance_minor
  const { credit } = await takeCredit(orgId, tx, clock, account, { kind: 'withdrawn', amountMinor, reason })
  const amount = toMajor(amountMinor, account.currency)
  await record(tx, clock, request, {
    action: 'credit.withdrawn',
    objectType: 'credit',
    objectId: credit.credit_account_id,
    after: { amount, amount_minor: amountMinor, balance: credit.balance, reason },
  })
}
