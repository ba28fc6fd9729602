import { DAY_MS } from '../../platform/values/durations.ts'
import type { CollectionLadder } from './collection-ladder.ts'

/** What follows from an instalment that is not paid, in its order. */
export const ladderSteps = ['soft_overdue', 'hard_overdue', 'seat_free', 'ended'] as const
export type LadderStep = (typeof ladderSteps)[number]

export type StepDays = Pick<CollectionLadder, 'soft_overdue_days' | 'hard_overdue_days' | 'seat_free_days' | 'end_days'>

const daysOf: Record<LadderStep, keyof StepDays> = {
  soft_overdue: 'soft_overdue_days',
  hard_overdue: 'hard_overdue_days',
  seat_free: 'seat_free_days',
  ended: 'end_days',
}

type StepDay = { step: LadderStep; at: Date }

/** The days of the steps that a ladder has, for a debt that has failed then; never its own day. */
export const stepDays = (ladder: StepDays, failedAt: Date): StepDay[] =>
  ladderSteps.flatMap((step) => {
    const days = ladder[daysOf[step]]
    return days === null ? [] : [{ step, at: new Date(failedAt.getTime() + days * DAY_MS) }]
  })

/** The steps whose day has come, and when the next one's does. */
export function stepsBy(ladder: StepDays, failedAt: Date, now: Date): { come: StepDay[]; next: Date | null } {
  const days = stepDays(ladder, failedAt)
  return { come: days.filter(({ at }) => at <= now), next: days.find(({ at }) => at > now)?.at ?? null }
}
