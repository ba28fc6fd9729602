import { ApiError } from '../../platform/http/errors.ts'
import { stepOf } from '../../resources/change-operations.ts'
import { retrieveOf } from '../../resources/read-operations.ts'
import type { Collection } from '../instalments/instalment.ts'
import { type MembershipPlanRow, planResource } from './membership-plan.ts'
import { pausePlan, resumePlan, stopPlan } from './steer-plan.ts'

/*
 * Operations (written by npm run openapi):
 * pauseMembershipPlan, resumeMembershipPlan, retrieveMembershipPlan, stopMembershipPlan
 */

const retrieve = retrieveOf(planResource)

const pause = stepOf(
  planResource,
  {
    verb: 'pause',
    done: 'paused',
    summary: 'Pause the charging of a plan',
    description:
      'Nothing of it is charged, and its ladder stands still: members stay as overdue as they are. A charge that is under way comes to its end. The fan can pay by link.',
  },
  async (plan, at) => {
    requireCollected(plan, ['automatic'])
    return pausePlan(at, plan.membership_plan_id)
  },
)

const resume = stepOf(
  planResource,
  {
    verb: 'resume',
    done: 'resumed',
    summary: 'Go on charging a plan',
    description:
      'Of one that was paused or stopped. What has come due meanwhile, `charged_on_resume`, is charged at once; the days of the ladder go on where they stood. Not of a membership that is cancelled.',
  },
  async (plan, at) => {
    requireCollected(plan, ['paused', 'stopped'])
    if (plan.is_cancelled)
      throw new ApiError('state_conflict', { message: 'The membership is cancelled. Reinstate it first.' })
    return resumePlan(at, plan.membership_plan_id)
  },
)

const stop = stepOf(
  planResource,
  {
    verb: 'stop',
    done: 'stopped',
    summary: 'Stop the charging of a plan',
    description:
      'Its fan is asked by mail instead, with a link: on the day of each instalment, and at once for what was to be charged again. The ladder goes on.',
  },
  async (plan, at) => {
    requireCollected(plan, ['automatic', 'paused'])
    return stopPlan(at, plan.membership_plan_id)
  },
)

export const manageMembershipPlans = [retrieve, pause, resume, stop]

function requireCollected({ collection, open_minor }: MembershipPlanRow, allowed: Collection[]): void {
  if (open_minor === 0) throw new ApiError('state_conflict', { message: 'Nothing is open of the plan.' })
  if (allowed.includes(collection)) return
  const state = { by_hand: 'paid by hand', automatic: 'charged already', paused: 'paused', stopped: 'stopped' }
  throw new ApiError('state_conflict', { message: `The plan is ${state[collection]}.` })
}
