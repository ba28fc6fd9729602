import { systemActor } from '../../access/audit/record.ts'
import { eachDue } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import { noteMails } from '../../messages/mail/notices.ts'
import { endMembership } from '../../people/members/end-membership.ts'
import { members } from '../../people/members/member-resource.ts'
import type { Sql, Tx } from '../../platform/postgres/database.ts'
import type { Clock, Clocks } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { freeMatches, reclaimMatches } from '../../programme/seasons/free-matches.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { audit, type ChangeBy, updateRow } from '../../resources/change-row.ts'
import { debts, findDebts } from '../ledger/debt.ts'
import { lockDebts } from '../ledger/lock-debts.ts'
import { findLadder } from './collection-ladder.ts'
import { type LadderStep, stepsBy } from './ladder-steps.ts'

const BATCH = 100
/** A match's seat is free from so long before it on. */
export const FREE_BEFORE_MS = 3 * DAY_MS

/** Takes the steps of ladders whose day has come, each once, and gives seats back to those who have paid. Answers how many debts it saw. */
export async function takeSteps({ sql, ...clocks }: Clocks & { sql: Sql }): Promise<number> {
  const debts = (now: Date) => ({
    rows: sql`
      select org_id
      from debts
      where ladder_at <= ${now}
        and closed_at is null`,
    oldest: sql`ladder_at`,
  })
  const freedSeats = {
    rows: sql`
      select org_id
      from season_seat_gaps
      where freed_debt_id is not null`,
    oldest: sql`org_id`,
  }
  return eachDue(sql, clocks, { due: (now) => [debts(now), freedSeats], batch: BATCH }, async (orgId) => {
    await giveBack(orgId, sql, clocks.clock)
    let seen = 0
    for (let batch = BATCH; batch === BATCH; seen += batch) {
      const debtIds = await findDebtIds(orgId, sql, clocks.clock(orgId))
      for (const debtId of debtIds) await sql.begin((tx) => climb(orgId, tx, clocks.clock, debtId))
      batch = debtIds.length
    }
    return seen
  })
}

async function findDebtIds(orgId: OrgId, sql: Sql, now: Date): Promise<number[]> {
  const rows = await sql<{ debt_id: number }[]>`
    select debt_id
    from debts
    where org_id = ${orgId}
      and ladder_at <= ${now}
      and closed_at is null
    order by ladder_at, debt_id
    limit ${BATCH}`
  return rows.map(({ debt_id }) => debt_id)
}

/** With those of all plans of its member, which end with the membership. */
async function findDebtsOfMember(orgId: OrgId, tx: Tx, debtId: number): Promise<number[]> {
  const rows = await tx<{ debt_id: number }[]>`
    select o.debt_id
    from debts d
    join membership_plans p on p.org_id = ${orgId} and p.membership_plan_id = d.membership_plan_id
    join membership_plans q on q.org_id = ${orgId} and q.membership_member_id = p.membership_member_id
    join debts o on o.org_id = ${orgId} and o.membership_plan_id = q.membership_plan_id and o.closed_at is null
    where d.org_id = ${orgId}
      and d.debt_id = ${debtId}`
  return [debtId, ...rows.map(({ debt_id }) => debt_id)]
}

type Fallen = {
  order_id: number | null
  failed_at: Date
  has_failed: boolean
  is_paused: boolean
  membership_member_id: number | null
}

/** One debt: the steps of its ladder whose day has come. */
export async function climb(orgId: OrgId, tx: Tx, clock: Clock, debtId: number): Promise<void> {
  await lockDebts(orgId, tx, await findDebtsOfMember(orgId, tx, debtId))
  const now = clock(orgId)
  const [debt] = await tx<Fallen[]>`
    select d.order_id, greatest(d.due_at, d.first_failed_at) as failed_at,
      d.first_failed_at is not null or (
        coalesce(d.next_attempt_at, d.held_attempt_at) is null and d.attempt_payment_id is null
      ) as has_failed,
      p.paused_at is not null as is_paused, m.membership_member_id
    from debts d
    left join membership_plans p on p.org_id = ${orgId} and p.membership_plan_id = d.membership_plan_id
    left join members m on m.org_id = ${orgId} and m.membership_member_id = p.membership_member_id
      and m.membership_order_id = p.term_order_id and m.membership_member_status_id <> ${memberStatus.cancelled}
    where d.org_id = ${orgId}
      and d.debt_id = ${debtId}
      and d.ladder_at <= ${now}
      and d.closed_at is null`
  if (!debt) return
  // A debt that fails, or goes on being charged, sets it anew.
  if (!debt.has_failed || debt.is_paused) return lookAgain(orgId, tx, debtId, null)
  const { come, next } = stepsBy(await findLadder(orgId, tx), debt.failed_at, now)
  const taken: LadderStep[] = []
  for (const { step, at } of come) {
    const { count } = await tx`
      insert into ladder_steps (org_id, debt_id, step, due_at, created_at)
      values (${orgId}, ${debtId}, ${step}, ${at}, ${now})
      on conflict do nothing`
    if (count > 0) taken.push(step)
  }
  const actor = systemActor(orgId)
  const by = { orgId, tx, clock, actor }
  const last = taken.at(-1)
  if (last !== undefined && debt.order_id !== null) {
    const messageId = `instalment-${debtId}-${last}`
    await noteMails(orgId, tx, now, [{ kind: 'debt_reminder', orderId: debt.order_id, aboutId: debtId, messageId }])
    const [after] = await findDebts(orgId, tx, now, [debtId])
    if (!after) throw new Error(`there is no debt ${debtId}`)
    await audit(debts, by, debtId, 'reminded', { before: undefined, after })
  }
  const memberId = debt.membership_member_id
  if (memberId !== null && come.some(({ step }) => step === 'ended')) await end(by, memberId)
  else if (memberId !== null && come.some(({ step }) => step === 'seat_free')) {
    await freeMatches(orgId, tx, now, { memberId, debtId, until: new Date(now.getTime() + FREE_BEFORE_MS) })
    const tomorrow = new Date(now.getTime() + DAY_MS)
    return lookAgain(orgId, tx, debtId, next !== null && next < tomorrow ? next : tomorrow)
  }
  await lookAgain(orgId, tx, debtId, next)
}

/** As by staff: what is owed stays owed. It is not charged any more; the fan is asked by mail. */
async function end(by: ChangeBy, memberId: number): Promise<void> {
  await updateRow(members, by, memberId, (member) => endMembership(by, member), 'cancelled')
}

const lookAgain = async (orgId: OrgId, tx: Tx, debtId: number, at: Date | null): Promise<void> => {
  await tx`
    update debts
    set ladder_at = ${at}
    where org_id = ${orgId}
      and debt_id = ${debtId}`
}

/** Of debts that are closed: at matches to come the seat is the member's again, where no one else has it. */
async function giveBack(orgId: OrgId, sql: Sql, clock: Clock): Promise<void> {
  const rows = await sql<{ debt_id: number }[]>`
    select distinct g.freed_debt_id as debt_id
    from season_seat_gaps g
    join debts d on d.org_id = ${orgId} and d.debt_id = g.freed_debt_id
    where g.org_id = ${orgId}
      and g.freed_debt_id is not null
      and d.closed_at is not null
    limit ${BATCH}`
  for (const { debt_id } of rows)
    await sql.begin(async (tx) => {
      await lockDebts(orgId, tx, [debt_id])
      await reclaimMatches(orgId, tx, clock(orgId), debt_id)
    })
}
