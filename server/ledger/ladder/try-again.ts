import { ApiError } from '../../platform/http/errors.ts'
import { audit, type ChangeBy } from '../../resources/change-row.ts'
import { findItem } from '../../resources/resource.ts'
import { type Collection, collectionOf, instalments } from '../instalments/instalment.ts'
import { lockDebts } from '../ledger/lock-debts.ts'

type Chargeable = { collection: Collection; means_status: 'active' | 'refused' | 'given_up' | null }

const whyNot: Record<Exclude<Collection, 'automatic'>, string> = {
  by_hand: 'The plan is paid by hand.',
  paused: 'The plan is paused.',
  stopped: 'The plan is stopped.',
}

/**
 * Charges an instalment at the worker's next turn, whatever day the ladder has for it. What the bank will not hear of again is left to the
 * fan: card schemes fine those who ask again. A debit is announced first, and debited once its notice lets it.
 */
export async function tryAgain(at: ChangeBy, instalmentId: number) {
  const { orgId, tx, clock } = at
  const now = clock(orgId)
  const [debt] = await lockDebts(orgId, tx, [instalmentId])
  const before = await findItem(instalments, orgId, tx, instalmentId, now)
  if (!debt || !before) throw new ApiError('resource_missing')
  if (debt.open_minor === 0) throw refusal(`The instalment is ${debt.debt_status}.`)
  if (debt.attempt_payment_id !== null) throw refusal('The instalment is being collected.')
  const [plan] = await tx<Chargeable[]>`
    select ${collectionOf(tx)} as collection, k.means_status
    from membership_plans p
    left join payment_means k on k.org_id = ${orgId} and k.payment_means_id = p.payment_means_id
    where p.org_id = ${orgId}
      and p.membership_plan_id = ${debt.membership_plan_id}`
  const collection = plan?.collection ?? 'by_hand'
  if (collection !== 'automatic') throw refusal(whyNot[collection])
  if (plan?.means_status !== 'active')
    throw refusal('The bank does not take these means any more: the fan gives others.')
  await tx`
    update debts
    set next_attempt_at = ${now}, changed_at = ${now}
    where org_id = ${orgId}
      and debt_id = ${instalmentId}`
  const after = await findItem(instalments, orgId, tx, instalmentId, now)
  if (!after) throw new Error('an instalment was lost while it was changed')
  await audit(instalments, at, instalmentId, 'retried', { before, after })
  return after
}

const refusal = (message: string) => new ApiError('state_conflict', { message })
