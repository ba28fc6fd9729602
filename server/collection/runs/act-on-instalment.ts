import { requirePayable } from '../../ledger/debts/record-payment.ts'
import { sendReminder } from '../../ledger/debts/send-reminder.ts'
import { writeOff } from '../../ledger/debts/write-off.ts'
import { planResource } from '../../ledger/ladder/membership-plan.ts'
import { pausePlan, resumePlan } from '../../ledger/ladder/steer-plan.ts'
import { tryAgain } from '../../ledger/ladder/try-again.ts'
import { type LockedDebt, lockDebts } from '../../ledger/ledger/lock-debts.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { updateRow } from '../../resources/change-row.ts'
import { moveDay } from '../collection/move-day.ts'
import type { ItemContext, ItemResult } from './run-item.ts'
import type { ObjectType } from './run-objects.ts'

/** With the link to pay. One mail for each plan, however many of its instalments are in the run: the link is for all of them. */
export async function remindOfInstalment(at: ItemContext, _type: ObjectType, id: number): Promise<ItemResult> {
  const debt = await lockOne(at, id)
  if (debt.open_minor === 0) return { outcome: 'skipped', reason: 'nothing_open' }
  if (debt.attempted_minor === debt.open_minor) return { outcome: 'skipped', reason: 'under_way' }
  if (await isReminded(at, debt)) return { outcome: 'skipped', reason: 'mailed_already' }
  await sendReminder(at, debt)
  return { outcome: 'done' }
}

/** Of the debts of its order that are done in this run, each has had its mail. */
async function isReminded({ orgId, tx, runId }: ItemContext, debt: LockedDebt): Promise<boolean> {
  const rows = await tx`
    select 1
    from debts d
    join run_items i on i.org_id = ${orgId} and i.run_id = ${runId} and i.object_id = d.debt_id
    where d.org_id = ${orgId}
      and d.order_id = ${debt.order_id}
      and d.membership_plan_id is not distinct from ${debt.membership_plan_id}
      and i.outcome = 'done'
    limit 1`
  return rows.length > 0
}

export async function chargeInstalment(at: ItemContext, _type: ObjectType, id: number): Promise<ItemResult> {
  const debt = await lockOne(at, id)
  if (debt.open_minor === 0) return { outcome: 'skipped', reason: 'nothing_open' }
  if (debt.attempt_payment_id !== null) return { outcome: 'skipped', reason: 'under_way' }
  await tryAgain(at, id)
  return { outcome: 'done' }
}

/** To the day that is given, each from there on its own. */
export async function moveOneInstalment(at: ItemContext, _type: ObjectType, id: number): Promise<ItemResult> {
  const debt = await lockOne(at, id)
  if (debt.open_minor === 0) return { outcome: 'skipped', reason: 'nothing_open' }
  if (debt.attempt_payment_id !== null) return { outcome: 'skipped', reason: 'under_way' }
  await moveDay(at, id, at.details.due_on ?? '')
  return { outcome: 'done' }
}

/** What is being collected is left to that payment. */
export async function waiveInstalment(at: ItemContext, _type: ObjectType, id: number): Promise<ItemResult> {
  const { reason = '' } = at.details
  const debt = await lockOne(at, id)
  if (debt.open_minor === 0) return { outcome: 'skipped', reason: 'nothing_open' }
  if (debt.attempted_minor === debt.open_minor) return { outcome: 'skipped', reason: 'under_way' }
  await writeOff(at, debt, { amountMinor: requirePayable(debt, undefined), reason, actorName: at.actor.name ?? null })
  return { outcome: 'done' }
}

/** Its whole plan, once. What staff have stopped one by one is not resumed by the hundred. */
export async function steerInstalment(at: ItemContext, _type: ObjectType, id: number): Promise<ItemResult> {
  const planId = await findPlanId(at, id)
  if (planId === null) return { outcome: 'skipped', reason: 'by_hand' }
  const isPause = at.action === 'pause'
  let reason: string | undefined
  await updateRow(
    planResource,
    at,
    planId,
    ({ collection, open_minor }) => {
      if (open_minor === 0) reason = 'nothing_open'
      else if (collection !== (isPause ? 'automatic' : 'paused'))
        reason = collection === 'automatic' ? 'charged_already' : collection
      if (reason !== undefined) return {}
      return (isPause ? pausePlan : resumePlan)(at, planId)
    },
    isPause ? 'paused' : 'resumed',
  )
  return reason === undefined ? { outcome: 'done' } : { outcome: 'skipped', reason }
}

async function findPlanId({ orgId, tx }: ItemContext, id: number): Promise<number | null> {
  const [debt] = await tx<{ membership_plan_id: number | null }[]>`
    select membership_plan_id
    from debts
    where org_id = ${orgId}
      and debt_id = ${id}`
  if (!debt) throw new ApiError('resource_missing')
  return debt.membership_plan_id
}

async function lockOne({ orgId, tx }: ItemContext, id: number): Promise<LockedDebt> {
  const [debt] = await lockDebts(orgId, tx, [id])
  if (!debt) throw new ApiError('resource_missing')
  return debt
}
