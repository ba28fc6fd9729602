import assert from 'node:assert/strict'
import { collectDue } from '../../server/collection/collection/collect-due.ts'
import { takeSteps } from '../../server/ledger/ladder/take-steps.ts'
import { collectedAt, dueAt } from '../../server/ledger/ledger/due-dates.ts'
import type { Sql } from '../../server/platform/postgres/database.ts'
import { DAY_MS, HOUR_MS } from '../../server/platform/values/durations.ts'
import { localDate } from '../../server/platform/values/time.ts'
import { fc } from '../harness/chance.ts'
import { addAutomaticPlan } from './instalments.ts'
import { CARDS, type Card, LadderModel, type StaffAction } from './ladder-model.ts'
import { openSettlingHouse } from './settling.ts'

const zone = 'Europe/Berlin'
const ladder = { hour: 9, zone, retryDays: [2, 5], steps: [] as [string, number][] }
ladder.steps = [
  ['soft_overdue', 3],
  ['hard_overdue', 6],
  ['seat_free', 9],
  ['ended', 14],
]

/** Many plans share a clock: each has a card, a day, and what staff do with it in which round. */
const plan = fc.record({
  card: fc.constantFrom<Card>(...CARDS),
  dueInDays: fc.integer({ min: 1, max: 8 }),
  actions: fc.array(fc.option(fc.constantFrom<StaffAction>('pay', 'pause', 'resume', 'stop', 'pause', 'resume')), {
    minLength: 12,
    maxLength: 12,
  }),
})
const hours = fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 12, maxLength: 12 })

const verbs = { pause: 'pause', resume: 'resume', stop: 'stop' } as const

type DebtState = { failed: Date | null; next: Date | null; held: Date | null; is_paid: boolean; steps: string[] }

const statesOf = (sql: Sql, orgId: number, planId: number) => sql<DebtState[]>`
  select d.first_failed_at as failed, d.next_attempt_at as next, d.held_attempt_at as held, d.closed_at is not null as is_paid,
    array(
      select s.step
      from ladder_steps s
      where s.org_id = ${orgId}
        and s.debt_id = d.debt_id
      order by s.due_at
    ) as steps
  from debts d
  where d.org_id = ${orgId}
    and d.membership_plan_id = ${planId}
  order by d.debt_id`

const time = (at: Date | null) => at?.getTime() ?? null

/**
 * Any order of failures, payments, staff actions and clock steps ends as its model says. PROPERTY_SEED=<number> replays what a failure prints.
 */
export async function checkLadder(rounds: number, plansPerRound = 40): Promise<void> {
  const { house, deps } = await openSettlingHouse()
  const { sql, clock } = house
  const round = fc.asyncProperty(
    fc.array(plan, { minLength: plansPerRound, maxLength: plansPerRound }),
    hours,
    async (plans, steps) => {
      const club = await house.organisation()
      await sql`
      update organisations
      set timezone = ${zone}, retry_days = '{2,5}', soft_overdue_days = 3, hard_overdue_days = 6, seat_free_days = 9, end_days = 14
      where org_id = ${club.orgId}`
      const opened: { planId: number; debtIds: number[]; model: LadderModel; actions: (StaffAction | null)[] }[] = []
      for (const { card, dueInDays, actions } of plans) {
        const planId = await addAutomaticPlan(house, club)
        const method = card === 'ok' ? 'pm_test_ok' : `pm_test_offsession_${card}`
        await sql`
        update payment_means k
        set method_reference = ${method}
        from membership_plans p
        where k.org_id = ${club.orgId}
          and p.org_id = ${club.orgId}
          and p.membership_plan_id = ${planId}
          and k.payment_means_id = p.payment_means_id`
        const debts = await sql<{ debt_id: number }[]>`
        select debt_id
        from debts
        where org_id = ${club.orgId}
          and membership_plan_id = ${planId}
        order by debt_id`
        const planned = debts.map((_, index) => {
          const day = localDate(new Date(clock().getTime() + (dueInDays + index * 4) * DAY_MS), zone)
          return { due: dueAt(day, zone).getTime(), next: collectedAt(day, zone, ladder.hour).getTime() }
        })
        for (const [index, { debt_id }] of debts.entries())
          await sql`
          update debts
          set due_at = ${new Date(planned[index]?.due ?? 0)}, next_attempt_at = ${new Date(planned[index]?.next ?? 0)}
          where org_id = ${club.orgId}
            and debt_id = ${debt_id}`
        const debtIds = debts.map(({ debt_id }) => debt_id)
        opened.push({ planId, debtIds, model: new LadderModel(card, ladder, planned), actions })
      }
      for (const [turn, hoursPassed] of steps.entries()) {
        clock.advance(hoursPassed * HOUR_MS)
        const now = clock().getTime()
        for (const { planId, debtIds, model, actions } of opened) {
          const action = actions[turn]
          if (!action) continue
          const path =
            action === 'pay'
              ? `instalments/${debtIds[0]}/record_payment`
              : `membership_plans/${planId}/${verbs[action]}`
          const { status, text } = await house.call('POST', `/v1/manage/${path}`, { key: club.key, body: {} })
          assert.equal(status, model.may(action) ? 200 : 409, `${action}: ${text}`)
          if (model.may(action)) model.act(action, now)
        }
        await collectDue(deps)
        await takeSteps(deps)
        for (const { model } of opened) model.turn(now)
      }
      for (const { planId, model } of opened) {
        const states = await statesOf(sql, club.orgId, planId)
        assert.deepEqual(
          states.map((state) => ({
            ...{ isPaid: state.is_paid, failed: time(state.failed), next: time(state.next), held: time(state.held) },
            steps: state.steps,
          })),
          model.debts.map(({ isPaid, failed, next, held, steps }) => ({ isPaid, failed, next, held, steps })),
        )
      }
    },
  )
  await fc.assert(round, { numRuns: rounds, endOnFailure: true })
}
