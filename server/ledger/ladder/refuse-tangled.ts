import { ApiError } from '../../platform/http/errors.ts'
import type { StepDays } from './ladder-steps.ts'

/** A member is told before they are refused, refused before their seat is sold, and the end comes last. */
export function refuseTangled(
  body: Partial<StepDays> & Pick<StepDays, 'soft_overdue_days' | 'hard_overdue_days'>,
): void {
  const { soft_overdue_days: soft, hard_overdue_days: hard, seat_free_days: seat = null, end_days: end = null } = body
  refuseUnless('soft_overdue_days', soft === null || (hard !== null && soft < hard), 'before hard_overdue_days')
  refuseUnless('seat_free_days', seat === null || (hard !== null && seat > hard), 'after hard_overdue_days')
  const isLast = end === null || (hard !== null && end > Math.max(hard, seat ?? 0))
  refuseUnless('end_days', isLast, 'after hard_overdue_days and seat_free_days')
}

function refuseUnless(param: string, isRight: boolean, place: string): void {
  if (isRight) return
  throw new ApiError('parameter_invalid', { param, message: `must be ${place}, and hard_overdue_days has to be set` })
}
